/**
 * The lines and rows of the former `journal.db` (versions 1 and 2), exactly as the last program that wrote it parsed
 * them. Nothing here may follow a change of today's format: it is what lies on tills.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { personReasonSchema } from '../../../shared/alarms'
import { attemptStateSchema } from '../../../shared/attempt'
import { connectFailureSchema, lostAnswerSchema } from '../../../shared/call-failures'
import { codeKinds } from '../../../shared/scan-code'
import type { Head } from '../journal-line'

const glance = z
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

const answer = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('never_connected'), reason: connectFailureSchema, detail: z.string() }),
    z.object({ kind: z.literal('no_answer'), reason: lostAnswerSchema, detail: z.string() }),
    z.object({ kind: z.literal('record'), httpStatus: z.number().int(), glance }),
    z.object({
      kind: z.literal('error_shape'),
      httpStatus: z.number().int(),
      status: z.number().int(),
      message: z.string(),
    }),
    z.object({ kind: z.literal('unreadable'), httpStatus: z.number().int(), detail: z.string() }),
  ])
  .readonly()

const look = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('seen'), glance, stale: z.boolean() }),
    z.object({ kind: z.literal('no_record'), detail: z.string() }),
  ])
  .readonly()

const alarm = z.enum(['more_than_ours', 'moved_after_refusal', 'refunded_after_all'])

const verdict = z
  .object({
    to: attemptStateSchema,
    alarm: alarm.nullable(),
    forPerson: personReasonSchema.nullable(),
    nothingMoved: z.boolean(),
  })
  .readonly()

const intent = z
  .object({
    marker: z.string(),
    id: z.string(),
    transactionId: z.string(),
    foundBy: z.object({ kind: z.enum(codeKinds), code: z.string() }).readonly(),
    currency: z.string(),
    amount: z.number().int().positive(),
    whole: z.boolean(),
    mark: z.number().int().nonnegative(),
    before: glance,
    reason: z.string(),
    cashier: z.string(),
    deviceId: z.string(),
    serviceAddress: z.string(),
  })
  .readonly()

const decision = z
  .object({
    to: z.enum(['refunded', 'not_refunded']),
    supervisor: z.string().trim().min(1).max(80),
    saw: z.string().trim().min(1).max(500),
    why: z.string().trim().min(1).max(500),
  })
  .readonly()

const at = z.number().int()
const raw = z.string()

const event = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('intended'), at, intent }),
    z.object({ kind: z.literal('sending'), at }),
    z.object({ kind: z.literal('cancelled'), at, why: z.enum(['found_at_start', 'sending_not_written']) }),
    z.object({ kind: z.literal('interrupted'), at }),
    z.object({ kind: z.literal('answered'), at, answer, verdict, raw }),
    z.object({ kind: z.literal('looked'), at, look, verdict, raw }),
    z.object({ kind: z.literal('decided'), at, decision }),
    z.object({ kind: z.literal('alarmed'), at, alarm, raw }),
  ])
  .readonly()

export const formerAttemptSchema = z
  .object({
    intent,
    state: attemptStateSchema,
    createdAt: z.number().int(),
    since: z.number().int(),
    alarm: alarm.nullable(),
    forPerson: personReasonSchema.nullable(),
    refusal: z.object({ httpStatus: z.number().int(), message: z.string() }).readonly().nullable(),
    looks: z.number().int(),
    lastLookAt: z.number().int().nullable(),
    lastLookFailed: z.boolean(),
    quietLooks: z.number().int(),
    decision: decision.nullable(),
  })
  .readonly()

export const formerHighWaterSchema = z
  .object({ refunded: z.number().int(), updatedAt: z.string() })
  .readonly()

const attemptLine = z
  .object({ seq: z.number().int().positive(), marker: z.string(), event })
  .strict()
  .readonly()

const beginningLine = z
  .object({
    seq: z.literal(1),
    beginning: z
      .object({
        at: z.number().int(),
        supervisor: z.string(),
        why: z.string(),
        setAside: z.array(z.object({ file: z.string(), sha256: z.string() }).strict()).readonly(),
        oldHead: z.string().nullable(),
        attempts: z.number().int(),
        undecided: z.array(z.string()).readonly(),
        whole: z.boolean(),
      })
      .strict()
      .readonly(),
  })
  .strict()
  .readonly()

export const formerLineSchema = z.union([attemptLine, beginningLine])

export type FormerLine = z.infer<typeof formerLineSchema>
export type FormerAttemptLine = z.infer<typeof attemptLine>
export type FormerEvent = z.infer<typeof event>
export type FormerAttempt = z.infer<typeof formerAttemptSchema>
export type FormerHighWater = z.infer<typeof formerHighWaterSchema>
export type FormerIntent = z.infer<typeof intent>

/** The text that was sealed and hashed. */
export function formerText(line: FormerLine): string {
  return 'beginning' in line
    ? JSON.stringify({ seq: line.seq, beginning: line.beginning })
    : JSON.stringify({ seq: line.seq, marker: line.marker, event: line.event })
}

/** The hash before the first line of the journal of that id. */
export function formerStart(journalId: string): Head {
  return { seq: 0, hash: sha256(`Tillside journal ${journalId}`) }
}

/** The hash of a line after `previous`. It was not keyed. */
export function formerHash(previous: string, text: string): string {
  return sha256(`${previous}\n${text}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
