import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OutageCounts } from '../../shared/outage'
import { kindsToTry } from '../../shared/scan-code'
import type { CopyViewer } from '../copies/cache-rows'
import type { CodeEnd, MissedRow, NextCode, QueuedCode, QueuedList, QueueRows } from '../copies/queue-rows'
import type { SavedCopies } from '../copies/saved-copies'
import type { TransactionCache } from '../copies/transaction-cache'

/** A code that is to be fetched, and for whose credentials. */
export type NextFetch = NextCode & {
  readonly viewer: string
  /** When the newest saved copy with this code was saved; null when there is none. */
  readonly savedAt: number | null
}

/**
 * The prefetch queue as the rest of this folder knows it. Each call is for the credentials of its moment;
 * without credentials or a keychain there is no queue, and nothing here fails.
 */
export type PrefetchQueue = {
  /** Takes a list whole, and tells how many codes of it are written. False when it could not be kept. */
  readonly take: (
    list: QueuedList,
    codes: readonly QueuedCode[],
    written: (done: number) => void,
  ) => Promise<boolean>
  readonly next: () => Promise<NextFetch | null>
  /**
   * Notes how a code ended. One that was found and yet is not among the copies counts as unread. When address or
   * token changed since the code was `next`, only what is found and may be seen now is noted: of anything else
   * nobody knows to which of them it was said. False when the disk does not take the note: then the same code is
   * next again.
   */
  readonly settle: (queued: NextFetch, end: CodeEnd) => Promise<boolean>
  readonly putOff: (queued: readonly NextFetch[]) => Promise<void>
  /** Not exact, and with very many codes, it may be seconds old: counting takes a fiftieth of the time at most. */
  readonly counts: (exact: boolean) => Promise<Counts>
  /** -1 for all. */
  readonly missed: (most: number) => Promise<readonly MissedRow[]>
  /** Drops lists that an earlier run did not finish writing. */
  readonly clearLeftovers: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly clearReport: () => Promise<void>
}

type Counts = OutageCounts & { readonly missed: number }

const nothing: Counts = { total: 0, found: 0, saved: 0, notFound: 0, unread: 0, missed: 0 }
/** Written at once, so that nobody waits for it: a few milliseconds. */
const piece = 100
/** From so many codes on, counting them takes longer than a blink. */
const long = 10_000
const patience = 50

function savedAt(cache: TransactionCache, viewer: CopyViewer, { code, match }: QueuedCode): number | null {
  const times = kindsToTry(code, match).flatMap((kind) => cache.find(viewer, kind, code)?.savedAt ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

export function makePrefetchQueue(copies: Pick<SavedCopies, 'work'>): PrefetchQueue {
  const { work } = copies

  let cleared: Promise<void> | null = null
  let counted: { readonly counts: Counts; readonly until: number } | null = null

  /** Once, before this run's own first list: what an earlier run was in the middle of writing. */
  function clearLeftovers(): Promise<void> {
    cleared ??= work((cache) => cache.queue((rows) => rows.dropUnfinished(), undefined), undefined)
    return cleared
  }

  const take: PrefetchQueue['take'] = async (list, codes, written) => {
    await clearLeftovers()
    const begin = (cache: TransactionCache, viewer: CopyViewer) => ({
      viewer,
      number: cache.queue((rows) => rows.beginList(viewer, list), 0),
    })
    const begun = await work<ReturnType<typeof begin> | null>(begin, null)
    if (begun === null || begun.number === 0) return false
    const { viewer, number } = begun
    for (let from = 0; from < codes.length; from += piece) {
      const some = codes.slice(from, from + piece)
      const add = (cache: TransactionCache) =>
        cache.queue((rows) => rows.addCodes(viewer, number, some), false)
      if (!(await work(add, false))) return false
      written(from + some.length)
      // Whatever a cashier does meanwhile has its turn between two pieces.
      await nextTurn()
    }
    return work((cache) => cache.queue((rows) => rows.finishList(viewer, number), false), false)
  }

  return {
    take,
    next: () =>
      work<NextFetch | null>((cache, viewer) => {
        const next = cache.queue((rows) => rows.next(viewer), null)
        return next && { ...next, viewer: viewer.credentials, savedAt: savedAt(cache, viewer, next) }
      }, null),
    settle: (queued, end) =>
      work((cache, viewer) => {
        const kept = end === 'found' && savedAt(cache, viewer, queued) !== null
        if (viewer.credentials !== queued.viewer && !kept) return true
        const how = end === 'found' && !kept ? 'unread' : end
        return cache.queue((rows) => rows.settle(viewer, queued.number, how), false)
      }, false),
    putOff: (queued) =>
      work(
        (cache) => cache.queue((rows) => rows.putOff(queued.map(({ number }) => number)), undefined),
        undefined,
      ),
    async counts(exact) {
      if (!exact && counted !== null && performance.now() < counted.until) return counted.counts
      const began = performance.now()
      const counts = await work((cache, viewer) => {
        const count = (rows: QueueRows) => ({ ...rows.counts(viewer), missed: rows.missedCount(viewer) })
        return cache.queue(count, nothing)
      }, nothing)
      const now = performance.now()
      counted = counts.total < long ? null : { counts, until: now + (now - began) * patience }
      return counts
    },
    missed: (most) =>
      work<readonly MissedRow[]>((cache, viewer) => cache.queue((rows) => rows.missed(viewer, most), []), []),
    clearLeftovers,
    stop: () =>
      work((cache, viewer) => cache.queue((rows) => rows.stopWaiting(viewer), undefined), undefined),
    clearReport: () =>
      work((cache, viewer) => cache.queue((rows) => rows.clearReport(viewer), undefined), undefined),
  }
}
