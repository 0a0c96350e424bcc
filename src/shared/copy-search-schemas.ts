/** The search over saved copies as it crosses between window and main (contract.ts). */
import { z } from 'zod'
import { longestTerm, mostTerms } from './copy-query'
import { gatewayCodes } from './gateway'
import { lockedBySchema } from './payment-standing'
import { paymentStates } from './payment-state'

const amountRange = z
  .object({ from: z.number().int(), to: z.number().int(), currency: z.string().max(longestTerm) })
  .strict()
const dayPart = z.number().int().nonnegative().nullable()

/** What `readCopyQuery` makes of one typed word. */
const searchTerm = z
  .object({
    text: z.string().min(1).max(longestTerm),
    amount: amountRange.nullable(),
    day: z.object({ year: dayPart, month: dayPart, day: dayPart }).strict().nullable(),
    states: z.array(z.enum(paymentStates)).readonly(),
    gateways: z.array(z.enum(gatewayCodes)).readonly(),
  })
  .strict()

/** A saved copy as a list shows it. */
const foundCopy = z
  .object({
    id: z.string(),
    transactionId: z.string(),
    customId: z.string(),
    amount: z.number().int().nullable(),
    refunded: z.number().int().nullable(),
    currency: z.string(),
    status: z.string(),
    gatewayCode: z.string(),
    /** What the service calls the wallet or card, as much of it as is shown; '' when it says nothing. */
    wallet: z.string(),
    /** The service's own text for when it was paid. */
    paidAt: z.string(),
    savedAt: z.string().describe('ISO 8601, UTC'),
    lockedBy: lockedBySchema,
  })
  .readonly()

/** What there is to search: how many copies, and the day of the oldest payment among them (2026-11-21). */
const savedSummary = z
  .object({ count: z.number().int().nonnegative(), oldest: z.string().nullable() })
  .readonly()

export const copySearchOrder = z.object({ terms: z.array(searchTerm).max(mostTerms) }).strict()

/** How many copies match, and the newest of them. */
export const copySearchResult = z
  .object({
    total: z.number().int().nonnegative(),
    rows: z.array(foundCopy).readonly(),
    saved: savedSummary,
  })
  .readonly()

export type FoundCopy = z.infer<typeof foundCopy>
export type SavedSummary = z.infer<typeof savedSummary>
