import type { AttemptEvent, Look, RefundAnswer } from '../../shared/attempt'
import { formatMoney } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { connectFailureWords, lostAnswerWords } from './connection-words'
import { alarmWords, personReasonWords } from './outcome-words'
import { errorNumber, messageText } from './service-says'

function answerWords(answer: RefundAnswer): string {
  switch (answer.kind) {
    case 'never_connected':
      return `No connection: ${connectFailureWords(answer.reason)}`
    case 'no_answer':
      return `Sent, but ${lostAnswerWords(answer.reason)}`
    case 'record':
      return 'The service answered with the payment'
    case 'error_shape':
      return errorWords(answer)
    case 'unreadable':
      return `An answer that can not be read (HTTP ${answer.httpStatus})`
    default:
      return unreachable(answer)
  }
}

/** The error's own `status` is the service's word; HTTP's stands beside it only where it says otherwise. */
function errorWords(answer: Extract<RefundAnswer, { kind: 'error_shape' }>): string {
  const { message, status, httpStatus } = answer
  const text = messageText(message)
  const number = errorNumber(httpStatus, status)
  return text === '' ? `The service gave no reason (${number})` : `The service said: ${text} (${number})`
}

function lookWords(event: Extract<AttemptEvent, { kind: 'looked' }>): string {
  const { look, verdict } = event
  if (look.kind === 'no_record') return 'Looked: no payment came back'
  if (look.stale) return 'Looked: the answer was an old one'
  if (verdict.to === 'refunded') return 'Looked: it is there, with our mark'
  if (verdict.to === 'refunded_probably') return 'Looked: the amount went out, without our mark'
  if (verdict.to === 'refused') return 'Looked: nothing moved; the refusal stands'
  if (verdict.forPerson !== null) return `Looked: ${personReasonWords(verdict.forPerson)}`
  return `Looked: ${seenWords(look)}`
}

function seenWords(look: Extract<Look, { kind: 'seen' }>): string {
  const { refunded, currency } = look.glance
  if (refunded === null) return 'the amount refunded can not be read'
  return refunded === 0
    ? 'nothing moved yet'
    : `refunded so far ${formatMoney({ hundredths: refunded, currency })}`
}

/** One line of the journal in words. */
export function eventWords(event: AttemptEvent): string {
  switch (event.kind) {
    case 'intended':
      return `Written down: ${formatMoney({ hundredths: event.intent.amount, currency: event.intent.currency })}`
    case 'sending':
      return 'Sending to the service'
    case 'cancelled':
      return event.why === 'found_at_start'
        ? 'Found at start: it was never sent'
        : 'Stopped: the sending could not be written down'
    case 'interrupted':
      return 'Tillside ended before the answer came'
    case 'answered':
      return answerWords(event.answer)
    case 'looked':
      return lookWords(event)
    case 'decided':
      return event.decision.to === 'refunded'
        ? `${event.decision.supervisor} decided: refunded`
        : `${event.decision.supervisor} decided: not refunded`
    case 'alarmed':
      return alarmWords(event.alarm)
    default:
      return unreachable(event)
  }
}
