import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '../../shared/attempt'
import type { HighWater } from '../../shared/journal-events'

/** What answers said of one payment while there was no journal, or no number for its service, to write it under. */
export type SeenPayment = { readonly serviceName: string; readonly snapshot: Snapshot }

export type SeenMeanwhile = {
  readonly note: (serviceName: string, snapshot: Snapshot) => void
  /** The highest of each payment. Nothing is kept any more. */
  readonly take: () => readonly SeenPayment[]
}

/** How many payments are kept: a day's look-ups of a busy till. The oldest makes room; its saved copy still has it. */
const most = 10_000

/**
 * What is seen while refunds are off (design.md, protocol 2): the highest `refunded` and the newest `updated_at` of
 * each payment, until a journal can take them.
 * @param raise the rule of shared/high-water.ts.
 */
export function makeSeenMeanwhile(
  raise: (before: HighWater | null, snapshot: Snapshot) => HighWater | null,
): SeenMeanwhile {
  const seen = new Map<string, SeenPayment & { readonly highest: HighWater }>()
  return {
    note(serviceName, snapshot) {
      if (snapshot.id === '') return
      const name = JSON.stringify([serviceName, snapshot.id])
      const before = seen.get(name)
      const highest = raise(before?.highest ?? null, snapshot)
      if (highest === null || isDeepStrictEqual(highest, before?.highest)) return
      seen.delete(name)
      seen.set(name, { serviceName, snapshot: { ...snapshot, ...highest }, highest })
      const oldest = seen.keys().next()
      if (seen.size > most && oldest.done !== true) seen.delete(oldest.value)
    },
    take() {
      const all = [...seen.values()].map(({ serviceName, snapshot }) => ({ serviceName, snapshot }))
      seen.clear()
      return all
    },
  }
}
