import type { Alarm, PersonReason } from '../../shared/alarms'
import type { Attempt } from '../../shared/attempt'
import type { AttemptState } from '../../shared/attempt-states'
import type { LineNotice } from '../../shared/contract'
import { formatMoney, type Money, writeHundredths } from '../../shared/money'
import type { LockedBy } from '../../shared/payment-standing'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { serviceReason } from './common'
import { plural } from './locale'

/** A state is a word and a sign; the tone only repeats it as a colour. */
export type State = {
  readonly sign: string
  readonly word: string
  readonly tone: 'go' | 'wait' | 'no' | 'soft'
}

/** An attempt's state as a person reads it. The words of decided and undecided outcomes are architecture.md's. */
export function attemptState(state: AttemptState): State {
  switch (state) {
    case 'sending':
      return { sign: '…', word: 'Sending', tone: 'soft' }
    case 'refunded':
      return { sign: '✓', word: 'Refunded', tone: 'go' }
    case 'not_sent':
      return { sign: '○', word: 'Not sent', tone: 'soft' }
    case 'refusal_seen':
    case 'refused':
    case 'not_refunded':
      return { sign: '✕', word: 'Not refunded', tone: 'no' }
    case 'unconfirmed':
      return { sign: '?', word: 'Unconfirmed', tone: 'wait' }
    case 'refunded_probably':
      return { sign: '≈', word: 'Probably refunded', tone: 'wait' }
    default:
      return unreachable(state)
  }
}

/** An attempt's state in a list, where nothing beside it says that Tillside still checks a refusal. */
export function listedState(state: AttemptState): State {
  const says = attemptState(state)
  return state === 'refusal_seen' ? { ...says, word: `${says.word} · being checked` } : says
}

/** A payment that is locked, in a list of payments: the words that Activity has for the refund that locks it. */
export function lockedState(by: NonNullable<LockedBy>): State {
  if (by === 'unread' || by === 'lowering_returned') return { sign: '!', word: 'Locked', tone: 'wait' }
  return listedState(by)
}

/** Of a payment while its refund is on its way: what it was before is old. */
export const refundInProgress: State = { sign: '…', word: 'Refund in progress', tone: 'soft' }

/** Beside the state of an attempt with an alarm that nobody has acknowledged. */
export const alarmState: State = { sign: '!', word: 'Alarm', tone: 'no' }

export function attemptMoney(attempt: Attempt): Money {
  return { hundredths: attempt.intent.amount, currency: attempt.intent.currency }
}

/** The cashier's sentence about an attempt, as architecture.md, "The refund protocol", has it. */
export function outcomeSentence(attempt: Attempt): string {
  const money = formatMoney(attemptMoney(attempt))
  const { state, intent, refusal, decision } = attempt
  switch (state) {
    case 'sending':
      return `Refunding ${money}…`
    case 'refunded':
      return `Refunded ${money}`
    case 'not_sent':
      return 'Not sent. Try again.'
    case 'refusal_seen':
    case 'refused':
      return `Not refunded: ${serviceReason(refusal?.message ?? '')}`
    case 'not_refunded':
      return `Not refunded. Decided by ${isolatedText(decision?.supervisor ?? 'a supervisor')}.`
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
    case 'sending':
      return outcomeWords.waitAdvice
    case 'refunded':
      return attempt.decision === null
        ? 'The money is on its way. Print the slip for the customer.'
        : `The money is on its way. Confirmed by ${isolatedText(attempt.decision.supervisor)}.`
    case 'not_sent':
      return 'Nothing reached the service. No money moved. You can try again.'
    case 'refusal_seen':
      return 'We’re making sure that no money moved. This takes a few seconds; then you can try again.'
    case 'refused':
      return 'Checked three times: no money moved. You can try again.'
    case 'not_refunded':
      return 'No money moved. You can try again.'
    case 'unconfirmed':
      return attempt.forPerson === null
        ? 'Print the slip for the customer. We keep checking and will tell you.'
        : 'Print the slip for the customer and call a supervisor.'
    case 'refunded_probably':
      return 'This amount was refunded, but we can’t tell whether by this till. Do not refund on any till and do not pay cash.'
    default:
      return unreachable(attempt.state)
  }
}

