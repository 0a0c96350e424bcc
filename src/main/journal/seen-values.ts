/** The highest value that was seen of a payment, as the lines lead to it (refund-protocol.md 2). Pure. */
import { z } from 'zod'
import { raiseByEvent, raiseTo } from '../../shared/high-water'
import { numberOf } from './journal-types'
import type { IndexedLine } from './log'

export const seenRow = z
  .object({
    refunded: z.number().int().nonnegative(),
    /** The currency of the lines or else of the first answer that it comes from; '' when none said one. */
    currency: z.string(),
    /** The highest `refunded` of answers in other currencies. */
    others: z.record(z.string(), z.number().int()).readonly(),
    /** The last time that a person accepted a lower value, and the number of its line among all. */
    lowering: z.object({ number: z.number(), at: z.number(), from: z.number() }).readonly().nullable(),
  })
  .readonly()
export type SeenRow = z.infer<typeof seenRow>

/**
 * The value that an answer in this currency is compared with. A currency that was never seen counts as much as the
 * highest of all: nobody knows which of two is the odd one.
 * @param currency null where none is meant: the highest of all.
 */
export function highWaterIn(row: SeenRow, currency: string | null): number {
  const { refunded, others } = row
  if (currency === row.currency) return refunded
  const own = currency === null ? undefined : others[currency]
  return own ?? Math.max(refunded, ...Object.values(others))
}

/** More other currencies than a broken service needs are not told apart. */
const maxOthers = 8

/** The row after an answer raised the value of that currency. */
function withAnswer(row: SeenRow, currency: string, raised: number): SeenRow {
  if (row.currency === '' || row.currency === currency) {
    return { ...row, refunded: Math.max(row.refunded, raised), currency }
  }
  const others = { ...row.others, [currency]: Math.max(raised, row.others[currency] ?? 0) }
  return Object.keys(others).length > maxOthers ? row : { ...row, others }
}

/** The row after a line about a refund, whose currency is the payment's. */
function withLine(row: SeenRow, currency: string, refunded: number): SeenRow {
  const { [currency]: _own, ...others } = row.others
  const before = ['', currency].includes(row.currency) ? {} : { [row.currency]: row.refunded }
  return { ...row, refunded, currency, others: { ...others, ...before } }
}

const nothingSeen: SeenRow = { refunded: 0, currency: '', others: {}, lowering: null }

/** The value after a line about its payment; the same where the line says no more than was known. */
export function raisedBy(before: SeenRow | null, { journal, line, attempt }: IndexedLine): SeenRow | null {
  if ('seen' in line) return withAnswer(before ?? nothingSeen, line.seen.currency, line.seen.refunded)
  if ('event' in line && attempt !== null) {
    const { currency } = attempt.intent
    const seen = before === null ? null : highWaterIn(before, currency)
    const raised = raiseByEvent(seen, line.event, attempt.intent)
    return raised === null ? before : withLine(before ?? nothingSeen, currency, raised)
  }
  if (!('payment' in line)) return before
  const { payment, seq } = line
  if (payment.kind === 'lowered') {
    const { at, from, to } = payment
    const lowering = { number: numberOf({ journal, seq }), at, from }
    return { refunded: to, currency: before?.currency ?? '', others: {}, lowering }
  }
  if (payment.kind !== 'lowering_returned') return before
  const row = before ?? nothingSeen
  return { ...row, refunded: raiseTo(row.refunded, payment.refunded) }
}

/** What older lines and newer ones lead to together: what came before a lowering counts no more. */
export function withOlder(newer: SeenRow | null, older: SeenRow): SeenRow {
  if (newer === null) return older
  if (newer.lowering !== null) return newer
  const { others, currency, lowering } = older
  const answers = Object.entries({ ...others, ...(currency === '' ? {} : { [currency]: older.refunded }) })
  const refunded = currency === '' ? Math.max(newer.refunded, older.refunded) : newer.refunded
  return answers.reduce((row, [own, sum]) => withAnswer(row, own, sum), { ...newer, refunded, lowering })
}
