import type { PersonReason } from '../../shared/attempt/alarms'
import type { Attempt } from '../../shared/attempt/attempt'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import type { AttemptView, LockedBy } from '../../shared/attempt/payment-standing'
import { isolatedText } from '../../shared/base/text'
import type { AppState, LineNotice } from '../../shared/contract/contract'
import type { RefundsOff } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/payment/money'
import {
  type AmountFault,
  type BlockReason,
  type ConfirmationReason,
  paymentState,
} from '../../shared/payment/refund-rules'
import type { Transaction } from '../../shared/payment/transaction'
import { type RuleName, reasonName } from '../../shared/people/rules'
import { beliedBy } from '../../shared/refund/refund'
import { confirmKey, type Explanation, serviceReason } from './common'
import { type ReceiptFor, shortForeign, tooLongWords, wordsFor } from './receipt'
import { words } from './words'

const { refund, blocks, off, states, outcome, alarms, grammar } = words

export type AmountInputFault = 'empty' | 'unreadable' | 'comma_unclear' | AmountFault

export function amountFaultWords(trouble: AmountInputFault, rest: Money): string {
  switch (trouble) {
    case 'empty':
      return refund.amountEmpty(formatMoney(rest))
    case 'unreadable':
      return refund.amountUnreadable
    case 'comma_unclear':
      return refund.commaUnclear
    case 'too_large':
      return refund.amountTooLarge(formatMoney(rest))
    case 'not_whole_units':
      return refund.noDecimals(rest.currency)
    default:
      return refund.amountProblems[trouble]
  }
}

/** What is missing or wrong in the refund form. */
export type DraftFault =
  | { readonly in: 'amount'; readonly why: AmountInputFault }
  | { readonly in: 'reason'; readonly why: 'none' | 'other_empty' }
  | { readonly in: 'confirmation' }

/** Says what is missing before the refund can be sent. */
export function draftFaultWords(trouble: DraftFault, rest: Money): string {
  switch (trouble.in) {
    case 'amount':
      return amountFaultWords(trouble.why, rest)
    case 'reason':
      return trouble.why === 'none' ? refund.chooseReason : refund.typeReason
    case 'confirmation':
      return refund.confirmAbove
  }
}

/** Asks whether the amount is meant, before it is sent. */
export function askAmount(amount: Money): string {
  return refund.askAmount(formatMoney(amount), confirmKey)
}

/** Returns a reason in the window's language; a custom one as it was sent. */
export function reasonWords({ code, text }: Attempt['intent']['reason']): string {
  return code === 'other' ? text : nameOfReason(code)
}

export const nameOfReason = (code: string) => reasonName(code, words.reasons)

/** Says which rules ask for a second person. @param marker of the doubtful earlier refund, if known */
export function rulesWords(rules: readonly RuleName[], marker = words.rules.unknownMarker): string {
  const { after_not_refunded: doubted, ...others } = words.rules
  const said = rules.map((rule) => (rule === 'after_not_refunded' ? doubted(marker) : others[rule]))
  return said.join(grammar.betweenSentences)
}

/** Explains why a payment can't be refunded, with details of the record where they help. */
export function explainBlock(reason: BlockReason, record?: Transaction): Explanation {
  const plain = blocks[reason]
  if (record === undefined) return plain
  if (reason === 'too_long') {
    const named = tooLongWords(record)
    return named === null ? plain : { ...plain, meaning: named }
  }
  if (reason === 'wholly_refunded' && paymentState(record) === 'other_refunded') {
    const status = record.status === '' ? blocks.noStatus : blocks.statusUnknown(shortForeign(record.status))
    return { title: plain.title, meaning: blocks.whollyRefundedOddly(status), next: blocks.oddNext }
  }
  return plain
}

/** Returns what the cashier must confirm, and why. */
export function explainConfirmation(
  why: ConfirmationReason,
  status: string,
): { ask: string; meaning: string } {
  if (why === 'status_refunded_in_part') return { ask: refund.confirmRest, meaning: refund.statusRefunded }
  return {
    ask: refund.confirmStatus,
    meaning: status === '' ? refund.statusNone : refund.statusUnknown(shortForeign(status)),
  }
}

/**
 * Explains why refunds are off.
 * @param movedFrom the folder that the keychain entries belong to, if another
 */