/** A lost part refund can seldom be told from somebody else's: said, not hidden (refund-protocol.md 8). */
export const partRefundNote = 'A supervisor will probably have to check this one: it is part of the payment.'

/** Why no rule can decide and a person must. */
export function personReasonWords(reason: PersonReason): string {
  switch (reason) {
    case 'less_than_ours':
      return 'Less was refunded than this refund.'
    case 'more_without_marker':
      return 'Something was refunded on this payment. We can’t tell whether it was ours.'
    case 'went_down':
      return 'The refunded total went down.'
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

/** What the cashier can say to the customer, as it is said; null where there is nothing to say yet. */
export function sayToCustomer({ state }: Pick<Attempt, 'state'>): string | null {
  switch (state) {
    case 'refunded':
      return '“Your refund is on its way.”'
    case 'not_sent':
      return '“Your refund hasn’t been sent yet. I’ll try again.”'
    case 'refusal_seen':
    case 'refused':
      return '“The payment service didn’t accept the refund.”'
    case 'not_refunded':
      return '“The refund didn’t go through. No money was sent back.”'
    case 'unconfirmed':
      return '“The payment service hasn’t answered yet. We won’t lose track of your refund.”'
    case 'refunded_probably':
      return '“Your refund seems to have gone through. A supervisor will confirm it.”'
    default:
      return null
  }
}

/** What the service has shown as refunded since this refund began, in the payment's currency. */
function refundedSince({ intent, seen }: Attempt): Money {
  return { hundredths: Math.max(0, seen.highest - intent.base), currency: intent.currency }
}

/** The same as a refund has it: with the money, where that tells more than the reason alone. */
export function attemptReasonWords(reason: PersonReason, attempt: Attempt): string {
  const since = refundedSince(attempt)
  if (reason !== 'less_than_ours' || since.hundredths === 0) return personReasonWords(reason)
  return `Only ${formatMoney(since)} was refunded, not ${formatMoney(attemptMoney(attempt))}.`
}

/** An alarm as its refund has it. What is less than was asked for can't hold a refund that was refused. */
export function attemptAlarmWords(alarm: Alarm, attempt: Attempt): string {
  const since = refundedSince(attempt)
  const isOthers = since.hundredths > 0 && since.hundredths < attempt.intent.amount
  if (alarm !== 'moved_after_refusal' || !isOthers) return alarmWords(alarm)
  return `${formatMoney(since)} was refunded that this till didn’t send. Tell a supervisor now.`
}

export const outcomeWords = {
  region: 'Outcome',
  sendingRegion: 'Sending',
  sendingTitle: 'Sending',
  happened: 'What happened',
  nextCheck: (seconds: number) => (seconds <= 0 ? 'Checking…' : `Checking again in ${shortWait(seconds)}`),
  sayToCustomer: 'Say to the customer',
  /** After a refusal; the sentence is architecture.md's (protocol 6). */
  nothingMoved: (seconds: number) =>
    seconds <= 0 ? 'Making sure: now' : `Making sure: ${shortWait(seconds)}`,
  nextCustomer: 'Next customer',
  tryAgain: 'Try again',
  showReceipt: 'Show receipt',
  printForCustomer: 'Print slip for the customer',
  backToRefund: 'Back to the receipt',
  supervisor: 'Open for a supervisor',
  evidence: 'Details',
  withSupervisor: (money: string) => `Refund ${money} with this supervisor`,
  stopped: 'Not sent',
  stoppedSentence: 'Not sent. Try again.',
  stoppedForGood: 'Not sent.',
  elsewhere: { sign: '✓', word: 'Already refunded elsewhere' },
  elsewhereForCustomer: '“This payment has already been refunded.”',
  stoppedForCustomer: '“Your refund hasn’t been sent yet.”',
  broken: 'Unconfirmed',
  brokenSentence: (money: string) =>
    `Something went wrong in Tillside during a refund of ${money}. Do not refund on any till and do not pay cash.`,
  supportDetails: 'Details for support',
  brokenNext: 'Activity shows whether it was sent.',
  waitAdvice: 'Please wait. Don’t turn this PC off.',
  /** Each step of a refund on its way: while it is done, and when it is done. */
  steps: [
    { now: 'Checking the payment…', done: 'Payment checked' },
    { now: 'Sending…', done: 'Recorded and sent, waiting for an answer' },
  ],
  waiting: (seconds: number, most: number) => `Waiting for an answer, ${seconds} s (${most} s at most)`,
  was: 'Before',
  now: 'Now',
  changed: { amount: 'Amount', currency: 'Currency', status: 'Status', refunded: 'Refunded so far' },
  slip: 'Refund slip',
} as const

/** The names on the slip that the customer takes home. */
export const slipWords = {
  marker: 'Refund no.',
  transaction: 'Transaction ID',
  time: 'Time',
  paid: 'Amount paid',
  refundedBefore: 'Refunded earlier',
  refundedNow: 'Refunded now',
  asked: 'Requested',
  reason: 'Reason',
  cashier: 'Cashier',
} as const

type NoticeFacts = Pick<LineNotice, 'what' | 'lines' | 'lost' | 'refunded'>

/** What a supervisor must hear of, in words for whoever reads it first. */
export function alarmWords(alarm: Alarm): string {
  switch (alarm) {
    case 'more_than_ours':
      return 'More was refunded than this refund. Tell a supervisor now.'
    case 'moved_after_refusal':
      return 'The service refused this refund, but money was refunded since. Tell a supervisor now.'
    case 'moved_after_decision':
      return 'A supervisor decided “not refunded”, but money was refunded since. Tell a supervisor now.'
    case 'refunded_after_all':
      return 'Tillside had counted this as not refunded, but the refund is there. Tell a supervisor.'
    case 'never_reached':
      return 'This was decided as refunded, but the service never showed the money. Tell a supervisor.'
    case 'could_not_be_watched':
      return 'The service couldn’t be asked about this for 30 days. Tell a supervisor to check the provider’s portal.'
    case 'unexplained_rise':
      return 'More was refunded on this payment than this till knows of. Tell a supervisor.'
    case 'risen_by_another_till':
      return 'Another till refunded on this payment too. Tell a supervisor.'
    case 'records_contradict':
      return 'Two records of this refund say different things. Tell a supervisor to check the provider’s portal.'
    default:
      return unreachable(alarm)
  }
}

/** The same for what stands by no refund of this record. */
export function noticeTitle({ what }: Pick<LineNotice, 'what'>): string {
  switch (what) {
    case 'locked_unread':
      return 'A payment is locked: an earlier refund of it can’t be read any more.'
    case 'lowering_returned':
      return 'A payment is locked: the service shows a refunded amount again that a supervisor had accepted as gone.'
    case 'could_not_be_read':
      return 'An earlier refund record may be incomplete.'
    default:
      return alarmWords(what)
  }
}

/** What is known of it beside its title; '' where the title says all. */
export function noticeAbout({ what, lines, lost, refunded }: NoticeFacts): string {
  if (refunded !== null) return `Refunded again: ${writeHundredths(refunded)}.`
  if (what !== 'could_not_be_read') return ''
  if (lost.length > 0) return `Refunds that can’t be read: ${lost.join(', ')}.`
  return lines === 0
    ? 'Nobody knows how many lines are missing.'
    : plural(lines, { one: (n) => `${n} line is missing.`, other: (n) => `${n} lines are missing.` })
}

export const acknowledgeWords = {
  open: 'I have seen this',
  title: 'Record that you’ve seen this alarm',
  intro: 'The alarm is then no longer listed first. Nothing is sent, and a locked payment stays locked.',
  note: 'What you found',
  noteHelp: 'For example: “Portal 10:40, two refunds, both known”',
  submit: 'Save',
  by: (name: string) => `${isolatedText(name)} has seen this.`,
} as const
