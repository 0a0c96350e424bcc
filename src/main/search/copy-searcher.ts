import type { FoundCopy, SavedSummary } from '../../shared/copy-search-schemas'
import type { SearchTerm } from '../../shared/search-term'
import type { CopyViewer } from '../copies/cache-rows'
import { attemptWork } from '../database/open-database'
import { type Matches, makeCopyIndex } from './copy-index'
import { year2000 } from './searched-copy'
import type { Segment } from './segment'
import type { SegmentRows } from './segment-rows'

/** A row of a list; null when the copy has gone since it was found. */
export type ListedCopy = Omit<FoundCopy, 'lockedBy'> | null

export type SearchAnswer = {
  readonly total: number
  readonly rows: readonly ListedCopy[]
  readonly saved: SavedSummary
}

export type SearchOrder = {
  readonly search: number
  readonly viewer: CopyViewer
  readonly terms: readonly SearchTerm[]
  /** So many of the first matches are wanted at once. */
  readonly rows: number
}

/** How much of the index stands, in segments. */
export type Preparation = { readonly done: number; readonly of: number }

/** One segment that was made ahead of any search. */
export type MadeSegment = {
  /** How many are still to be made. */
  readonly left: number
  /** False when the disk would not take it: then the next one is not better off. */
  readonly kept: boolean
  /** What it took, in milliseconds. */
  readonly milliseconds: number
}

type Deps = {
  readonly rows: SegmentRows
  /** Whether a newer search than this one has been asked for. */
  readonly isOver: (search: number) => boolean
  /** Whether nobody waits for anything any more: then whatever is done ends by throwing. */
  readonly isEnding: () => boolean
  readonly prepared: (preparation: Preparation) => void
}

/** Read in one go while nobody waits, some milliseconds. */
const codesAtOnce = 8

/** The search as it runs in its own thread. What it is asked may throw; that is the file's damage then. */
export function makeCopySearcher({ rows, isOver, isEnding, prepared }: Deps) {
  const index = makeCopyIndex()
  /** Segments that were made and could not be kept, and the changes they were made from. */
  const unkept = new Map<number, number>()
  let isOpen = false
  let last: { readonly order: SearchOrder; readonly matches: Matches } | null = null

  function stopIfEnding(): void {
    if (isEnding()) throw new Error('The search is ending')
  }

  function make(number: number): { readonly segment: Segment | null; readonly written: boolean } {
    stopIfEnding()
    const built = rows.build(number)
    // On a full or busy disk it stays stale; nobody need build it again before it changes.
    const kept = attemptWork(() => rows.keep(number, built))
    if (kept.ok && kept.value) unkept.delete(number)
    else unkept.set(number, built.changes)
    return { segment: built.segment, written: kept.ok }
  }

  function open(stale: ReadonlyMap<number, number>): void {
    const sealed = rows.sealedNumbers()
    const numbers = [...sealed, ...rows.lostNumbers(new Set([...sealed, ...stale.keys()]))]
    const readable = numbers.filter((number) => !stale.has(number))
    const of = readable.length + stale.size
    // What was made before anybody searched is not in memory.
    unkept.clear()
    for (const [done, number] of readable.entries()) {
      prepared({ done, of })
      stopIfEnding()
      const columns = attemptWork(() => rows.columns(number))
      // What is lost or does not open is made again from its copies.
      index.put(number, columns.ok && columns.value !== null ? columns.value : make(number).segment)
    }
    isOpen = true
  }

  /** Reads the codes of so many segments; false when all have been read. */
  function readCodes(most: number): boolean {
    for (const [number, columns] of [...index.withoutCodes()].slice(0, most)) {
      stopIfEnding()
      const codes = attemptWork(() => rows.codes(number, columns))
      if (codes.ok && codes.value !== null) index.putCodes(number, codes.value)
      else index.put(number, make(number).segment)
    }
    return index.withoutCodes().size > 0
  }

  /** The segments whose copies have changed since they were made. */
  function due(stale: ReadonlyMap<number, number>): readonly number[] {
    return [...stale].filter(([number, changes]) => unkept.get(number) !== changes).map(([number]) => number)
  }

  /** Takes in what was saved and deleted since. */
  function follow(): void {
    const stale = rows.staleNumbers()
    if (!isOpen) open(stale)
    const numbers = due(stale)
    for (const [done, number] of numbers.entries()) {
      prepared({ done, of: numbers.length })
      index.put(number, make(number).segment)
    }
  }

  function listed(viewer: CopyViewer, matches: Matches, from: number, count: number): readonly ListedCopy[] {
    return matches.numbers(from, count).map((number) => rows.find(viewer, number))
  }

  return {
    /** Null when a newer search has taken over meanwhile. */
    search(order: SearchOrder): SearchAnswer | null {
      follow()
      const { viewer, terms, search } = order
      if (terms.length > 0) readCodes(Number.POSITIVE_INFINITY)
      const matches = index.search(terms, rows.ownersSeenBy(viewer), () => isOver(search))
      if (matches === null) return null
      const { total, visible, oldest } = matches
      last = { order, matches }
      const day = oldest === null ? null : new Date(year2000 + oldest * 1000).toISOString().slice(0, 10)
      return {
        total,
        rows: listed(viewer, matches, 0, order.rows),
        saved: { count: visible, oldest: day },
      }
    },
    /** More rows of the search that was answered last; null when that was another one. */
    range(search: number, from: number, count: number): readonly ListedCopy[] | null {
      if (last?.order.search !== search) return null
      return listed(last.order.viewer, last.matches, from, count)
    },
    /**
     * The list of everything needs no codes, and whoever opened it will type soon: reads some of them, and answers
     * whether there are more.
     */
    readOn: (): boolean => isOpen && readCodes(codesAtOnce),
    /** Makes one segment that is stale, if there is one, so that no search need wait for it. */
    makeSegment(): MadeSegment {
      const began = performance.now()
      const [number, ...others] = due(rows.staleNumbers())
      if (number === undefined) return { left: 0, kept: true, milliseconds: 0 }
      const { segment, written } = make(number)
      // Before the first search nothing is held in memory.
      if (isOpen) index.put(number, segment)
      return { left: others.length, kept: written, milliseconds: performance.now() - began }
    },
  }
}

export type CopySearcher = ReturnType<typeof makeCopySearcher>