export function explainRefundsOff(why: RefundsOff, movedFrom: string | null = null): Explanation {
  const isMissed = why === 'no_keychain' || why === 'keychain_emptied'
  // After a move the keychain has no entries for this folder, but has lost nothing.
  if (!isMissed || movedFrom === null) return off[why]
  return { ...off.moved, meaning: off.moved.meaning(isolatedText(movedFrom)) }
}

/** A state in words. The tone repeats it as a colour. */
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

/** Returns an attempt's state. The words are architecture.md's. */
export function attemptState(state: AttemptState): State {
  return attemptStateWords[state]
}

/** Returns an attempt's state for a list, which says if a refusal is still being checked. */
export function listedState(state: AttemptState): State {
  const says = attemptState(state)
  return state === 'refusal_seen' ? { ...says, word: states.beingChecked(says.word) } : says
}

/** Returns the state of a locked payment for a list. */
export function lockedState(by: NonNullable<LockedBy>): State {
  if (by === 'unread' || by === 'lowering_returned') return { sign: '!', word: states.locked, tone: 'wait' }
  return listedState(by)
}

/** Returns a payment's state during a refund. */
export function refundInProgress(to: ReceiptFor): State {
  return { sign: '…', word: wordsFor(to).states.inProgress, tone: 'soft' }
}

/** Added to an attempt with an unacknowledged alarm. */
export const alarmState: State = { sign: '!', word: states.alarm, tone: 'no' }

export function attemptMoney(attempt: Attempt): Money {
  return { hundredths: attempt.intent.amount, currency: attempt.intent.currency }
}

/** Returns the cashier's sentence (architecture.md, "What the cashier reads"). */
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

/** Returns what the cashier does or says next. */
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

/** Advice by common parts of refusal messages, which interface.md §7 does not define. */
const knownAdvice = [
  [words.advice.too_old, ['too old', 'expired', 'refund period', 'time limit']],
  [words.advice.not_enough_funds, ['insufficient', 'not enough', 'unsettled']],
  [words.advice.still_processing, ['processing', 'not settled yet', 'pending']],
  [words.advice.already_refunded, ['already refunded', 'already been refunded', 'fully refunded']],
] as const

/** Returns advice on a refusal, the store's own first; null when the message is unknown. */
export function refusalAdvice(message: string, own: AppState['advice']): string | null {
  const said = message.toLowerCase()
  const stores = own.find(({ contains }) => said.includes(contains.toLowerCase()))
  const known = knownAdvice.find(([, pieces]) => pieces.some((piece) => said.includes(piece)))
  return stores?.advice ?? known?.[0] ?? null
}

/** `12 s`, `5 min`, `2 h`. */
export function shortWait(seconds: number): string {
  if (seconds < 100) return grammar.seconds(seconds)
  return seconds < 5400
    ? grammar.minutes(Math.round(seconds / 60))
    : grammar.hours(Math.round(seconds / 3600))
}

/** Returns a sentence for the customer; null while there is none. */
export function sayToCustomer(attempt: Pick<Attempt, 'state' | 'alarms'>): string | null {
  const { state } = attempt
  if (state === 'sending' || beliedBy(attempt) !== null) return null
  return outcome.forCustomer[state === 'refusal_seen' ? 'refused' : state]
}

/** Returns what the service has shown as refunded since this refund began. */
function refundedSince({ intent, seen }: Attempt): Money {
  return { hundredths: Math.max(0, seen.highest - intent.base), currency: intent.currency }
}

/** Returns the reason, with amounts where they add something. */
export function attemptReasonWords(reason: PersonReason, attempt: Attempt): string {
  const since = refundedSince(attempt)
  if (reason !== 'less_than_ours' || since.hundredths === 0) return outcome.reasons[reason]
  return outcome.reasons.onlySome(formatMoney(since), formatMoney(attemptMoney(attempt)))
}

type NoticeFacts = Pick<LineNotice, 'what' | 'lines' | 'lost' | 'refunded'>

/** Returns details for a notice; '' when its title says everything. */
export function noticeAbout({ what, lines, lost, refunded }: NoticeFacts): string {
  if (refunded !== null) return alarms.refundedAgain(formatMoney(refunded))
  if (what !== 'could_not_be_read') return ''
  if (lost.length > 0) return alarms.lost(lost.join(grammar.comma))
  return lines === 0 ? alarms.linesUnknown : alarms.linesMissing(lines)
}
