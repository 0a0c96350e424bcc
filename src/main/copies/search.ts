/**
 * The search over the saved copies. The index returns numbers only; rows are read from the sealed copies, and checked
 * against the search terms. An index with any error is rebuilt.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, messageOf, type Result, succeed } from '../../shared/base/result'
import type { FoundCopy, SavedSummary } from '../../shared/contract/payment-channels'
import type { FaultOf } from '../../shared/fault'
import type { SearchTerm } from '../../shared/lookup/copies'
import type { Clock } from '../system/clock'
import { attemptWork } from '../system/database'
import { type CashierAtWork, makeSignal } from '../system/signal'
import type { SavedCopies, VisibleCopies } from './saved-copies'
import { openSearchIndex, removeIndex, type SearchIndex, satisfies } from './search-index'

type SearchAnswer = {
  readonly total: number
  readonly rows: readonly Omit<FoundCopy, 'lockedBy'>[]
  readonly saved: SavedSummary
}

type NotSearchable = FaultOf<'copies_not_searchable'>

const notSearchable = (detail: string) => fail<NotSearchable>({ kind: 'copies_not_searchable', detail })

type Deps = {
  readonly folder: string
  readonly copies: Pick<SavedCopies, 'forSearch' | 'whyClosed'>
  readonly cashier: Pick<CashierAtWork, 'isGoing'>
  readonly clock: Clock
  readonly log: (line: string) => void
}

const nothingSaved: SearchAnswer = { total: 0, rows: [], saved: { count: 0, oldest: null } }
export type CopySearch = ReturnType<typeof makeCopySearch>

/** How often the index is updated while nobody searches. */
const updateEveryMs = 20_000
/** Copies indexed without a break, which takes some milliseconds. */
const copiesAtOnce = 50
const maxTries = 3
const maxListed = 100

/** Makes the search over the saved copies, which keeps its index up to date (decision 0003). */
export function makeCopySearch({ folder, copies, cashier, clock, log }: Deps) {
  /** Fires, in copies, while a search waits for the index. */
  const preparing = makeSignal<{ readonly done: number; readonly of: number }>()
  let index: SearchIndex | null = null
  let newest = 0
  let closed = false
  let callOff: () => void = () => undefined

  /** Deletes the index at once. Returns false when the disk refuses. */
  function drop(): boolean {
    const dropped = index
    index = null
    if (dropped !== null) attemptWork(dropped.close)
    return removeIndex(folder)
  }

  function openIndex({ cache }: VisibleCopies): SearchIndex | null {
    const file = cache.run((rows) => ({ key: rows.file.key, id: rows.fileId() }), null)
    if (file === null) return null
    if (index?.file === file.id) return index
    // The copies have been made anew.
    if (index !== null) drop()
    const noteEmpty = () => {
      const noted = cache.run((rows) => {
        rows.markAllChanged()
        return rows.fileId() === file.id
      }, false)
      if (!noted) throw new Error('The file of the copies takes no notes')
    }
    index = openSearchIndex(folder, file.key, file.id, noteEmpty)
    return index
  }

  /** Indexes what has changed. Returns null when that cannot be noted, is no longer wanted, or the index was dropped. */
  async function catchUp(searched: VisibleCopies, isOver: () => boolean): Promise<SearchIndex | null> {
    const { cache } = searched
    const into = openIndex(searched)
    if (into === null) return null
    const of = cache.run((rows) => rows.countChanged(), 0)
    for (let done = 0; !isOver() && index === into; done += copiesAtOnce) {
      if (of > copiesAtOnce) preparing.fire({ done: Math.min(done, of), of })
      const changed = cache.run((rows) => rows.changed(copiesAtOnce), [])
      if (changed.length === 0) return into
      into.put(changed)
      const isNoted = cache.run((rows) => {
        rows.markIndexed(changed.map(({ number }) => number))
        return true
      }, false)
      if (!isNoted) return null
      if (of > copiesAtOnce) await nextTurn()
    }
    return null
  }

  function listed(
    { cache, viewer }: VisibleCopies,
    numbers: readonly number[],
    terms: readonly SearchTerm[],
  ): SearchAnswer['rows'] {
    return numbers.map((number) => {
      const found = cache.run((rows) => rows.listed(viewer, number), null)
      // The index is up to date, so it belongs to other copies.
      if (found === null || !terms.every((term) => satisfies(term, found.copy)))
        throw new Error('A copy was found that was not searched for')
      return found.shown
    })
  }

  /** Asks the index; after an error, rebuilds it and asks again. */
  async function ask<T>(
    work: (into: SearchIndex, searched: VisibleCopies) => T,
    none: T,
    isOver: () => boolean,
  ): Promise<Result<T | null, NotSearchable>> {
    let detail = ''
    for (let tries = 0; tries < maxTries && !closed; tries += 1) {
      const searched = await copies.forSearch()
      if (closed) return succeed(none)
      if (searched === null) {
        const why = copies.whyClosed()
        return why === null ? succeed(none) : notSearchable(why)
      }
      if (isOver()) return succeed(null)
      try {
        const into = await catchUp(searched, isOver)
        if (isOver()) return succeed(null)
        if (into !== null) return succeed(work(into, searched))
      } catch (error) {
        detail = messageOf(error)
        log(`search: rebuilt: ${detail}`)
        drop()
      }
    }
    return closed ? succeed(none) : notSearchable(detail)
  }

  async function updateNow(): Promise<void> {
    if (!closed && !cashier.isGoing())
      await ask(
        () => null,
        null,
        () => closed || cashier.isGoing(),
      )
    plan()
  }

  function plan(): void {
    if (!closed) callOff = clock.after(updateEveryMs, () => void updateNow())
  }

  plan()
  return {
    preparing,
    /** Returns how many copies match, and the newest of them; null when a newer search has begun. */
    search(terms: readonly SearchTerm[]): Promise<Result<SearchAnswer | null, NotSearchable>> {
      newest += 1
      const turn = newest
      return ask<SearchAnswer>(
        (into, searched) => {
          const owners = searched.cache.run((rows) => rows.ownersSeenBy(searched.viewer), [])
          const { numbers, ...found } = into.search(terms, owners, maxListed)
          return { ...found, rows: listed(searched, numbers, terms) }
        },
        nothingSaved,
        () => newest !== turn,
      )
    },
    drop,
    close(): void {
      closed = true
      callOff()
      const closing = index
      index = null
      if (closing === null) return
      const kept = attemptWork(closing.keep)
      attemptWork(closing.close)
      if (!kept.ok) removeIndex(folder)
    },
  }
}
