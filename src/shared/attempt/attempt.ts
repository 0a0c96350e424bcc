import { z } from 'zod'
import { connectFailureSchema, lostAnswerSchema, notBegunSchema } from '../base/common-schemas'
import { codeKinds } from '../payment/codes'
import { personRef } from '../people/people'
import { ruleNames } from '../people/rules'
import { alarmSchema, personReasonSchema } from './alarms'
import { attemptStates, decisionOutcomes } from './attempt-states'
import { maxMarkersSeen } from './marker'

export const attemptStateSchema = z.enum(attemptStates)

/** The part of a record that judgements rest on. Amounts are hundredths; null is unreadable or missing. */
export const snapshotSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    currency: z.string(),
    amount: z.number().int().nullable(),
    refunded: z.number().int().nullable(),
    refundedAt: z.string(),
    updatedAt: z.string(),
    remark: z.string(),
  })
  .readonly()

/** The answer to a refund POST. */
export const refundAnswerSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('never_connected'), reason: connectFailureSchema, detail: z.string() }),
    z.object({ kind: z.literal('not_begun'), reason: notBegunSchema, detail: z.string() }),
    z.object({ kind: z.literal('no_answer'), reason: lostAnswerSchema, detail: z.string() }),
    /** A complete 2xx whose body is the documented envelope with `success` true. */
    z.object({ kind: z.literal('record'), httpStatus: z.number().int(), snapshot: snapshotSchema }),
    /** A complete answer in the documented error shape (interface.md §7), whatever the HTTP status. */
    z.object({
      kind: z.literal('error_shape'),
      httpStatus: z.number().int(),
      status: z.number().int(),
      message: z.string(),
    }),
    z.object({ kind: z.literal('unreadable'), httpStatus: z.number().int(), detail: z.string() }),
  ])
  .readonly()

export const verdictSchema = z
  .object({ to: attemptStateSchema, alarm: alarmSchema.nullable(), forPerson: personReasonSchema.nullable() })
  .readonly()

export const intentSchema = z
  .object({
    /** Identifies the attempt everywhere, and begins its `refund_reason`. */
    marker: z.string(),
    /** The transaction's internal `id`, which is what is locked, at any address. Never empty. */
    id: z.string().min(1),
    transactionId: z.string(),
    customId: z.string(),
    foundBy: z.object({ kind: z.enum(codeKinds), code: z.string() }).readonly(),
    currency: z.string(),
    /** The amount to refund, in hundredths. */
    amount: z.number().int().positive(),
    /** Whether no `amount` is sent: for an untouched transaction under 0.10. */
    whole: z.boolean(),
    /** The high-water value before the send, in hundredths. It never changes for this attempt (protocol 8). */
    base: z.number().int().nonnegative(),
    before: snapshotSchema,
    /** When it was paid, as the service writes it; '' where it does not say. */
    paidAt: z.string(),
    /** The reason's code in the store's list, and its text, which is sent after the marker. */
    reason: z.object({ code: z.string(), text: z.string() }).readonly(),
    /** Whether the code of the receipt was typed and not scanned. */
    typed: z.boolean(),
    /** Who served at the till; null where unknown. */
    cashier: personRef.nullable(),
    /** The second person who said yes, and the rules that they said it to (protocol 9). */
    allowedBy: z
      .object({ ...personRef.unwrap().shape, rules: z.array(z.enum(ruleNames)).readonly() })
      .readonly()
      .optional(),
    /** When the fresh show was answered, by the service's own clock (its `Date`), in milliseconds since 1970. */
    dated: z.number().int().optional(),
    /** How far this PC's zone was ahead of UTC then, in milliseconds. */
    zone: z.number().int(),
    deviceId: z.string(),
    /** The name of the address that answered the fresh show. Rules judge the attempt only there (protocol 14). */
    serviceAddress: z.string(),
  })
  .readonly()

/** A person's decision, as the window sends it. `portal`: no usable show could be had, and the provider's portal says so. */
export const decisionOrderSchema = z
  .object({
    to: z.enum(decisionOutcomes),
    supervisor: z.string().trim().min(1).max(80),
    saw: z.string().trim().min(1).max(500),
    why: z.string().trim().min(1).max(500),
    portal: z.boolean(),
  })
  .strict()
  .readonly()

export const decisionSchema = z
  .object({
    ...decisionOrderSchema.unwrap().shape,
    /** `refunded` of the deciding show, in hundredths; without one the high-water value. The watch counts from it. */
    refunded: z.number().int().nonnegative(),
  })
  .readonly()

/** How a slip of a refund can leave the till. */
export const slipWays = ['printed', 'saved'] as const
export type SlipWay = (typeof slipWays)[number]

/** How a watch ends: with all the shows that it needs, or without them after its maximum time. */
const watchEnds = ['complete', 'could_not_be_watched'] as const

/** The watch over an attempt that was refused or decided (protocol 9). */
export const watchSchema = z
  .object({
    /** When it began by this PC's clock, in milliseconds since 1970. */
    since: z.number().int(),
    /** How many usable shows were written; the highest `refunded` of them and of the show it began with, in hundredths. */
    shows: z.number().int().nonnegative(),
    highest: z.number().int().nonnegative(),
    ended: z.enum(watchEnds).nullable(),
  })
  .readonly()

