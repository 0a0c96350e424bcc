import type { AttemptEvent, Check, Decision, RefundAnswer } from '../../shared/attempt'
import type { NotBegun } from '../../shared/call-failures'
import { formatMoney, writeHundredths } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { alarmWords } from './alarm-words'
import { errorNumber, messageText } from './common'
import { connectFailureWords, lostAnswerWords } from './connection-words'
import { attemptState } from './state-words'
import { personReasonWords } from './states'

const notBegun: Readonly<Record<NotBegun, string>> = {
  head_not_kept: 'Not sent: this PC’s keychain couldn’t keep the refund record',
  too_late: 'Not sent: more than a minute had passed since the payment was checked',
}

function answerWords(answer: RefundAnswer): string {
  switch (answer.kind) {
    case 'never_connected':
      return `Not sent: ${connectFailureWords(answer.reason)}`
    case 'not_begun':
      return notBegun[answer.reason]
    case 'no_answer':
      return `Sent; ${lostAnswerWords(answer.reason)}`
    case 'record':
      return 'Answer received'
    case 'error_shape':
      return errorWords(answer)
    case 'unreadable':
      return `Unreadable answer (HTTP ${answer.httpStatus})`
    default:
      return unreachable(answer)
  }
}

/** The error's own `status` is the service's word; HTTP's stands beside it only where it says otherwise. */
function errorWords(answer: Extract<RefundAnswer, { kind: 'error_shape' }>): string {
  const { message, status, httpStatus } = answer
  const text = messageText(message)
  const number = errorNumber(httpStatus, status)
  return text === ''
    ? `Error from the service, without a reason (${number})`
    : `Error from the service: ${text} (${number})`
}

function checkWords(event: Extract<AttemptEvent, { kind: 'checked' }>): string {
  const { check, verdict } = event
  if (check.kind === 'no_record') return 'Checked: no payment in the answer'
  if (verdict.to === 'refunded') return 'Checked: refund found, with our refund no.'
  if (verdict.to === 'refunded_probably') return 'Checked: this amount was refunded, without our refund no.'
  if (verdict.to === 'refused') return 'Checked: nothing refunded; refusal confirmed'
  if (verdict.forPerson !== null) return `Checked: ${personReasonWords(verdict.forPerson)}`
  return `Checked: ${seenWords(check)}`
}

function seenWords(check: Extract<Check, { kind: 'seen' }>): string {
  const { refunded, currency } = check.snapshot
  if (refunded === null) return 'the amount refunded can’t be read'
  return refunded === 0
    ? 'nothing refunded yet'
    : `refunded so far ${formatMoney({ hundredths: refunded, currency })}`
}

function decisionWords({ supervisor, to, portal }: Decision): string {
  const decided = `${isolatedText(supervisor)} recorded: ${to === 'refunded' ? 'refunded' : 'not refunded'}`
  return portal ? `${decided}, by the provider’s portal` : decided
}

/** One line of the journal in words. */
export function eventWords(event: AttemptEvent): string {
  switch (event.kind) {
    case 'sending':
      return `Recorded and sent: ${formatMoney({ hundredths: event.intent.amount, currency: event.intent.currency })}`
    case 'interrupted':
      return 'Tillside closed before an answer came'
    case 'answered':
      return answerWords(event.answer)
    case 'checked':
      return checkWords(event)
    case 'decided':
      return decisionWords(event.decision)
    case 'watched':
      return event.refunded === null
        ? 'Watched: no payment in the answer'
        : `Watched: refunded so far ${writeHundredths(event.refunded)}`
    case 'watch_ended':
      return event.why === 'complete'
        ? 'The watch is over'
        : 'The watch is over: the service couldn’t be asked often enough'
    case 'alarmed':
      return alarmWords(event.alarm)
    case 'acknowledged':
      return `${isolatedText(event.by)} has seen the alarm: ${isolatedText(event.note)}`
    case 'slip_made':
      return event.how === 'printed' ? 'Slip printed' : 'Slip saved as PDF'
    case 'taken_over':
      return `Carried over into a new refund record: ${attemptState(event.attempt.state).word}`
    default:
      return unreachable(event)
  }
}
