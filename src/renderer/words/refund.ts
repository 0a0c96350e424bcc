import { formatMoney, type Money } from '../../shared/money'
import type { AmountFault } from '../../shared/refund-blocks'
import { confirmKey } from './common'
import { amountProblemWords } from './refusals'
import { forStore, inEach, words } from './words'

const { refund } = words

/** Why what stands in Amount is no amount that can be refunded. */
export type AmountInputFault = 'empty' | 'unreadable' | 'comma_unclear' | AmountFault

/** What is wrong with what stands in Amount. */
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
      return amountProblemWords(trouble)
  }
}

/** What is missing, or wrong, in the refund form. */
export type DraftFault =
  | { readonly in: 'amount'; readonly why: AmountInputFault }
  | { readonly in: 'reason'; readonly why: 'none' | 'other_empty' }
  | { readonly in: 'confirmation' }

/** What is still missing before the refund can be sent. */
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

export const refundWords = {
  ...refund,
  confirm: (amount: Money) => refund.confirm(formatMoney(amount)),
  askAmount: (amount: Money) => refund.askAmount(formatMoney(amount), confirmKey),
  stays: (rest: Money, amount: Money) =>
    refund.stays(formatMoney({ ...rest, hundredths: rest.hundredths - amount.hundredths })),
  strands: (left: Money) => refund.strands(formatMoney(left)),
} as const

/** The reasons that a cashier chooses from, in the order of the form and of the digits. */
export const refundReasons = [
  'damaged',
  'wrong_item',
  'changed_mind',
  'charged_twice',
  'not_received',
  'other',
] as const
export type RefundReason = (typeof refundReasons)[number]

export const reasonNames: Readonly<Record<RefundReason, string>> = refund.reasons

/** The reason as it is sent and written down: in the store's language, whichever the window's is. */
export function reasonText(refund: { readonly reason: RefundReason; readonly otherReason: string }): string {
  return refund.reason === 'other'
    ? refund.otherReason
    : forStore((each) => each.refund.reasons[refund.reason])
}

/** Which reason a text is that was sent, in any language of this window; *other* where it is none of them. */
export function reasonOf(text: string): RefundReason {
  const names = inEach((each) => each.refund.reasons)
  return refundReasons.find((reason) => names.some((name) => name[reason] === text)) ?? 'other'
}
