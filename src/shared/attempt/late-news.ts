/** Changes of a refund after its cashier has gone on, and how much waits for whom. Main works both out. */
import { z } from 'zod'
import { alarmSchema } from './alarms'

/** How many entries wait, and for whom. A refund that is being sent, or was just refused, does not count. */
export const attentionSchema = z
  .object({
    alarms: z.number().int().nonnegative(),
    waitingForPerson: z.number().int().nonnegative(),
    checking: z.number().int().nonnegative(),
  })
  .readonly()

/** The states whose coming about is news after the outcome was shown. */
export const lateStates = ['refunded', 'not_refunded', 'refunded_probably', 'unconfirmed'] as const

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
