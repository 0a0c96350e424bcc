import type { ReadyRefund, RefundReason } from '../refund/refund-draft'

export const reasonNames: Readonly<Record<RefundReason, string>> = {
  damaged: 'Damaged item',
  wrong_item: 'Wrong item',
  changed_mind: 'Changed mind',
  charged_twice: 'Charged twice',
  not_received: 'Not received',
  other: 'Other',
}

/** The reason as it is sent. */
export function reasonText(refund: Pick<ReadyRefund, 'reason' | 'otherReason'>): string {
  return refund.reason === 'other' ? refund.otherReason : reasonNames[refund.reason]
}
