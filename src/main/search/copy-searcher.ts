import type { FoundCopy, SavedSummary } from '../../shared/copy-search-schemas'
import type { SearchTerm } from '../../shared/search-term'
import { attemptWork } from '../database/open-database'
import type { CopyOwner } from '../lookup/cache-rows'
import { type Matches, makeCopyIndex } from './copy-index'
import { year2000 } from './searched-copy'
import type { SegmentRows } from './segment-rows'

/** A row of a list; null when the copy has gone since it was found. */
export type ListedCopy = Omit<FoundCopy, 'undecided'> | null

export type SearchAnswer = {
  readonly total: number
  readonly rows: readonly ListedCopy[]
  readonly saved: SavedSummary
}

export type SearchOrder = {
  readonly search: number
  readonly owner: CopyOwner
  readonly terms: readonly SearchTerm[]
  /** So many of the first matches are wanted at once. */
  readonly rows: number
}

/** How much of the index stands, in segments. */
export type Preparation = { readonly done: number; readonly of: number }

type Parts = {
  readonly rows: SegmentRows
  /** Whether a newer search than this one has been asked for. */
  readonly isOver: (search: number) => boolean
  readonly prepared: (preparation: Preparation) => void
}

/** The search as it runs in its own thread. What it is asked may throw; that is the file's damage then. */
export function makeCopySearcher({ rows, isOver, prepared }: Parts) {
  const index = makeCopyIndex()
  /** Segments in memory that could not be kept, and the changes they were built from. */
  const unkept = new Map<number, number>()
  let isOpen = false
  let last: { readonly order: SearchOrder; readonly matches: Matches } | null = null

  function rebuild(number: number): void {
    const segment = rows.build(number)
    index.put(number, segment.segment)
    // On a full or busy disk it stays stale; nobody need build it again before it changes.
    const kept = attemptWork(() => rows.keep(number, segment))
    if (kept.ok && kept.value) unkept.delete(number)
    else unkept.set(number, segment.changes)
  }

  function open(stale: ReadonlyMap<number, number>): void {
    const numbers = rows.sealedNumbers().filter((number) => !stale.has(number))
    const of = numbers.length + stale.size
    for (const [done, number] of numbers.entries()) {
      prepared({ done, of })
      const segment = attemptWork(() => rows.read(number))
      // One that does not open is made again from its copies.
      if (segment.ok && segment.value !== null) index.put(number, segment.value)
      else rebuild(number)
    }
    isOpen = true
  }

  /** Takes in what was saved and deleted since. */
  function follow(): void {
    const stale = rows.staleNumbers()
    if (!isOpen) open(stale)
    const due = [...stale].filter(([number, changes]) => unkept.get(number) !== changes)
    for (const [done, [number]] of due.entries()) {
      prepared({ done, of: due.length })
      rebuild(number)
    }
  }

  function listed(owner: CopyOwner, matches: Matches, from: number, count: number): readonly ListedCopy[] {
    return matches.numbers(from, count).map((number) => rows.find(owner, number))
  }

  return {
    /** Null when a newer search has taken over meanwhile. */
    search(order: SearchOrder): SearchAnswer | null {
      follow()
      const { owner, terms, search } = order
      const matches = index.search(terms, rows.ownersSeenBy(owner), () => isOver(search))
      if (matches === null) return null
      const { total, visible, oldest } = matches
      last = { order, matches }
      const day = oldest === null ? null : new Date(year2000 + oldest * 1000).toISOString().slice(0, 10)
      return {
        total,
        rows: listed(owner, matches, 0, order.rows),
        saved: { count: visible, oldest: day },
      }
    },
    /** More rows of the search that was answered last; null when that was another one. */
    range(search: number, from: number, count: number): readonly ListedCopy[] | null {
      if (last?.order.search !== search) return null
      return listed(last.order.owner, last.matches, from, count)
    },
  }
}

export type CopySearcher = ReturnType<typeof makeCopySearcher>
