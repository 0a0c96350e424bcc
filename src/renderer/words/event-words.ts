import type { AttemptEvent, Check, Decision, RefundAnswer } from '../../shared/attempt'
import type { NotBegun } from '../../shared/call-failures'
import { formatMoney, writeHundredths } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { alarmWords } from './alarm-words'
import { connectFailureWords, lostAnswerWords } from './connection-words'
import { personReasonWords } from './outcome-words'
import { errorNumber, messageText } from './service-says'
import { attemptState } from './state-words'

const notBegun: Readonly<Record<NotBegun, string>> = {
  head_not_kept: 'Not sent: this PC’s keychain could not keep the record of refunds',
  too_late: 'Not sent: more than a minute had gone since the payment was checked',
}

function answerWords(answer: RefundAnswer): string {
  switch (answer.kind) {
    case 'never_connected':
      return `No connection: ${connectFailureWords(answer.reason)}`
    case 'not_begun':
      return notBegun[answer.reason]
    case 'no_answer':
      return `Sent, but ${lostAnswerWords(answer.reason)}`
    case 'record':
      return 'The service answered with the payment'
    case 'error_shape':
      return errorWords(answer)
    case 'unreadable':
      return `An answer that can’t be read (HTTP ${answer.httpStatus})`
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

function checkWords(event: Extract<AttemptEvent, { kind: 'checked' }>): string {
  const { check, verdict } = event
  if (check.kind === 'no_record') return 'Checked: no payment came back'
  if (verdict.to === 'refunded') return 'Checked: it is there, with our refund no.'
  if (verdict.to === 'refunded_probably') return 'Checked: the amount went out, without our refund no.'
  if (verdict.to === 'refused') return 'Checked: nothing moved; the refusal holds'
  if (verdict.forPerson !== null) return `Checked: ${personReasonWords(verdict.forPerson)}`
  return `Checked: ${seenWords(check)}`
}

function seenWords(check: Extract<Check, { kind: 'seen' }>): string {
  const { refunded, currency } = check.snapshot
  if (refunded === null) return 'the amount refunded can’t be read'
  return refunded === 0
    ? 'nothing moved yet'
    : `refunded so far ${formatMoney({ hundredths: refunded, currency })}`
}

function decisionWords({ supervisor, to, portal }: Decision): string {
  const decided = `${isolatedText(supervisor)} decided: ${to === 'refunded' ? 'refunded' : 'not refunded'}`
  return portal ? `${decided}, by the provider’s portal` : decided
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
    case 'checked':
      return checkWords(event)
    case 'decided':
      return decisionWords(event.decision)
    case 'watched':
      return event.refunded === null
        ? 'Watched: no payment came back'
        : `Watched: refunded so far ${writeHundredths(event.refunded)}`
    case 'watch_ended':
      return event.why === 'complete'
        ? 'The watch is over'
        : 'The watch is over: the service could not be asked often enough'
    case 'alarmed':
      return alarmWords(event.alarm)
    case 'acknowledged':
      return `${isolatedText(event.by)} has seen the alarm: ${isolatedText(event.note)}`
    case 'taken_over':
      return `Taken over into a new record of refunds: ${attemptState(event.attempt.state).word}`
    default:
      return unreachable(event)
  }
}
