/**
 * The search over the saved copies: an index in a file of its own, encrypted and thrown away whenever anything about it is
 * odd. It answers numbers only; what a list shows is read from the sealed copies, and held against what was asked.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, messageOf, type Result, succeed } from '../../shared/base/result'
import type { FoundCopy, SavedSummary } from '../../shared/contract/lookup-channels'
import type { FaultOf } from '../../shared/fault'
import type { SearchTerm } from '../../shared/lookup/copy-query'
import type { Clock } from '../system/clock'
import { attemptWork } from '../system/database'
import { type CashierAtWork, makeSignal } from '../system/signal'
import type { SavedCopies, SeenCopies } from './saved-copies'
import { makeIndex, openKept, removeIndex, type SearchIndex, satisfies } from './search-index'

type SearchAnswer = {
  readonly total: number
  readonly rows: readonly Omit<FoundCopy, 'lockedBy'>[]
  readonly saved: SavedSummary
}

type NotSearchable = FaultOf<'copies_not_searchable'>

type Deps = {
  readonly folder: string
  readonly copies: Pick<SavedCopies, 'forSearch'>
  readonly cashier: Pick<CashierAtWork, 'isGoing'>
  readonly clock: Clock
  readonly log: (line: string) => void
}

const nothingSaved: SearchAnswer = { total: 0, rows: [], saved: { count: 0, oldest: null } }
export type CopySearch = ReturnType<typeof makeCopySearch>

/** How often changes are taken in while nobody searches, in milliseconds. */
const lookEveryMs = 20_000
/** So many copies are taken in at once: some milliseconds. */
const copiesAtOnce = 50
const maxTries = 3
/** Nobody reads further down a list than this: more is typed instead. */
const maxListed = 100

export function makeCopySearch({ folder, copies, cashier, clock, log }: Deps) {
  /** A search waits for the index, which is so far, in copies. */
  const preparing = makeSignal<{ readonly done: number; readonly of: number }>()
  let index: SearchIndex | null = null
  let newest = 0
  let closed = false
  let callOff: () => void = () => undefined

  /** Throws the index away, at once: its copies go. */
  function drop(): void {
    const dropped = index
    index = null
    if (dropped !== null) attemptWork(dropped.close)
    removeIndex(folder)
  }

  function opened({ cache }: SeenCopies): SearchIndex | null {
    if (index !== null) return index
    const file = cache.run((rows) => ({ key: rows.file.key, id: rows.fileId() }), null)
    if (file === null) return null
    index = openKept(folder, file.key, file.id)
    if (index !== null) return index
    removeIndex(folder)
    index = makeIndex(folder, file.key, file.id)
    return cache.run((rows) => {
      rows.tellAll()
      return index
    }, null)
  }

  /** Takes in one slice of what has changed; false when nothing has. */
  function follow({ cache }: SeenCopies, into: SearchIndex): boolean {
    const changed = cache.run((rows) => rows.changed(copiesAtOnce), [])
    if (changed.length === 0) return false
    into.put(changed)
    cache.run((rows) => rows.told(changed.map(({ number }) => number)), undefined)
    return true
  }

  async function catchUp(searched: SeenCopies, isOver: () => boolean): Promise<SearchIndex | null> {
    const into = opened(searched)
    if (into === null) return null
    const of = searched.cache.run((rows) => rows.countChanged(), 0)
    for (let done = 0; !isOver() && index === into; done += copiesAtOnce) {
      if (of > copiesAtOnce) preparing.fire({ done: Math.min(done, of), of })
      if (!follow(searched, into)) break
      if (of > copiesAtOnce) await nextTurn()
    }
    return index === into ? into : null
  }

  function listed(
    { cache, viewer }: SeenCopies,
    numbers: readonly number[],
    terms: readonly SearchTerm[],
  ): SearchAnswer['rows'] {
    return numbers.map((number) => {
      const found = cache.run((rows) => rows.listed(viewer, number), null)
      // Everything that changed was taken in just before: the index is not of these copies.
      if (found === null || !terms.every((term) => satisfies(term, found.copy)))
        throw new Error('A copy was found that was not searched for')
      return found.shown
    })
  }

  /** Whatever is wrong with the index, it is made anew and asked once more. */
  async function ask<T>(
    work: (into: SearchIndex, searched: SeenCopies) => T,
    none: T,
    isOver: () => boolean,
  ): Promise<Result<T | null, NotSearchable>> {
    let detail = ''
    for (let tries = 0; tries < maxTries && !closed; tries += 1) {
      const searched = await copies.forSearch()
      if (searched === null) return succeed(none)
      if (isOver()) return succeed(null)
      try {
        const into = await catchUp(searched, isOver)
        if (isOver()) return succeed(null)
        if (into !== null) return succeed(work(into, searched))
      } catch (error) {
        detail = messageOf(error)
        log(`search: made anew: ${detail}`)
        drop()
      }
    }
    return closed ? succeed(none) : fail({ kind: 'copies_not_searchable', detail })
  }

  async function lookNow(): Promise<void> {
    if (!closed && !cashier.isGoing())
      await ask(
        () => null,
        null,
        () => closed || cashier.isGoing(),
      )
    plan()
  }

  function plan(): void {
    if (!closed) callOff = clock.after(lookEveryMs, () => void lookNow())
  }

  plan()
  return {
    preparing,
    /** How many copies match, and the newest of them; null when a newer search has come meanwhile. */
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
      if (closing !== null && !attemptWork(closing.close).ok) removeIndex(folder)
    },
  }
}
