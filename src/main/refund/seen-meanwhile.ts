import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '../../shared/attempt'
import { raise } from '../../shared/high-water'
import type { HighWater } from '../../shared/journal-events'

/** What answers said of one payment while there was no journal, or no number for its service, to write it under. */
export type SeenPayment = { readonly serviceName: string; readonly snapshot: Snapshot }

type Seen = SeenPayment & { readonly highest: HighWater }

export type SeenMeanwhile = {
  readonly note: (serviceName: string, snapshot: Snapshot) => void
  /** The highest of each of the oldest payments, so many at most. They are not kept any more. */
  readonly take: (most: number) => readonly SeenPayment[]
  /** The same of the payments with that internal id, of whatever service. */
  readonly takeOf: (id: string) => readonly SeenPayment[]
  /** How many payments are kept. */
  readonly count: () => number
}

/** How many payments are kept: a day's look-ups of a busy till. The oldest makes room; its saved copy still has it. */
const most = 10_000

/**
 * What is seen while refunds are off (refund-protocol.md 2): the highest `refunded` and the newest `updated_at` of
 * each payment, until a journal can take them.
 */
export function makeSeenMeanwhile(): SeenMeanwhile {
  const seen = new Map<string, Seen>()

  function taken(entries: readonly (readonly [string, Seen])[]): readonly SeenPayment[] {
    for (const [name] of entries) seen.delete(name)
    return entries.map(([, { serviceName, snapshot }]) => ({ serviceName, snapshot }))
  }

  return {
    note(serviceName, snapshot) {
      if (snapshot.id === '') return
      const name = JSON.stringify([serviceName, snapshot.id, snapshot.currency])
      const before = seen.get(name)
      const highest = raise(before?.highest ?? null, snapshot)
      if (highest === null || isDeepStrictEqual(highest, before?.highest)) return
      seen.delete(name)
      // Brought together from several answers: of which amount each spoke was asked when it came.
      seen.set(name, { serviceName, snapshot: { ...snapshot, ...highest, amount: null }, highest })
      const oldest = seen.keys().next()
      if (seen.size > most && oldest.done !== true) seen.delete(oldest.value)
    },
    take: (count) => taken([...seen].slice(0, count)),
    takeOf: (id) => taken([...seen].filter(([, { snapshot }]) => snapshot.id === id)),
    count: () => seen.size,
  }
}
