import type { Alarm, PersonReason } from '../../shared/attempt/alarms'
import type { Attempt } from '../../shared/attempt/attempt'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import type { AttemptView, LockedBy } from '../../shared/attempt/payment-standing'
import { isolatedText } from '../../shared/base/text'
import type { AppState, LineNotice } from '../../shared/contract/contract'
import { formatMoney, type Money } from '../../shared/payment/money'
import { serviceReason } from './common'
import { words } from './words'

const { states, outcome, alarms, acknowledge, grammar } = words

/** A state is a word and a sign; the tone only repeats it as a colour. */
export type State = {
  readonly sign: string
  readonly word: string
  readonly tone: 'go' | 'wait' | 'no' | 'soft'
}

const notRefunded: State = { sign: '✕', word: states.not_refunded, tone: 'no' }
const attemptStateWords: Readonly<Record<AttemptState, State>> = {
  sending: { sign: '…', word: states.sending, tone: 'soft' },
  refunded: { sign: '✓', word: states.refunded, tone: 'go' },
  not_sent: { sign: '○', word: states.not_sent, tone: 'soft' },
  refusal_seen: notRefunded,
  refused: notRefunded,
  not_refunded: notRefunded,
  unconfirmed: { sign: '?', word: states.unconfirmed, tone: 'wait' },
  refunded_probably: { sign: '≈', word: states.refunded_probably, tone: 'wait' },
}

/** An attempt's state as a person reads it. The words of decided and undecided outcomes are architecture.md's. */
export function attemptState(state: AttemptState): State {
  return attemptStateWords[state]
}

/** An attempt's state in a list, where nothing beside it says that Tillside still checks a refusal. */
export function listedState(state: AttemptState): State {
  const says = attemptState(state)
  return state === 'refusal_seen' ? { ...says, word: states.beingChecked(says.word) } : says
}

/** A payment that is locked, in a list of payments: the words that Activity has for the refund that locks it. */
export function lockedState(by: NonNullable<LockedBy>): State {
  if (by === 'unread' || by === 'lowering_returned') return { sign: '!', word: states.locked, tone: 'wait' }
  return listedState(by)
}

/** Of a payment while its refund is on its way: what it was before is old. */
export const refundInProgress: State = { sign: '…', word: states.inProgress, tone: 'soft' }

/** Beside the state of an attempt with an alarm that nobody has acknowledged. */
export const alarmState: State = { sign: '!', word: states.alarm, tone: 'no' }

export function attemptMoney(attempt: Attempt): Money {
  return { hundredths: attempt.intent.amount, currency: attempt.intent.currency }
}

/** The cashier's sentence about an attempt, as architecture.md, "The refund protocol", has it. */
export function outcomeSentence(attempt: Attempt): string {
  const money = formatMoney(attemptMoney(attempt))
  const { state, refusal, decision } = attempt
  const { said } = outcome
  switch (state) {
    case 'sending':
    case 'refunded':
      return said[state](money)
    case 'not_sent':
    case 'refunded_probably':
    case 'unconfirmed':
      return said[state]
    case 'refusal_seen':
    case 'refused':
      return said.refused(serviceReason(refusal?.message ?? ''))
    case 'not_refunded':
      return said.not_refunded(isolatedText(decision?.supervisor ?? said.aSupervisor))
  }
}

/** What the cashier tells the customer or does next. */
export function outcomeAdvice(attempt: AttemptView): string {
  const { advice, waitAdvice } = outcome
  switch (attempt.state) {
    case 'sending':
      return waitAdvice
    case 'refunded':
      return attempt.decision === null
        ? advice.refunded
        : advice.refundedDecided(isolatedText(attempt.decision.supervisor))
    case 'unconfirmed':
      return attempt.forPerson === null && !attempt.elsewhere
        ? advice.unconfirmed
        : advice.unconfirmedForPerson
    default:
      return advice[attempt.state]
  }
}

