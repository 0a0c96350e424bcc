/** What somebody must hear of: alarms, changes of a refund after its cashier has gone on, and how much waits for whom. */
import { z } from 'zod'

/** The alarms that a supervisor must acknowledge (refund-protocol.md 2, 5, 8, 9 and 12). */
export const alarmSchema = z.enum([
  /** `refunded` rose by more than our amount. */
  'more_than_ours',
  /**
   * After a refusal, or a decided "not refunded", `refunded` rose or our marker came: the payment is locked again. While the
   * refusal is checked, any other change of the payment counts as well.
   */
  'moved_after_refusal',
  'moved_after_decision',
  /** Our marker begins the remark after an attempt ended without a refund and its watch ended. */
  'refunded_after_all',
  /** A decided "refunded" that no show of its watch reached. */
  'never_reached',
  /** A watch lasted thirty days without the shows that it needs. */
  'could_not_be_watched',
  /** A rise that no refund of ours explains, and for which no attempt of ours can be locked. */
  'unexplained_rise',
  /** A rise with another till's marker, which locks nothing. */
  'risen_by_another_till',
  /** Records of an earlier journal contradict each other about this attempt. */
  'records_contradict',
])

/** Why a person must decide and no rule can (refund-protocol.md 8). */
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

/** How many entries wait, and for whom. A refund that is being sent, or was just refused, does not count. */
export const attentionSchema = z
  .object({
    alarms: z.number().int().nonnegative(),
    waitingForPerson: z.number().int().nonnegative(),
    checking: z.number().int().nonnegative(),
  })
  .readonly()

/** The states whose coming about is news after the outcome was shown. */
export const lateStates = [
  'refunded',
  'not_sent',
  'not_refunded',
  'refunded_probably',
  'unconfirmed',
] as const

/**
 * `at`: when it happened, in milliseconds since 1970. `code`: the receipt's code as the cashier had it. Marker and code are ''
 * for an alarm without a refund in this record.
 */
export const lateNewsSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('changed'),
      key: z.string(),
      at: z.number().int(),
      marker: z.string(),
      code: z.string(),
      hundredths: z.number().int().nonnegative(),
      currency: z.string(),
      to: z.enum(lateStates),
    }),
    /** Kept until a supervisor has acknowledged it. */
    z.object({
      kind: z.literal('alarm'),
      key: z.string(),
      at: z.number().int(),
      marker: z.string(),
      code: z.string(),
      alarm: alarmSchema.nullable(),
    }),
  ])
  .readonly()

export type Attention = z.infer<typeof attentionSchema>
export type LateNews = z.infer<typeof lateNewsSchema>
export const noAttention: Attention = { alarms: 0, waitingForPerson: 0, checking: 0 }
