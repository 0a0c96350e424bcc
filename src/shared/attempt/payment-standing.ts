/**
 * A payment as the window shows it (contract.ts): its record, and what prevents its refund (refund-protocol.md 2, 9 and 12).
 * Times are ISO 8601 in UTC.
 */
import { z } from 'zod'
import { codeKinds } from '../payment/codes'
import { maskedRecord } from '../payment/private-fields'
import { transactionSchema } from '../payment/transaction'
import { attemptSchema } from './attempt'
import { attemptStates } from './attempt-states'

const moment = z.string().describe('ISO 8601, UTC')
const amount = z.number().int().nonnegative().describe('hundredths')

/** An attempt, with what only the running program knows about its checks. */
export const attemptViewSchema = attemptSchema
  .unwrap()
  .extend({
    /** When the service is asked next; null when no check is planned. */
    nextCheckAt: moment.nullable(),
    /** Whether it was sent to another address than is stored now: no check settles it, a person does (protocol 14). */
    elsewhere: z.boolean(),
    /** The last check in this run of the program, and whether it told nothing; null before any. */
    lastCheck: z.object({ at: moment, failed: z.boolean() }).readonly().nullable(),
    /** Quiet shows since the refusal, of the three that settle it. Counted again from 0 after every start. */
    quiet: z.number().int().nonnegative(),
  })
  .readonly()
export type AttemptView = z.infer<typeof attemptViewSchema>

/** Why nothing is sent for a payment until something is settled. */
export const lockSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('attempt'), attempt: attemptViewSchema }),
    /** A refund in an earlier record that can no longer be opened. `line` identifies it for a release. */
    z.object({ kind: z.literal('unread'), line: z.number().int().positive(), marker: z.string() }),
    /** A higher `refunded` came back after a person had accepted a lower one. */
    z.object({
      kind: z.literal('lowering_returned'),
      line: z.number().int().positive(),
      refunded: amount,
      since: moment,
    }),
  ])
  .readonly()
export type Lock = z.infer<typeof lockSchema>

/** What locks a payment in a list of payments: the state of an attempt, or another lock; null for none. */
export const lockedBySchema = z.enum([...attemptStates, 'unread', 'lowering_returned']).nullable()
export type LockedBy = z.infer<typeof lockedBySchema>

/** The service says that less was refunded than before, until it says otherwise or a person accepts the lower amount. */
export const staleSchema = z
  .object({
    was: amount,
    now: amount,
    since: moment,
    nextCheckAt: moment.nullable(),
    /** `now`: a person may accept it. `minutes`, `hour`: not yet. `attempt`: a refund is undecided, or there is a lock. */
    accept: z.enum(['now', 'minutes', 'hour', 'attempt']),
    /** Markers of this till's refunds that are done and that the lower amount leaves out. */
    missing: z.array(z.string()).readonly(),
  })
  .readonly()
export type Stale = z.infer<typeof staleSchema>

export const paymentStandingSchema = z
  .object({ id: z.string(), lock: lockSchema.nullable(), stale: staleSchema.nullable() })
  .readonly()
export type PaymentStanding = z.infer<typeof paymentStandingSchema>

/** Whether a person may decide an attempt now, and by what (protocol 9). */
export const decidableSchema = z
  .discriminatedUnion('kind', [
    /** A show is asked for at the moment of the decision, and must say what the person saw. */
    z.object({ kind: z.literal('now') }),
    /** No usable show could be had for an hour, so only by the provider's portal. */
    z.object({ kind: z.literal('portal') }),
    z.object({ kind: z.literal('wait'), until: moment }),
    z.object({ kind: z.literal('no') }),
  ])
  .readonly()
export type Decidable = z.infer<typeof decidableSchema>

/** Masks who paid. Every record that leaves main is parsed by this. */
export const windowRecord = transactionSchema.transform(maskedRecord)

/** The window makes one for each lookup (`crypto.randomUUID`). It is only compared for equality. */
export const lookupId = z.uuid()

/** A transaction on screen, and where it came from. */
export const shownTransactionSchema = z
  .object({
    lookup: lookupId,
    record: windowRecord,
    /** The name of the service that showed it, now or when it was saved (refund-protocol.md 14). */
    service: z.string(),
    foundBy: z.enum(codeKinds),
    code: z.string(),
    /** Whether that code was typed and not scanned. */
    typed: z.boolean(),
    source: z.enum(['service', 'saved']),
    at: z.string(),
    /** What locks this payment, if anything. Kept up to date by `payment:changed`. */
    lock: lockSchema.nullable(),
    stale: staleSchema.nullable(),
  })
  .readonly()

const recentTransactionSchema = z
  .object({
    code: z.string(),
    foundBy: z.enum(codeKinds),
    record: windowRecord,
    at: z.string(),
    lockedBy: lockedBySchema,
  })
  .readonly()

/** Newest first. */
export const recentTransactions = z.array(recentTransactionSchema).readonly()
