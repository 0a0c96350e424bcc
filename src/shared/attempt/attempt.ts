import { z } from 'zod'
import { connectFailureSchema, lostAnswerSchema, notBegunSchema } from '../base/call-failures'
import { mostMarkersSeen } from '../base/limits'
import { codeKinds } from '../payment/scan-code'
import { personRef } from '../people/people'
import { ruleNames } from '../people/rules'
import { alarmSchema, personReasonSchema } from './alarms'
import { attemptStates, decisionOutcomes } from './attempt-states'

export const attemptStateSchema = z.enum(attemptStates)

/** The part of a record that judgements rest on. Amounts are hundredths; null is unreadable or without value. */
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

/** What came back for a refund POST. */
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

/** What a later show said about an attempt. `no_record`: no show of that payment could be had. */
export const checkSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('seen'), snapshot: snapshotSchema }),
    z.object({ kind: z.literal('no_record'), detail: z.string() }),
  ])
  .readonly()

export const verdictSchema = z
  .object({
    to: attemptStateSchema,
    alarm: alarmSchema.nullable(),
    forPerson: personReasonSchema.nullable(),
  })
  .readonly()

export const intentSchema = z
  .object({
    /** Names the attempt everywhere and begins its `refund_reason`. */
    marker: z.string(),
    /** The transaction's internal `id`: it is what is locked, at any address. Never empty. */
    id: z.string().min(1),
    transactionId: z.string(),
    customId: z.string(),
    foundBy: z.object({ kind: z.enum(codeKinds), code: z.string() }).readonly(),
    currency: z.string(),
    /** Hundredths to be refunded. */
    amount: z.number().int().positive(),
    /** True when no `amount` is sent: an untouched transaction under 0.10. */
    whole: z.boolean(),
    /** The high-water value at this moment, in hundredths. It never changes for this attempt (protocol 8). */
    base: z.number().int().nonnegative(),
    before: snapshotSchema,
    /** When it was paid, as the service wrote it; '' where it did not. */
    paidAt: z.string(),
    /** The reason's code on the store's list, and what the service is told of it behind the marker. */
    reason: z.object({ code: z.string(), text: z.string() }).readonly(),
    /** Whether the code of the receipt came in by keys and not by the scanner. */
    typed: z.boolean(),
    /** Who stood at the till; null where nobody had said. */
    cashier: personRef.nullable(),
    /** The second person who said yes, and to which rules (protocol 9). */
    allowedBy: z
      .object({ ...personRef.unwrap().shape, rules: z.array(z.enum(ruleNames)).readonly() })
      .readonly()
      .optional(),
    /** When the fresh show was answered by the service's own clock (its `Date`), milliseconds since 1970. */
    dated: z.number().int().optional(),
    /** How far this PC's zone was before UTC then, in milliseconds. */
    zone: z.number().int(),
    deviceId: z.string(),
    /** The name of the address that answered the fresh show: by rule the attempt is judged there alone (protocol 14). */
    serviceAddress: z.string(),
  })
  .readonly()

/** What a person says, as the window sends it. `portal`: no usable show could be had; "the provider's portal says so". */
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
    /** What the deciding show said, in hundredths; without one the high-water value. The watch counts from it. */
    refunded: z.number().int().nonnegative(),
  })
  .readonly()

/** How a slip of a refund can leave the till. */
export const slipWays = ['printed', 'saved'] as const
export type SlipWay = (typeof slipWays)[number]

/** How a watch ends: with the shows that it needs, or without them after its longest time. */
const watchEnds = ['complete', 'could_not_be_watched'] as const

/** The watch over an attempt that was refused or decided (protocol 9). */
export const watchSchema = z
  .object({
    /** Milliseconds since 1970 of this PC's clock. */
    since: z.number().int(),
    /** Usable shows that were written down; the highest `refunded` among them and the deciding one, in hundredths. */
    shows: z.number().int().nonnegative(),
    highest: z.number().int().nonnegative(),
    ended: z.enum(watchEnds).nullable(),
  })
  .readonly()

/** What the answers and shows that are written down have said so far: what a person has before him. */
export const seenSchema = z
  .object({
    /** `refunded` of the last one that could be read, in hundredths; the base before any. */
    refunded: z.number().int().nonnegative(),
    /** The highest of them. */
    highest: z.number().int().nonnegative(),
    /** Markers that stood at the beginning of a remark, oldest first: what was there already proves nothing new. */
    markers: z.array(z.string()).max(mostMarkersSeen).readonly(),
  })
  .readonly()

