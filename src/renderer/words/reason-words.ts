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
