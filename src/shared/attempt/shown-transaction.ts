/** A transaction as the window shows it (contract.ts). Times are ISO 8601 in UTC. */

import { z } from 'zod'
import { maskedRecord } from '../payment/private-fields'
import { codeKinds } from '../payment/scan-code'
import { transactionSchema } from '../payment/transaction'
import { lockedBySchema, lockSchema, staleSchema } from './payment-standing'

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