/** One alarm of an attempt. Its number is its place in the attempt's list, from 1. */
export const attemptAlarmSchema = z
  .object({
    alarm: alarmSchema,
    at: z.number().int(),
    acknowledged: z.object({ at: z.number().int(), by: z.string(), note: z.string() }).readonly().nullable(),
  })
  .readonly()

const at = z.number().int().describe('milliseconds since 1970, this PC’s clock')
const raw = z.string().describe('what came back, for people; secrets and personal fields left out')

/** Where an attempt stands: its events folded. Times are milliseconds since 1970 of this PC's clock. */
export const attemptSchema = z
  .object({
    intent: intentSchema,
    state: attemptStateSchema,
    createdAt: z.number().int(),
    /** When `state` was entered. */
    since: z.number().int(),
    /** The same two moments by the till's running time: milliseconds that its programs had run since its first. */
    ran: z
      .object({ created: z.number().int().nonnegative(), since: z.number().int().nonnegative() })
      .readonly(),
    /** The number of the line with which it began in this journal. */
    begun: z.number().int().positive(),
    /** The number of its last line: of two rows of one attempt the higher number counts (protocol 12). */
    line: z.number().int().positive(),
    /** The number of the line with which it became *refunded*, 0 or below in an earlier journal; null otherwise. */
    refundedLine: z.number().int().nullable(),
    alarms: z.array(attemptAlarmSchema).readonly(),
    forPerson: personReasonSchema.nullable(),
    refusal: z.object({ httpStatus: z.number().int(), message: z.string() }).readonly().nullable(),
    /** The last one; it stays here when something moved afterwards and the payment was locked again. */
    decision: decisionSchema.nullable(),
    watch: watchSchema.nullable(),
    /** What its lines told last of the payment's `refunded`, in hundredths, once it was settled; and in which line, as above. */
    told: z
      .object({ line: z.number().int(), refunded: z.number().int().nonnegative() })
      .readonly()
      .nullable(),
    seen: seenSchema,
    /** How many slips of it were printed or saved: from the second on each says which copy it is. */
    slips: z.number().int().nonnegative().default(0),
  })
  .readonly()

/** One line of the journal about an attempt: a fact, and what the rules of the day made of it. */
export const attemptEventSchema = z
  .discriminatedUnion('kind', [
    /** Written before anything is sent, with all that is to be sent and what it rests on. */
    z.object({ kind: z.literal('sending'), at, intent: intentSchema }),
    /** `sending` was found at start: the program ended between the send and the answer. */
    z.object({ kind: z.literal('interrupted'), at }),
    z.object({ kind: z.literal('answered'), at, answer: refundAnswerSchema, verdict: verdictSchema, raw }),
    /** A check that leads to another state, or shows a rise or our marker for the first time; any other is no line. */
    z.object({ kind: z.literal('checked'), at, check: checkSchema, verdict: verdictSchema, raw }),
    z.object({ kind: z.literal('decided'), at, decision: decisionSchema }),
    /** A usable show of a watched attempt; `refunded` in hundredths. The last one completes the watch. */
    z.object({ kind: z.literal('watched'), at, refunded: z.number().int().nonnegative() }),
    /** It lasted too long without the shows that it needs. */
    z.object({ kind: z.literal('watch_ended'), at }),
    /** `snapshot`: the show that it rests on. What it said is told with it, and raises no second alarm. */
    z.object({
      kind: z.literal('alarmed'),
      at,
      alarm: alarmSchema,
      snapshot: snapshotSchema.nullable(),
      raw,
    }),
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
export type Check = z.infer<typeof checkSchema>
export type Verdict = z.infer<typeof verdictSchema>
export type Intent = z.infer<typeof intentSchema>
export type DecisionOrder = z.infer<typeof decisionOrderSchema>
export type Decision = z.infer<typeof decisionSchema>
export type Seen = z.infer<typeof seenSchema>
export type Watch = z.infer<typeof watchSchema>
export type AttemptEvent = z.infer<typeof attemptEventSchema>
export type Attempt = z.infer<typeof attemptSchema>
