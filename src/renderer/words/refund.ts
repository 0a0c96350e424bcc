import { formatMoney, type Money } from '../../shared/money'
import type { AmountFault } from '../../shared/refund-blocks'
import { confirmKey } from './common'
import { amountProblemWords } from './refusals'

/** Why what stands in Amount is no amount that can be refunded. */
export type AmountInputFault = 'empty' | 'unreadable' | 'comma_unclear' | AmountFault

/** What is wrong with what stands in Amount. */
export function amountFaultWords(trouble: AmountInputFault, rest: Money): string {
  switch (trouble) {
    case 'empty':
      return `Enter an amount up to ${formatMoney(rest)}.`
    case 'unreadable':
      return 'Use digits and a decimal point, like 12.50.'
    case 'comma_unclear':
      return 'Use a point for decimals: 12.50, not 12,50. No comma in 1200.'
    case 'too_large':
      return `Up to ${formatMoney(rest)}.`
    case 'not_whole_units':
      return `No decimals in ${rest.currency}.`
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
      return trouble.why === 'none' ? 'Choose a reason.' : 'Type the reason.'
    case 'confirmation':
      return 'Please confirm above.'
  }
}

export const refundWords = {
  title: 'Refund',
  start: 'Refund',
  scope: 'How much',
  full: 'Full refund',
  part: 'Part refund',
  amount: 'Amount',
  reason: 'Reason',
  otherReason: 'Other reason',
  confirm: (amount: Money) => `Refund ${formatMoney(amount)}`,
  confirmEmpty: 'Refund',
  /** What was typed as the amount may hold a digit that was meant as a reason. */
  askAmount: (amount: Money) => `Refund ${formatMoney(amount)}? Press ${confirmKey} again to send it.`,
  keypad: 'Keypad',
  erase: 'Erase',
  point: 'Point',
  back: 'Back',
  stays: (rest: Money, amount: Money) =>
    `Leaves ${formatMoney({ ...rest, hundredths: rest.hundredths - amount.hundredths })}.`,
  everything: 'Full remaining amount',
  strands: (left: Money) => `This leaves ${formatMoney(left)}, too little to refund later.`,
  wholeOnly: 'Less than 0.10 was paid: it can only be refunded in full.',
  refundable: 'Refundable',
  openActivity: 'Open Activity',
  changedMeanwhile: {
    title: 'Can’t refund right now',
    meaning: 'Something changed while this form was open.',
    next: 'Go back to see what changed.',
  },
  charge: 'The money goes back the way it was paid.',
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

export const reasonNames: Readonly<Record<RefundReason, string>> = {
  damaged: 'Damaged item',
  wrong_item: 'Wrong item',
  changed_mind: 'Changed mind',
  charged_twice: 'Charged twice',
  not_received: 'Not received',
  other: 'Other',
}

/** The reason as it is sent. */
export function reasonText(refund: { readonly reason: RefundReason; readonly otherReason: string }): string {
  return refund.reason === 'other' ? refund.otherReason : reasonNames[refund.reason]
}
