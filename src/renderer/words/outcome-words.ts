import type { PersonReason } from '../../shared/alarms'
import type { Attempt } from '../../shared/attempt'
import { formatMoney, type Money } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
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
      return `Not refunded: ${isolatedText(decision?.supervisor ?? 'a supervisor')} decided so.`
    case 'unconfirmed':
      return `We don’t know yet. Do not refund on any till and do not pay cash. ${intent.marker}`
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
        : `${isolatedText(attempt.decision.supervisor)} decided so. The money is on its way to the customer.`
    case 'not_sent':
      return 'Nothing reached the service. No money moved. You may try again.'
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
      return 'The amount went out, but we can’t see that it was ours. Do not refund on any till and do not pay cash.'
    default:
      return unreachable(attempt.state)
  }
}

/** A lost part refund can seldom be told from somebody else's: said, not hidden (design.md, protocol 8). */
export const partRefundNote =
  'For a part refund the service does not send our refund no. back, so a supervisor will probably have to decide.'

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
      return 'The amount refunded can’t be read.'
    default:
      return unreachable(reason)
  }
}

/** `12 s`, `5 min`, `2 h`: as coarse as a person wants it. */
export function shortWait(seconds: number): string {
  if (seconds < 100) return `${seconds} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

export const outcomeWords = {
  region: 'Outcome',
  sendingRegion: 'Sending',
  sendingTitle: 'Sending',
  happened: 'What happened',
  nextCheck: (seconds: number) => (seconds <= 0 ? 'Checking now.' : `Next check in ${shortWait(seconds)}.`),
  /** After a refusal; the sentence is design.md's (protocol 6). */
  nothingMoved: (seconds: number) =>
    seconds <= 0 ? 'Checking that nothing moved: now' : `Checking that nothing moved: ${shortWait(seconds)}`,
  nextCustomer: 'Next customer',
  tryAgain: 'Look again',
  showReceipt: 'Show receipt',
  backToRefund: 'Back to the receipt',
  supervisor: 'Decide in Activity',
  evidence: 'Open in Activity',
  withSupervisor: (money: string) => `Refund ${money} with this supervisor`,
  stopped: 'Not sent',
  stoppedSentence: 'Not sent. Try again.',
  broken: 'Unconfirmed',
  brokenSentence: (money: string) =>
    `Tillside failed while ${money} was being refunded. Do not refund on any till and do not pay cash.`,
  brokenNext: 'Open Activity: it says whether the refund was sent.',
  waitAdvice: 'Wait. Do not switch this PC off.',
  checking: 'Asking the service about the payment',
  writtenDown: 'Written down',
  sent: 'Sending; waiting for the answer',
  was: 'Was',
  now: 'Now',
  changed: { amount: 'Amount', currency: 'Currency', status: 'Status', refunded: 'Refunded so far' },
  slip: 'Refund slip',
} as const

/** The names on the slip that the customer takes home. */
export const slipWords = {
  marker: 'Refund no.',
  transaction: 'Transaction ID',
  time: 'Time',
  paid: 'Paid',
  refundedBefore: 'Refunded before',
  refundedNow: 'Refunded now',
  asked: 'Asked for',
  reason: 'Reason',
  cashier: 'Cashier',
} as const
