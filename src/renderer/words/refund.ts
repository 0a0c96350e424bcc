import type { Attempt } from '../../shared/attempt/attempt'
import { isolatedText } from '../../shared/base/text'
import type { RefundsOff } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/payment/money'
import { paymentState } from '../../shared/payment/payment-state'
import type { AmountFault, BlockReason, ConfirmationReason } from '../../shared/payment/refund-rules'
import type { Transaction } from '../../shared/payment/transaction'
import { type RuleName, reasonName } from '../../shared/people/rules'
import { confirmKey, type Explanation } from './common'
import { shortForeign, tooLongWords } from './receipt'
import { words } from './words'

const { refund, blocks, off, grammar } = words

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
