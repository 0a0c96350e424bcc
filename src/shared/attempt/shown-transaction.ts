/** A transaction as the window shows it (contract.ts). Times are ISO 8601 in UTC. */

import { z } from 'zod'
import { maskedRecord } from '../payment/private-fields'
import { codeKinds } from '../payment/scan-code'
import { transactionSchema } from '../payment/transaction'
import { lockedBySchema, lockSchema, staleSchema } from './payment-standing'

/** Every record that leaves main passes here: nobody can forget to mask who paid. */
export const windowRecord = transactionSchema.transform(maskedRecord)

/** The window makes one for each lookup (`crypto.randomUUID`). It is compared for equality and says nothing else. */
export const lookupId = z.uuid()

/** What a receipt on screen rests on. */
export const shownTransactionSchema = z
  .object({
    lookup: lookupId,
    record: windowRecord,
    /** The service that showed it, now or when it was saved, by the name that it goes by (refund-protocol.md 14). */
    service: z.string(),
    foundBy: z.enum(codeKinds),
    code: z.string(),
    /** Whether that code came in by keys and not by the scanner. */
    typed: z.boolean(),
    source: z.enum(['service', 'saved']),
    at: z.string(),
    /** What keeps this payment from being refunded, if anything. Kept up to date by `payment:changed`. */
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