/** What the written answers and shows have said so far, as a person sees it before deciding. */
export const seenSchema = z
  .object({
    /** The last readable `refunded`, in hundredths; the base before any. */
    refunded: z.number().int().nonnegative(),
    /** The highest `refunded`, in hundredths. */
    highest: z.number().int().nonnegative(),
    /** Markers that began a remark, oldest first. A marker that was seen before proves nothing new. */
    markers: z.array(z.string()).max(maxMarkersSeen).readonly(),
  })
  .readonly()

/** One alarm of an attempt. Its place in the attempt's list, from 1, is its number. */
export const attemptAlarmSchema = z
  .object({
    alarm: alarmSchema,
    at: z.number().int(),
    acknowledged: z.object({ at: z.number().int(), by: z.string(), note: z.string() }).readonly().nullable(),
  })
  .readonly()

const at = z.number().int().describe('milliseconds since 1970, this PC’s clock')
const raw = z.string().describe('what came back, for people; secrets and personal fields left out')

/** An attempt: its events folded. Times are milliseconds since 1970 by this PC's clock. */
export const attemptSchema = z
  .object({
    intent: intentSchema,
    state: attemptStateSchema,
    createdAt: z.number().int(),
    /** When `state` was entered. */
    since: z.number().int(),
    /** The same two moments in the till's running time: milliseconds that its programs had run since the first start. */
    ran: z
      .object({ created: z.number().int().nonnegative(), since: z.number().int().nonnegative() })
      .readonly(),
    /** The number of its first line in this journal. */
    begun: z.number().int().positive(),
    /** The number of its last line. Of two rows of one attempt the one with the higher number counts (protocol 12). */
    line: z.number().int().positive(),
    /** The number of the line that made it *refunded*, 0 or below in an earlier journal; null if it is not. */
    refundedLine: z.number().int().nullable(),
    alarms: z.array(attemptAlarmSchema).readonly(),
    forPerson: personReasonSchema.nullable(),
    refusal: z.object({ httpStatus: z.number().int(), message: z.string() }).readonly().nullable(),
    /** The last decision. It stays when something moves afterwards and the payment is locked again. */
    decision: decisionSchema.nullable(),
    watch: watchSchema.nullable(),
    /** The payment's `refunded` that its lines last reported, in hundredths, and in which line; null until it is settled. */
    told: z
      .object({ line: z.number().int(), refunded: z.number().int().nonnegative() })
      .readonly()
      .nullable(),
    seen: seenSchema,
    /** How many slips were printed or saved. From the second on, each says which copy it is. */
    slips: z.number().int().nonnegative().default(0),
  })
  .readonly()

/** One line of the journal about an attempt: a fact, and the verdict of the rules at that time. */
export const attemptEventSchema = z
  .discriminatedUnion('kind', [
    /** Written before anything is sent, with all that will be sent and what it rests on. */
    z.object({ kind: z.literal('sending'), at, intent: intentSchema }),
    /** A start found `sending`: the program had ended between the send and the answer. */
    z.object({ kind: z.literal('interrupted'), at }),
    z.object({ kind: z.literal('answered'), at, answer: refundAnswerSchema, verdict: verdictSchema, raw }),
    /** A check that leads to another state, or first shows a rise or our marker. No other check is written. */
    z.object({ kind: z.literal('checked'), at, snapshot: snapshotSchema, verdict: verdictSchema, raw }),
    z.object({ kind: z.literal('decided'), at, decision: decisionSchema }),
    /** A usable show of a watched attempt; `refunded` in hundredths. The last one completes the watch. */
    z.object({ kind: z.literal('watched'), at, refunded: z.number().int().nonnegative() }),
    /** The watch lasted too long without the shows that it needs. */
    z.object({ kind: z.literal('watch_ended'), at }),
    /** `snapshot`: the show that the alarm rests on. The alarm reports its `refunded`, which raises no second one. */
    z.object({ kind: z.literal('alarmed'), at, alarm: alarmSchema, snapshot: snapshotSchema, raw }),
    /** One acknowledgement ends one alarm (its number in the attempt's list, from 1), never a lock. */
    z.object({
      kind: z.literal('acknowledged'),
      at,
      alarm: z.number().int().positive(),
      by: z.string(),
      note: z.string(),
    }),
    /** A slip left the printer, or was saved; one that was called off or failed is no line. */
    z.object({ kind: z.literal('slip_made'), at, how: z.enum(slipWays) }),
    /** A new journal goes on from here (protocol 12); what led to it may be lost. First or later event alike. */
    z.object({ kind: z.literal('taken_over'), at, attempt: attemptSchema }),
  ])
  .readonly()

export type Snapshot = z.infer<typeof snapshotSchema>
export type RefundAnswer = z.infer<typeof refundAnswerSchema>
export type Verdict = z.infer<typeof verdictSchema>
export type Intent = z.infer<typeof intentSchema>
export type DecisionOrder = z.infer<typeof decisionOrderSchema>
export type Decision = z.infer<typeof decisionSchema>
export type Seen = z.infer<typeof seenSchema>
export type Watch = z.infer<typeof watchSchema>
export type AttemptEvent = z.infer<typeof attemptEventSchema>
export type Attempt = z.infer<typeof attemptSchema>
