import { z } from 'zod'
import { codeKinds } from './scan-code'

/** The states of one refund attempt. refund.ts draws how they follow each other. */
export const attemptStates = [
  'intended',
  'sending',
  'refunded',
  'not_sent',
  'refusal_seen',
  'refused',
  'unconfirmed',
  'refunded_probably',
  'not_refunded',
  'cancelled',
] as const
export const attemptStateSchema = z.enum(attemptStates)

/** Why the connection never came up: nothing of the request can have arrived (design.md, protocol 3). */
export const connectFailures = [
  'name_lookup',
  'refused',
  'unreachable',
  'timeout',
  'certificate',
  'handshake',
  'aborted',
] as const
export const connectFailureSchema = z.enum(connectFailures)

/** Why a call that did connect has no complete answer: the service may or may not have acted. */
export const lostAnswers = ['timeout', 'reset', 'closed', 'truncated', 'too_large', 'malformed'] as const
export const lostAnswerSchema = z.enum(lostAnswers)

/** The part of a record that judgements rest on. Amounts are hundredths; null is unreadable or without value. */
export const glanceSchema = z
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
    z.object({ kind: z.literal('no_answer'), reason: lostAnswerSchema, detail: z.string() }),
    /** A complete 2xx whose body is the documented envelope with `success` true. */
    z.object({ kind: z.literal('record'), httpStatus: z.number().int(), glance: glanceSchema }),
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

/** What a later show said. `stale`: older than something this journal has already seen. */
export const lookSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('seen'), glance: glanceSchema, stale: z.boolean() }),
    z.object({ kind: z.literal('no_record'), detail: z.string() }),
  ])
  .readonly()

export const alarmSchema = z.enum(['more_than_ours', 'moved_after_refusal', 'refunded_after_all'])

/** Why no rule can decide and a person must (design.md, protocol 8). */
export const personReasonSchema = z.enum([
  'less_than_ours',
  'more_without_marker',
  'went_down',
  'amount_changed',
  'another_marker',
  'status_changed',
  'unreadable',
])

export const verdictSchema = z
  .object({
    to: attemptStateSchema,
    alarm: alarmSchema.nullable(),
    forPerson: personReasonSchema.nullable(),
    /** Whether this look counts towards the three that settle a refusal. */
    nothingMoved: z.boolean(),
  })
  .readonly()

export const intentSchema = z
  .object({
    /** Names the attempt everywhere and begins its `refund_reason`. */
    marker: z.string(),
    /** The transaction's internal `id`, its lock. */
    id: z.string(),
    transactionId: z.string(),
    foundBy: z.object({ kind: z.enum(codeKinds), code: z.string() }).readonly(),
    currency: z.string(),
    /** Hundredths to be refunded. */
    amount: z.number().int().positive(),
    /** True when no `amount` is sent: an untouched transaction under 0.10. */
    whole: z.boolean(),
    /** Highest `refunded` ever seen for this transaction before sending, in hundredths. */
    mark: z.number().int().nonnegative(),
    before: glanceSchema,
    reason: z.string(),
    cashier: z.string(),
    deviceId: z.string(),
    serviceAddress: z.string(),
  })
  .readonly()

export const decisionSchema = z
  .object({
    to: z.enum(['refunded', 'not_refunded']),
    supervisor: z.string().trim().min(1).max(80),
    saw: z.string().trim().min(1).max(500),
    why: z.string().trim().min(1).max(500),
  })
  .readonly()

const at = z.number().int().describe('milliseconds since 1970, this PC’s clock')
const raw = z.string().describe('what came back, for people; secrets and personal fields left out')

/** One line of the journal: a fact, and for what came back also what the rules of the day made of it. */
export const attemptEventSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('intended'), at, intent: intentSchema }),
    z.object({ kind: z.literal('sending'), at }),
    z.object({ kind: z.literal('cancelled'), at, why: z.enum(['found_at_start', 'sending_not_written']) }),
    /** `sending` was found at start: the program ended between the send and the answer. */
    z.object({ kind: z.literal('interrupted'), at }),
    z.object({ kind: z.literal('answered'), at, answer: refundAnswerSchema, verdict: verdictSchema, raw }),
    z.object({ kind: z.literal('looked'), at, look: lookSchema, verdict: verdictSchema, raw }),
    z.object({ kind: z.literal('decided'), at, decision: decisionSchema }),
    z.object({ kind: z.literal('alarmed'), at, alarm: alarmSchema, raw }),
  ])
  .readonly()

/** Where an attempt stands: its events folded. Times are milliseconds since 1970 of this PC's clock. */
export const attemptSchema = z
  .object({
    intent: intentSchema,
    state: attemptStateSchema,
    createdAt: z.number().int(),
    /** When `state` was entered. */
    since: z.number().int(),
    alarm: alarmSchema.nullable(),
    forPerson: personReasonSchema.nullable(),
    refusal: z.object({ httpStatus: z.number().int(), message: z.string() }).readonly().nullable(),
    looks: z.number().int(),
    lastLookAt: z.number().int().nullable(),
    lastLookFailed: z.boolean(),
    /** Looks in a row, since the refusal, that saw nothing move. */
    quietLooks: z.number().int(),
    decision: decisionSchema.nullable(),
  })
  .readonly()

export type AttemptState = z.infer<typeof attemptStateSchema>
export type ConnectFailure = z.infer<typeof connectFailureSchema>
export type LostAnswer = z.infer<typeof lostAnswerSchema>
export type Glance = z.infer<typeof glanceSchema>
export type RefundAnswer = z.infer<typeof refundAnswerSchema>
export type Look = z.infer<typeof lookSchema>
export type Alarm = z.infer<typeof alarmSchema>
export type PersonReason = z.infer<typeof personReasonSchema>
export type Verdict = z.infer<typeof verdictSchema>
export type Intent = z.infer<typeof intentSchema>
export type Decision = z.infer<typeof decisionSchema>
export type AttemptEvent = z.infer<typeof attemptEventSchema>
export type Attempt = z.infer<typeof attemptSchema>
