/**
 * The searchable part of up to 1,000 copies whose numbers lie in one thousand, as columns and one piece of memory
 * with all codes: that is how it is sealed and how it is searched, without an object for each copy.
 */
import { segmentRows } from '../copies/cache-schema'
import type { Facet, SearchedCopy } from './searched-copy'

/** What a list of everything needs. */
export type Columns = {
  readonly facets: readonly Facet[]
  /** By place in the thousand: hundredths, NaN for none. */
  readonly amounts: Float64Array
  readonly seconds: Uint32Array
  /** Which of `facets`. */
  readonly facetOf: Uint32Array
  /** Where the codes of each place begin in `codes`; one more at the end. Nothing between: no copy there. */
  readonly starts: Uint32Array
}

export type Codes = {
  readonly codes: Buffer
  /** 1 for each byte that is in `codes`. */
  readonly bytes: Uint8Array
}

export type Segment = Columns & Codes

/** The columns of no copies at all. */
export function emptyColumns(): Omit<Columns, 'facets'> {
  return {
    amounts: new Float64Array(segmentRows).fill(Number.NaN),
    seconds: new Uint32Array(segmentRows),
    facetOf: new Uint32Array(segmentRows),
    starts: new Uint32Array(segmentRows + 1),
  }
}

function withBytes(codes: Buffer): Codes {
  const bytes = new Uint8Array(256)
  for (let at = 0; at < codes.length; at += 1) bytes[codes[at] ?? 0] = 1
  return { codes, bytes }
}

/** Makes a segment of copies in the order of their numbers, all of one thousand. */
export function makeSegment(copies: readonly SearchedCopy[]): Segment {
  const codes = Buffer.from(copies.map((copy) => copy.codes).join(''))
  const columns = emptyColumns()
  const known = new Map<string, number>()
  const facets: Facet[] = []
  let next = 0
  let end = 0
  for (const copy of copies) {
    const place = copy.number % segmentRows
    columns.starts.fill(end, next, place + 1)
    next = place + 1
    end += Buffer.byteLength(copy.codes)
    columns.amounts[place] = copy.amount ?? Number.NaN
    columns.seconds[place] = copy.seconds
    const name = JSON.stringify(copy.facet)
    const facet = known.get(name) ?? facets.push(copy.facet) - 1
    known.set(name, facet)
    columns.facetOf[place] = facet
  }
  columns.starts.fill(end, next)
  return { facets, ...columns, ...withBytes(codes) }
}

/** The copies that a segment was made of, in the order of their numbers. Not of one that is being searched. */
export function copiesOf(number: number, { facets, facetOf, amounts, seconds, starts, codes }: Segment) {
  const copies: SearchedCopy[] = []
  for (let place = 0; place < segmentRows; place += 1) {
    const [start = 0, end = 0] = starts.subarray(place, place + 2)
    if (start === end) continue
    const facet = facets[facetOf[place] ?? facets.length]
    if (facet === undefined) throw new Error('A segment does not add up')
    const amount = amounts[place] ?? Number.NaN
    copies.push({
      number: number * segmentRows + place,
      facet,
      codes: codes.toString('utf8', start, end),
      amount: Number.isNaN(amount) ? null : amount,
      seconds: seconds[place] ?? 0,
    })
  }
  return copies
}

/** Puts codes to their columns. Throws when they are not the ones. */
export function readCodes({ starts }: Pick<Columns, 'starts'>, codes: Buffer): Codes {
  if (starts[segmentRows] !== codes.length) throw new Error('The codes of a segment do not add up')
  return withBytes(codes)
}
