/**
 * Folds the highest value seen of a payment (refund-protocol.md 2). Lines may be read in any order: a line that comes twice,
 * or after newer ones, gives the same result. Pure.
 */
import { z } from 'zod'
import { raiseByEvent } from '../../shared/attempt/evidence'
import { numberOf } from './journal-types'
import type { IndexedLine } from './log'

const valueSchema = z.object({
  /** The number of its line among all. */
  number: z.number(),
  /** '' counts in every currency. */
  currency: z.string(),
  /** Hundredths. */
  refunded: z.number().int().nonnegative(),
})
type Value = z.infer<typeof valueSchema>

export const seenRow = z
  .object({
    /** The values since the last lowering that no later one reaches. */
    values: z.array(valueSchema).readonly(),
    /** When a person last accepted a lower value, the number of that line among all, and the value before. */
    lowering: z.object({ number: z.number(), at: z.number(), from: z.number() }).readonly().nullable(),
  })
  .readonly()
export type SeenRow = z.infer<typeof seenRow>

/**
 * Returns the value that an answer in this currency is compared with, in hundredths. For a currency that was never seen it is
 * the highest of all, because it is unknown which of two currencies is the wrong one.
 * @param currency null for the highest of all.
 */
export function highWaterIn({ values }: SeenRow, currency: string | null): number {
  const isSeen = values.some((value) => value.currency === currency)
  const counting = values.filter((value) => !isSeen || [currency, ''].includes(value.currency))
  return Math.max(0, ...counting.map(({ refunded }) => refunded))
}

/** The row after one more line about its payment; the same object where the line adds nothing. */
export function withLine(row: SeenRow | null, indexed: IndexedLine): SeenRow | null {
  const { values, lowering } = row ?? { values: [], lowering: null }
  const value = saidBy(indexed)
  if (value === null || value.number < (lowering?.number ?? 0)) return row
  const lowered = loweringOf(indexed, value.number)
  if (lowered === null && values.some((other) => reaches(other, value))) return row
  const all = [...values.filter(({ number }) => number !== value.number), value]
  const counting = all.filter(({ number }) => number >= (lowered?.number ?? 0))
  const left = counting.filter((one) => !counting.some((other) => other !== one && reaches(other, one)))
  return { values: left, lowering: lowered ?? lowering }
}

function reaches(one: Value, other: Value): boolean {
  return one.currency === other.currency && one.number >= other.number && one.refunded >= other.refunded
}

/** The value that the line itself says, whatever was known; null where it says none. */
function saidBy({ journal, line, attempt }: IndexedLine): Value | null {
  const number = numberOf({ journal, seq: line.seq })
  if ('seen' in line) return { number, currency: line.seen.currency, refunded: line.seen.refunded }
  if ('event' in line && attempt !== null) {
    const refunded = raiseByEvent(null, line.event, attempt.intent)
    return refunded === null ? null : { number, currency: attempt.intent.currency, refunded }
  }
  if (!('payment' in line)) return null
  const { payment } = line
  if (payment.kind === 'lowered') return { number, currency: '', refunded: payment.to }
  return payment.kind === 'lowering_returned' ? { number, currency: '', refunded: payment.refunded } : null
}

function loweringOf({ line }: IndexedLine, number: number): SeenRow['lowering'] {
  if (!('payment' in line) || line.payment.kind !== 'lowered') return null
  return { number, at: line.payment.at, from: line.payment.from }
}
