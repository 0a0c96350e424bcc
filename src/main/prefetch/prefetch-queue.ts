import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OutageCounts } from '../../shared/outage'
import { kindsToTry } from '../../shared/scan-code'
import type { CopyOwner } from '../copies/cache-rows'
import type { CodeEnd, MissedRow, NextCode, QueuedCode, QueuedList, QueueRows } from '../copies/queue-rows'
import type { SavedCopies } from '../copies/saved-copies'
import type { TransactionCache } from '../copies/transaction-cache'

/** A code that is to be fetched, and for whose credentials. */
export type NextFetch = NextCode & {
  readonly owner: string
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

function savedAt(cache: TransactionCache, owner: CopyOwner, { code, match }: QueuedCode): number | null {
  const times = kindsToTry(code, match).flatMap((kind) => cache.find(owner, kind, code)?.savedAt ?? [])
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
    const begin = (cache: TransactionCache, owner: CopyOwner) => ({
      owner,
      number: cache.queue((rows) => rows.beginList(owner, list), 0),
    })
    const begun = await work<ReturnType<typeof begin> | null>(begin, null)
    if (begun === null || begun.number === 0) return false
    const { owner, number } = begun
    for (let from = 0; from < codes.length; from += piece) {
      const some = codes.slice(from, from + piece)
      const add = (cache: TransactionCache) =>
        cache.queue((rows) => rows.addCodes(owner, number, some), false)
      if (!(await work(add, false))) return false
      written(from + some.length)
      // Whatever a cashier does meanwhile has its turn between two pieces.
      await nextTurn()
    }
    return work((cache) => cache.queue((rows) => rows.finishList(owner, number), false), false)
  }

  return {
    take,
    next: () =>
      work<NextFetch | null>((cache, owner) => {
        const next = cache.queue((rows) => rows.next(owner), null)
        return next && { ...next, owner: owner.credentials, savedAt: savedAt(cache, owner, next) }
      }, null),
    settle: (queued, end) =>
      work((cache, owner) => {
        const kept = end === 'found' && savedAt(cache, owner, queued) !== null
        if (owner.credentials !== queued.owner && !kept) return true
        const how = end === 'found' && !kept ? 'unread' : end
        return cache.queue((rows) => rows.settle(owner, queued.number, how), false)
      }, false),
    putOff: (queued) =>
      work(
        (cache) => cache.queue((rows) => rows.putOff(queued.map(({ number }) => number)), undefined),
        undefined,
      ),
    async counts(exact) {
      if (!exact && counted !== null && performance.now() < counted.until) return counted.counts
      const began = performance.now()
      const counts = await work((cache, owner) => {
        const count = (rows: QueueRows) => ({ ...rows.counts(owner), missed: rows.missedCount(owner) })
        return cache.queue(count, nothing)
      }, nothing)
      const now = performance.now()
      counted = counts.total < long ? null : { counts, until: now + (now - began) * patience }
      return counts
    },
    missed: (most) =>
      work<readonly MissedRow[]>((cache, owner) => cache.queue((rows) => rows.missed(owner, most), []), []),
    clearLeftovers,
    stop: () => work((cache, owner) => cache.queue((rows) => rows.stopWaiting(owner), undefined), undefined),
    clearReport: () =>
      work((cache, owner) => cache.queue((rows) => rows.clearReport(owner), undefined), undefined),
  }
}
