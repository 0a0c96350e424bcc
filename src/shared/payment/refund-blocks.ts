/** What blocks a refund, by name: refund-rules.ts says when. */

/** Why a transaction cannot be refunded at all, as far as its record tells (architecture.md, "Money and records"). */
export const blockReasons = [
  'no_id',
  'no_currency',
  /** The id, an amount, the currency or the status is longer than documented (interface.md §2.2). */
  'too_long',
  'amount_unreadable',
  'refunded_unreadable',
  'contradiction',
  'wholly_refunded',
  'cancelled',
  'failed',
  'precreated',
  'nothing_paid',
  'rest_too_small',
] as const
export type BlockReason = (typeof blockReasons)[number]

/** Why a refund needs the cashier's confirmation once more. */
export const confirmationReasons = ['status_not_known', 'status_refunded_in_part'] as const
export type ConfirmationReason = (typeof confirmationReasons)[number]

/** Why an amount cannot be refunded (interface.md §8). */
export const amountFaults = ['too_small', 'too_large', 'not_whole_units', 'whole_only'] as const
export type AmountFault = (typeof amountFaults)[number]
