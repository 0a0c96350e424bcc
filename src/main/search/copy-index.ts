import type { SearchTerm } from '../../shared/search-term'
import { segmentRows } from '../copies/cache-schema'
import { type FacetTable, makeFacetList } from './facet-list'
import { makeKnownWords } from './known-words'
import { dayNumber } from './match-facets'
import { type DaySpan, keepMatching, readyTerm } from './ready-term'
import type { Codes, Columns, Segment } from './segment'
import { isThere, newestFirst, orderRows } from './time-order'

/** The copies that match, newest payment first; and all that may be seen. */
export type Matches = {
  readonly total: number
  /** The numbers of up to so many copies, from a place in the list on. */
  readonly numbers: (from: number, count: number) => readonly number[]
  readonly visible: number
  /** Seconds since the year 2000 of the oldest payment that may be seen; null when none has a time. */
  readonly oldest: number | null
}

/** All searchable text of the till in memory, to be searched as somebody types. Nothing here reads a file. */
export type CopyIndex = {
  /**
   * Takes a segment in, in the place of an earlier one of this number; null when nothing is left of it. Its codes
   * may come later.
   */
  readonly put: (number: number, segment: Segment | Columns | null) => void
  /** The columns whose codes have not come yet, by the number of their segment. */
  readonly withoutCodes: () => ReadonlyMap<number, Columns>
  /** Takes in the codes of one of those. */
  readonly putCodes: (number: number, codes: Codes) => void
  /**
   * The copies of these owners (blind indexes in hex) that satisfy every term, for which all codes must have come.
   * Null when `isOver` said, between two segments, that nobody waits for the answer any more.
   */
  readonly search: (
    terms: readonly SearchTerm[],
    owners: ReadonlySet<string>,
    isOver: () => boolean,
  ) => Matches | null
}

/** What certain owners may see: 1 by row, how many that is, and the time of the oldest. */
type Visible = { readonly owners: string; readonly rows: Uint8Array } & Pick<Matches, 'visible' | 'oldest'>

/**
 * The segments by slot, in the order of their numbers: payments of one second are listed by it, whichever segment
 * was read first. A row is slot × 1,000 + place.
 */
function makeSlots() {
  // Replaced rather than changed, for who holds an answer goes on to read the numbers of that moment.
  let numbers: readonly number[] = []
  const segments: (Segment | Columns | null)[] = []
  const slotOf = (number: number) => numbers.findLastIndex((each) => each <= number)
  return {
    segments,
    slotOf,
    /** Answers whether other segments had to move. */
    put(number: number, segment: Segment | Columns | null): boolean {
      const slot = slotOf(number)
      if (numbers[slot] === number) {
        segments[slot] = segment
        return false
      }
      numbers = [...numbers.slice(0, slot + 1), number, ...numbers.slice(slot + 1)]
      segments.splice(slot + 1, 0, segment)
      return slot + 2 < numbers.length
    },
    secondsAt: (row: number): number =>
      segments[Math.floor(row / segmentRows)]?.seconds[row % segmentRows] ?? 0,
    /** What tells the copy in a row, as the rows are now. */
    copyNumbers(): (row: number) => number {
      const now = numbers
      return (row) => (now[Math.floor(row / segmentRows)] ?? 0) * segmentRows + (row % segmentRows)
    },
  }
}

export function makeCopyIndex(): CopyIndex {
  const { segments, slotOf, put: putInSlot, secondsAt, copyNumbers } = makeSlots()
  const facets = makeFacetList()
  const words = makeKnownWords()
  /** The numbers of the segments that changed since the last search, and whether some moved. */
  const changed = new Set<number>()
  let moved = false
  const withoutCodes = new Map<number, Columns>()
  let order: Uint32Array = new Uint32Array(0)
  let span: DaySpan = { first: 0, last: -1 }
  let seen: Visible | null = null

  function put(number: number, segment: Segment | Columns | null): void {
    withoutCodes.delete(number)
    if (segment !== null) {
      if (!('codes' in segment)) withoutCodes.set(number, segment)
      const numbers = facets.numbersOf(segment.facets)
      segment.facetOf.forEach((facet, place) => {
        segment.facetOf[place] = numbers[facet] ?? 0
      })
    }
    moved = putInSlot(number, segment) || moved
    changed.add(number)
  }

  /** Puts what has changed since the last search in its place, and drops what rested on it. */
  function follow(): void {
    if (changed.size === 0) return
    order = moved
      ? orderRows(segments, new Uint32Array(0), new Set(segments.keys()))
      : orderRows(segments, order, new Set([...changed].map(slotOf)))
    moved = false
    changed.clear()
    words.forget()
    seen = null
    const dayAt = (row: number | undefined) => dayNumber(row === undefined ? 0 : secondsAt(row))
    span = { first: dayAt(order.find((row) => secondsAt(row) > 0)), last: dayAt(order.at(-1)) }
  }

  function visibleTo(owners: ReadonlySet<string>): Visible {
    const name = [...owners].sort().join(' ')
    if (seen?.owners === name) return seen
    const rows = visibleRows(
      segments,
      facets.tableOf(({ owner }) => owners.has(owner)),
    )
    const oldest = order.find((row) => rows[row] === 1 && secondsAt(row) > 0)
    const visible = rows.reduce((sum, row) => sum + row, 0)
    seen = { owners: name, rows, visible, oldest: oldest === undefined ? null : secondsAt(oldest) }
    return seen
  }

  return {
    put,
    withoutCodes: () => withoutCodes,
    putCodes(number, codes) {
      const columns = withoutCodes.get(number)
      if (columns === undefined || !withoutCodes.delete(number)) return
      // Nothing that is in the columns has changed.
      putInSlot(number, { ...columns, ...codes })
    },
    search(terms, owners, isOver) {
      follow()
      const { rows, visible, oldest } = visibleTo(owners)
      const found = rows.slice()
      const ready = terms.map((term) => readyTerm(term, facets, span, words.hitsOf(term.text, rows.length)))
      for (const [slot, segment] of segments.entries()) {
        if (isOver()) return null
        if (segment === null || ready.length === 0) continue
        if (!('codes' in segment)) throw new Error('The codes of a segment have not come')
        for (const term of ready) keepMatching(segment, slot, term, found)
      }
      words.learn(new Map(ready.map(({ codes }, index) => [terms[index]?.text ?? '', codes.hits])))
      const matches = newestFirst(found, order, secondsAt)
      const copyNumber = copyNumbers()
      const numbers = (from: number, count: number) =>
        Array.from(matches.subarray(from, from + count), copyNumber)
      return { total: matches.length, numbers, visible, oldest }
    },
  }
}

/** 1 for each row whose copy belongs to one of those owners. */
function visibleRows(segments: readonly (Columns | null)[], theirs: FacetTable): Uint8Array {
  const rows = new Uint8Array(segments.length * segmentRows)
  for (const [slot, segment] of segments.entries()) {
    for (let place = 0; segment !== null && place < segmentRows; place += 1) {
      const visible = isThere(segment, place) && theirs[segment.facetOf[place] ?? 0] === 1
      rows[slot * segmentRows + place] = visible ? 1 : 0
    }
  }
  return rows
}
