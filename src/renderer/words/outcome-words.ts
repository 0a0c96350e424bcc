import type { Alarm, Attempt, PersonReason } from '../../shared/attempt'
import { formatMoney, type Money } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { serviceReason } from './service-says'

export function attemptMoney(attempt: Attempt): Money {
  return { hundredths: attempt.intent.amount, currency: attempt.intent.currency }
}

/** The cashier's sentence about an attempt, as design.md, "The refund protocol", has it. */
export function outcomeSentence(attempt: Attempt): string {
  const money = formatMoney(attemptMoney(attempt))
  const { state, intent, refusal, decision } = attempt
  switch (state) {
    case 'intended':
    case 'sending':
      return `Sending ${money} back.`
    case 'refunded':
      return `Refunded ${money}`
    case 'not_sent':
    case 'cancelled':
      return 'Not sent. Try again.'
    case 'refusal_seen':
    case 'refused':
      return `Not refunded: ${serviceReason(refusal?.message ?? '')}`
    case 'not_refunded':
      return `Not refunded: ${decision?.supervisor ?? 'a supervisor'} decided so.`
    case 'unconfirmed':
      return `We don't know yet. Do not refund on any till and do not pay cash. ${intent.marker}`
    case 'refunded_probably':
      return 'Probably refunded. A supervisor must confirm.'
    default:
      return unreachable(state)
  }
}

/** What the cashier tells the customer or does next. */
export function outcomeAdvice(attempt: Attempt): string {
  switch (attempt.state) {
    case 'intended':
    case 'sending':
      return 'Wait. Do not switch this PC off.'
    case 'refunded':
      return attempt.decision === null
        ? 'The money is on its way to the customer. Give them the slip.'
        : `${attempt.decision.supervisor} decided so. The money is on its way to the customer.`
    case 'not_sent':
      return 'The service could not be reached. No money moved. You may try again.'
    case 'cancelled':
      return 'It was stopped before it was sent. No money moved. You may try again.'
    case 'refusal_seen':
      return 'The service refused, so no money should have moved. We check three times, then you may try again.'
    case 'refused':
      return 'We checked three times: no money moved. You may try again.'
    case 'not_refunded':
      return 'No money moved. You may try again.'
    case 'unconfirmed':
      return attempt.forPerson === null
        ? 'Keep the slip. We go on asking the service; this screen changes when we know.'
        : 'Keep the slip. A supervisor must decide, under Activity.'
    case 'refunded_probably':
      return 'The amount went out, but we can not see that it was ours. Do not refund on any till and do not pay cash.'
    default:
      return unreachable(attempt.state)
  }
}

/** A lost part refund can seldom be told from somebody else's: said, not hidden (design.md, protocol 8). */
export const partRefundNote =
  'For a part refund the service does not send our mark back, so a supervisor will probably have to decide.'

export function alarmWords(alarm: Alarm): string {
  switch (alarm) {
    case 'more_than_ours':
      return 'More money went out than this refund. Somebody else refunded too: tell a supervisor.'
    case 'moved_after_refusal':
      return 'The service refused, but money moved after that. Tell a supervisor.'
    case 'refunded_after_all':
      return 'This was decided as not refunded, but the refund is there now. Tell a supervisor.'
    default:
      return unreachable(alarm)
  }
}

/** Why no rule can decide and a person must. */
export function personReasonWords(reason: PersonReason): string {
  switch (reason) {
    case 'less_than_ours':
      return 'Less money went out than this refund.'
    case 'more_without_marker':
      return 'More money went out than this refund, and nothing says that ours is in it.'
    case 'went_down':
      return 'The amount refunded went down.'
    case 'amount_changed':
      return 'The payment’s amount or currency changed.'
    case 'another_marker':
      return 'Another till’s refund shows up on this payment.'
    case 'status_changed':
      return 'The payment changed, but no money moved.'
    case 'unreadable':
      return 'The amount refunded can not be read.'
    default:
      return unreachable(reason)
  }
}

export const outcomeWords = {
  region: 'Outcome',
  sendingRegion: 'Sending',
  sendingTitle: 'Sending',
  happened: 'What happened',
  nextLook: (seconds: number) =>
    seconds <= 0
      ? 'Looking now.'
      : seconds < 100
        ? `Next look in ${seconds} s.`
        : `Next look in ${Math.round(seconds / 60)} min.`,
  nextCustomer: 'Next customer',
  tryAgain: 'Look again',
  showReceipt: 'Show receipt',
  backToRefund: 'Back to the receipt',
  supervisor: 'Decide in Activity',
  evidence: 'Open in Activity',
  stopped: 'Not sent',
  stoppedSentence: 'Not sent. Try again.',
  broken: 'Unconfirmed',
  brokenSentence: (money: string) =>
    `Tillside failed while ${money} was being refunded. Do not refund on any till and do not pay cash.`,
  brokenNext: 'Open Activity: it says whether the refund was sent.',
  waitAdvice: 'Wait. Do not switch this PC off.',
  checking: 'Asking the service how things stand',
  writtenDown: 'Written down',
  sent: 'Sending; waiting for the answer',
  was: 'Was',
  now: 'Now',
  changed: { amount: 'Amount', currency: 'Currency', status: 'Status', refunded: 'Refunded so far' },
  slip: 'Refund slip',
} as const
