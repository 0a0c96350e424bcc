/** Keeps in memory what the disk did not take, and tries to write it again. */
import type { Attempt, AttemptEvent, Snapshot } from '../../shared/attempt/attempt'
import { raise } from '../../shared/attempt/evidence'
import { fail, type Result } from '../../shared/base/result'
import type { Journal } from '../journal/journal'
import type { JournalFault } from '../journal/journal-types'
import { attemptWork } from '../system/database'

export type PendingEvents = ReturnType<typeof makePendingEvents>

/**
 * Keeps events of a refund that was sent and that the disk did not take. Until they are written refunds are off and the
 * attempt stays locked.
 */
export function makePendingEvents(journal: Pick<Journal, 'append'>, log: (line: string) => void) {
  let kept: readonly { readonly marker: string; readonly event: AttemptEvent }[] = []

  function write(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
    const written = attemptWork(() => journal.append(marker, event))
    return written.ok ? written.value : fail({ kind: 'unwritable', detail: written.fault.detail })
  }

  return {
    /** Appends, and keeps the event for later when the disk does not take it. Never throws. */
    append(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
      const written = write(marker, event)
      if (!written.ok && written.fault.kind === 'unwritable') {
        log(`journal: ${event.kind} of ${marker} not written, kept: ${written.fault.detail}`)
        kept = [...kept, { marker, event }]
      }
      return written
    },
    /** Tries what is kept, in order. */
    flush(): void {
      for (let next = kept[0]; next !== undefined; next = kept[0]) {
        const written = write(next.marker, next.event)
        if (!written.ok && written.fault.kind === 'unwritable') return
        if (!written.ok) log(`journal: kept ${next.event.kind} of ${next.marker} has no place any more`)
        kept = kept.slice(1)
      }
    },
    isEmpty: () => kept.length === 0,
  }
}

/** How many payments are kept: a day's lookups of a busy till. The oldest makes room; its saved copy still has the value. */
const maxSeen = 10_000

export type SeenMeanwhile = ReturnType<typeof makeSeenMeanwhile>

/** Keeps the highest `refunded` of each payment that is seen while refunds are off (refund-protocol.md 2). */
export function makeSeenMeanwhile() {
  const seen = new Map<string, { readonly snapshot: Snapshot; readonly highest: number }>()

  function taken(entries: readonly (readonly [string, { readonly snapshot: Snapshot }])[]) {
    for (const [name] of entries) seen.delete(name)
    return entries.map(([, { snapshot }]) => snapshot)
  }

  return {
    note(snapshot: Snapshot): void {
      if (snapshot.id === '') return
      const name = JSON.stringify([snapshot.id, snapshot.currency])
      const before = seen.get(name)
      const highest = raise(before?.highest ?? null, snapshot)
      if (highest === null || highest === before?.highest) return
      seen.delete(name)
      // Of several answers together, so without the amount that each spoke of.
      seen.set(name, { snapshot: { ...snapshot, refunded: highest, amount: null }, highest })
      const oldest = seen.keys().next()
      if (seen.size > maxSeen && oldest.done !== true) seen.delete(oldest.value)
    },
    /** Removes and returns the values of the oldest payments, at most so many. */
    take: (most: number) => taken([...seen].slice(0, most)),
    /** Removes and returns the values of one payment, by its internal id. */
    takeOf: (id: string) => taken([...seen].filter(([, { snapshot }]) => snapshot.id === id)),
    /** Whether a value of that payment waits. */
    has: (id: string) => [...seen.values()].some(({ snapshot }) => snapshot.id === id),
    count: () => seen.size,
  }
}
