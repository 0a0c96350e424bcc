/**
 * The searchable part of up to 1,000 copies whose numbers lie in one thousand, as columns in one piece of memory:
 * that is how it is sealed and how it is searched, without an object for each copy.
 */
import { z } from 'zod'
import { paymentStates } from '../../shared/payment-state'
import { segmentRows } from '../lookup/cache-schema'
import type { Facet, SearchedCopy } from './searched-copy'

export type Segment = {
  readonly facets: readonly Facet[]
  /** By place in the thousand: hundredths, NaN for none. */
  readonly amounts: Float64Array
  readonly seconds: Uint32Array
  /** Which of `facets`. */
  readonly facetOf: Uint32Array
  /** Where the codes of each place begin in `codes`; one more at the end. Nothing between: no copy there. */
  readonly starts: Uint32Array
  readonly codes: Buffer
  /** 1 for each byte that is in `codes`. */
  readonly bytes: Uint8Array
}

const facetsSchema = z.array(
  z.object({
    owner: z.string(),
    state: z.enum(paymentStates),
    status: z.string(),
    currency: z.string(),
    gatewayCode: z.string(),
  }),
)

const columnBytes = segmentRows * (8 + 4 + 4 + 4) + 4
const headBytes = 4

function columnsIn(memory: ArrayBuffer, codesFrom: number): Omit<Segment, 'facets'> {
  const at = { amounts: 0, seconds: segmentRows * 8, facetOf: segmentRows * 12, starts: segmentRows * 16 }
  return {
    amounts: new Float64Array(memory, at.amounts, segmentRows),
    seconds: new Uint32Array(memory, at.seconds, segmentRows),
    facetOf: new Uint32Array(memory, at.facetOf, segmentRows),
    starts: new Uint32Array(memory, at.starts, segmentRows + 1),
    codes: Buffer.from(memory, codesFrom),
    bytes: new Uint8Array(256),
  }
}

function noteBytes({ codes, bytes }: Pick<Segment, 'codes' | 'bytes'>): void {
  for (let at = 0; at < codes.length; at += 1) bytes[codes[at] ?? 0] = 1
}

/** Makes a segment of copies in the order of their numbers, all of one thousand. */
export function makeSegment(copies: readonly SearchedCopy[]): Segment {
  const codes = Buffer.from(copies.map((copy) => copy.codes).join(''))
  const memory = new ArrayBuffer(columnBytes + codes.length)
  const columns = columnsIn(memory, columnBytes)
  columns.amounts.fill(Number.NaN)
  columns.codes.set(codes)
  noteBytes(columns)
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
  return { facets, ...columns }
}

/** A segment as bytes, to be sealed. */
export function writeSegment({ facets, amounts, codes }: Segment): Buffer {
  const head = Buffer.from(JSON.stringify(facets))
  const length = Buffer.alloc(headBytes)
  length.writeUInt32LE(head.length)
  // All columns lie in one piece of memory, the codes behind them.
  return Buffer.concat([length, head, Buffer.from(amounts.buffer, 0, columnBytes), codes])
}

/** Reads what `writeSegment` made. Throws on anything else. */
export function readSegment(bytes: Buffer): Segment {
  const columnsFrom = headBytes + bytes.readUInt32LE(0)
  const facets = facetsSchema.parse(JSON.parse(bytes.toString('utf8', headBytes, columnsFrom)))
  const memory = new ArrayBuffer(bytes.length - columnsFrom)
  if (memory.byteLength < columnBytes) throw new Error('A segment is too short')
  new Uint8Array(memory).set(bytes.subarray(columnsFrom))
  const segment = { facets, ...columnsIn(memory, columnBytes) }
  noteBytes(segment)
  if (segment.starts[segmentRows] !== segment.codes.length) throw new Error('A segment does not add up')
  return segment
}
