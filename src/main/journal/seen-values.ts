/** The highest values that were seen of a payment, currency by currency (refund-protocol.md 2). Pure. */
import { z } from 'zod'
import { raiseByEvent } from '../../shared/high-water'
import { unreachable } from '../../shared/result'
import type { IndexedLine } from './log'

/** What one line says of its payment's `refunded`, in hundredths. */
export const seenChange = z.discriminatedUnion('kind', [
  /** An answer, or a line about a refund. */
  z.object({ kind: z.literal('raised'), currency: z.string(), refunded: z.number() }),
  /** A person accepted a lower value. */
  z.object({ kind: z.literal('lowered'), at: z.number(), from: z.number(), to: z.number() }),
  /** What a lowering had taken back came again. */
  z.object({ kind: z.literal('returned'), refunded: z.number() }),
])
export type SeenChange = z.infer<typeof seenChange>

export type Seen = {
  /** By currency, never empty; '' where no line named one. */
  readonly values: ReadonlyMap<string, number>
  /** When the last lowering was accepted, in milliseconds since 1970, and the value that it took back. */
  readonly lowering: { readonly at: number; readonly from: number } | null
}

/** Null for a line that says nothing of it. */
export function changeBy({ line, attempt }: Pick<IndexedLine, 'line' | 'attempt'>): SeenChange | null {
  if ('seen' in line) return { kind: 'raised', currency: line.seen.currency, refunded: line.seen.refunded }
  if ('event' in line && attempt !== null) {
    const refunded = raiseByEvent(null, line.event, attempt.intent)
    return refunded === null ? null : { kind: 'raised', currency: attempt.intent.currency, refunded }
  }
  if (!('payment' in line)) return null
  const { payment } = line
  if (payment.kind === 'lowered') {
    return { kind: 'lowered', at: payment.at, from: payment.from, to: payment.to }
  }
  return payment.kind === 'lowering_returned' ? { kind: 'returned', refunded: payment.refunded } : null
}

/** What the lines of a payment lead to together, oldest first; null where there are none. */
export function seenAfter(changes: readonly SeenChange[]): Seen | null {
  return changes.reduce<Seen | null>(withChange, null)
}

function withChange(before: Seen | null, change: SeenChange): Seen {
  const values = before?.values ?? new Map([['', 0]])
  const lowering = before?.lowering ?? null
  switch (change.kind) {
    case 'raised': {
      const known = before === null ? 0 : highWaterIn(before, change.currency)
      const raised = [change.currency, Math.max(known, change.refunded)] as const
      return { values: new Map([...(before?.values ?? []), raised]), lowering }
    }
    case 'lowered':
      return { values: mapValues(values, () => change.to), lowering: { at: change.at, from: change.from } }
    case 'returned':
      return { values: mapValues(values, (value) => Math.max(value, change.refunded)), lowering }
    default:
      return unreachable(change)
  }
}

function mapValues(values: Seen['values'], map: (value: number) => number): Seen['values'] {
  return new Map([...values].map(([currency, value]) => [currency, map(value)]))
}

/**
 * The value that an answer in this currency is compared with. A currency that was never seen counts as much as the
 * highest of all: nobody knows which of two is the odd one.
 * @param currency null where none is meant: the highest of all.
 */
export function highWaterIn({ values }: Seen, currency: string | null): number {
  const own = currency === null ? undefined : values.get(currency)
  return own ?? Math.max(...values.values())
}
