import type { SearchTerm } from '../../shared/search-term'
import { segmentRows } from '../copies/cache-schema'
import { noteHits } from './code-matches'
import type { FacetList, FacetTable } from './facet-list'
import type { WordHits } from './known-words'
import { dayNumber, daysMeant, meansCurrency, meansFacet } from './match-facets'
import type { Segment } from './segment'

/** The days of all copies, by number. */
export type DaySpan = { readonly first: number; readonly last: number }

/** A term with everything worked out that does not depend on a single copy. */
export type ReadyTerm = {
  readonly word: Buffer
  readonly codes: WordHits
  /** Facets that the term means whatever the copy's codes, amount and day. */
  readonly meant: FacetTable
  readonly amount: { readonly from: number; readonly to: number; readonly currency: FacetTable } | null
  readonly days: { readonly first: number; readonly meant: Uint8Array } | null
}

export function readyTerm(term: SearchTerm, facets: FacetList, span: DaySpan, codes: WordHits): ReadyTerm {
  const { text, amount, day } = term
  return {
    word: Buffer.from(text),
    codes,
    meant: facets.tableOf((facet) => meansFacet(term, facet)),
    amount: amount && {
      from: amount.from,
      to: amount.to,
      currency: facets.tableOf(({ currency }) => meansCurrency(amount.currency, currency)),
    },
    days: day && { first: span.first, meant: daysMeant(day, span.first, span.last) },
  }
}

/**
 * Lets only those rows of a segment stay 1 in `found` that satisfy the term: by a part of a code, the amount, the
 * day, or what the copy is (gateway, status, currency).
 * @param segment its `facetOf` are numbers in the list of all facets
 * @param slot where the segment's rows begin in everything that goes by row, in thousands
 */
export function keepMatching(segment: Segment, slot: number, term: ReadyTerm, found: Uint8Array): void {
  const { meant, amount, days } = term
  const { amounts, seconds, facetOf } = segment
  const firstRow = slot * segmentRows
  const hits = hitsInSegment(segment, firstRow, term)
  for (let place = 0; place < segmentRows; place += 1) {
    if (found[firstRow + place] !== 1 || hits[place] === 1) continue
    const facet = facetOf[place] ?? 0
    if (meant[facet] === 1) continue
    if (amount !== null && amount.currency[facet] === 1) {
      const hundredths = amounts[place] ?? Number.NaN
      if (hundredths >= amount.from && hundredths <= amount.to) continue
    }
    const at = seconds[place] ?? 0
    if (days !== null && at > 0 && days.meant[dayNumber(at) - days.first] === 1) continue
    found[firstRow + place] = 0
  }
}

function hitsInSegment(segment: Segment, firstRow: number, { word, codes }: ReadyTerm): Uint8Array {
  const rowsOf = (all: Uint8Array) => all.subarray(firstRow, firstRow + segmentRows)
  const hits = rowsOf(codes.hits)
  if (!codes.known) noteHits(segment, word, codes.among && rowsOf(codes.among), hits)
  return hits
}