/** What to do by pieces of messages, as payment services commonly write them: interface.md §7 names none. */
const knownAdvice = [
  [words.advice.too_old, ['too old', 'expired', 'refund period', 'time limit']],
  [words.advice.not_enough_funds, ['insufficient', 'not enough', 'unsettled']],
  [words.advice.still_processing, ['processing', 'not settled yet', 'pending']],
  [words.advice.already_refunded, ['already refunded', 'already been refunded', 'fully refunded']],
] as const

/** What to do about a refusal, in the store's own words or in ours; null where its message says nothing that is known. */
export function refusalAdvice(message: string, own: AppState['advice']): string | null {
  const said = message.toLowerCase()
  const stores = own.find(({ contains }) => said.includes(contains.toLowerCase()))
  const known = knownAdvice.find(([, pieces]) => pieces.some((piece) => said.includes(piece)))
  return stores?.advice ?? known?.[0] ?? null
}

/** `12 s`, `5 min`, `2 h`: as coarse as a person wants it. */
export function shortWait(seconds: number): string {
  if (seconds < 100) return grammar.seconds(seconds)
  return seconds < 5400
    ? grammar.minutes(Math.round(seconds / 60))
    : grammar.hours(Math.round(seconds / 3600))
}

/** What the cashier can say to the customer, as it is said; null where there is nothing to say yet. */
export function sayToCustomer({ state }: Pick<Attempt, 'state'>): string | null {
  if (state === 'sending') return null
  return outcome.forCustomer[state === 'refusal_seen' ? 'refused' : state]
}

/** What the service has shown as refunded since this refund began, in the payment's currency. */
function refundedSince({ intent, seen }: Attempt): Money {
  return { hundredths: Math.max(0, seen.highest - intent.base), currency: intent.currency }
}

/** The same as a refund has it: with the money, where that tells more than the reason alone. */
export function attemptReasonWords(reason: PersonReason, attempt: Attempt): string {
  const since = refundedSince(attempt)
  if (reason !== 'less_than_ours' || since.hundredths === 0) return outcome.reasons[reason]
  return outcome.reasons.onlySome(formatMoney(since), formatMoney(attemptMoney(attempt)))
}

/** An alarm as its refund has it. What is less than was asked for can't hold a refund that was refused. */
export function attemptAlarmWords(alarm: Alarm, attempt: Attempt): string {
  const since = refundedSince(attempt)
  const isOthers = since.hundredths > 0 && since.hundredths < attempt.intent.amount
  return alarm === 'moved_after_refusal' && isOthers ? alarms.others(formatMoney(since)) : words.alarms[alarm]
}

export const outcomeWords = {
  ...outcome,
  nextCheck: (seconds: number) =>
    seconds <= 0 ? outcome.checkingNow : outcome.nextCheck(shortWait(seconds)),
  /** After a refusal. */
  nothingMoved: (seconds: number) =>
    seconds <= 0 ? outcome.makingSureNow : outcome.makingSure(shortWait(seconds)),
  elsewhere: { sign: '✓', word: outcome.elsewhere },
  steps: [
    { now: outcome.checking, done: outcome.checked },
    { now: outcome.sending, done: outcome.sent },
  ],
  waiting: (seconds: number, most: number) => outcome.waiting(String(seconds), String(most)),
} as const

type NoticeFacts = Pick<LineNotice, 'what' | 'lines' | 'lost' | 'refunded'>

/** What is known of it beside its title; '' where the title says all. */
export function noticeAbout({ what, lines, lost, refunded }: NoticeFacts): string {
  if (refunded !== null) return alarms.refundedAgain(formatMoney(refunded))
  if (what !== 'could_not_be_read') return ''
  if (lost.length > 0) return alarms.lost(lost.join(grammar.comma))
  return lines === 0 ? alarms.linesUnknown : alarms.linesMissing(lines)
}

export const acknowledgeWords = {
  ...acknowledge,
  by: (name: string) => acknowledge.by(isolatedText(name)),
} as const
