import { z } from 'zod'

/** What a supervisor must hear of (refund-protocol.md 2, 5, 8, 9 and 12). */
export const alarmSchema = z.enum([
  /** `refunded` rose by more than ours. */
  'more_than_ours',
  /** A refusal, or a decided "not refunded", and then `refunded` rose or our marker came: locked again. */
  'moved_after_refusal',
  'moved_after_decision',
  /** Our marker stands in the remark of an attempt that ended without a refund and is watched no more. */
  'refunded_after_all',
  /** Decided "refunded", and twelve shows never reached it. */
  'never_reached',
  /** Thirty days went by without the shows that a watch needs. */
  'could_not_be_watched',
  /** A rise that no refund of ours explains, where nothing of ours can be locked for it. */
  'unexplained_rise',
  /** A rise that carries another till's marker: no lock. */
  'risen_by_another_till',
  /** Records of an earlier journal contradict each other about this attempt. */
  'records_contradict',
])

/** Why no rule can decide and a person must (refund-protocol.md 8). */
export const personReasonSchema = z.enum([
  'less_than_ours',
  'more_without_marker',
  'went_down',
  'amount_changed',
  'another_marker',
  'status_changed',
  'unreadable',
])

export type Alarm = z.infer<typeof alarmSchema>
export type PersonReason = z.infer<typeof personReasonSchema>
