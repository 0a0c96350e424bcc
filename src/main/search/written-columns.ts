/**
 * The columns of a segment as bytes, to be sealed: short, for some libraries open no more than 142 MB/s and all of
 * them are opened before anything can be searched. A head in JSON, then the columns one behind the other.
 */
import { z } from 'zod'
import { type PaymentState, paymentStates } from '../../shared/payment-state'
import { segmentRows } from '../copies/cache-schema'
import type { Facet } from './searched-copy'
import { type Columns, emptyColumns } from './segment'

const headSchema = z.object({
  /** Amounts that need 64 bits, or codes of more than 65,535 bytes. */
  wide: z.boolean(),
  /** Each text of the facets once; a facet is five of their numbers. */
  texts: z.array(z.string()),
})

const headLengthBytes = 4
/** Of owner, state, status, currency and gateway code. */
const textsOfFacet = 5
const mostNarrow = { amount: 2 ** 32 - 2, length: 2 ** 16 - 1 }
/** In place of an amount that there is not, where amounts are narrow. */
const noAmount = 2 ** 32 - 1

const states: ReadonlySet<string> = new Set(paymentStates)
const isState = (text: string): text is PaymentState => states.has(text)

const isNarrow = (amount: number) =>
  Number.isNaN(amount) || (Number.isInteger(amount) && amount >= 0 && amount <= mostNarrow.amount)

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer, byteOffset, byteLength)

export function writeColumns({ facets, amounts, seconds, facetOf, starts }: Columns): Buffer {
  const lengths = Uint32Array.from({ length: segmentRows }, (_none, place) => {
    const [start = 0, end = 0] = starts.subarray(place, place + 2)
    return end - start
  })
  const wide = !amounts.every(isNarrow) || lengths.some((length) => length > mostNarrow.length)
  const inFacets = facets.flatMap((each) => [
    each.owner,
    each.state,
    each.status,
    each.currency,
    each.gatewayCode,
  ])
  const numbers = new Map([...new Set(inFacets)].map((text, number) => [text, number]))
  const head = Buffer.from(JSON.stringify({ wide, texts: [...numbers.keys()] }))
  const length = Buffer.alloc(headLengthBytes)
  length.writeUInt32LE(head.length)
  const columns = [
    wide ? amounts : Uint32Array.from(amounts, (amount) => (Number.isNaN(amount) ? noAmount : amount)),
    seconds,
    wide ? lengths : Uint16Array.from(lengths),
    Uint16Array.from(facetOf),
    Uint16Array.from(inFacets, (text) => numbers.get(text) ?? 0),
  ]
  return Buffer.concat([length, head, ...columns.map(bytesOf)])
}

/** Takes columns off bytes, one after the other. Throws when there are not so many. */
function makeTaker(bytes: Buffer, from: number) {
  // Columns must begin where numbers of their size can.
  const memory = new Uint8Array(bytes.subarray(from)).buffer
  let at = 0
  const take = (size: number, count: number) => {
    at += size * count
    return [memory, at - size * count, count] as const
  }
  return {
    float64: (count: number) => new Float64Array(...take(8, count)),
    uint32: (count: number) => new Uint32Array(...take(4, count)),
    uint16: (count: number) => new Uint16Array(...take(2, count)),
    left: () => memory.byteLength - at,
  }
}

function facetsOf(texts: readonly string[], numbers: Uint16Array): readonly Facet[] {
  const facets: Facet[] = []
  for (let at = 0; at < numbers.length; at += textsOfFacet) {
    const [owner, state, status, currency, gatewayCode] = Array.from(
      numbers.subarray(at, at + textsOfFacet),
      (number) => texts[number],
    )
    const isWhole = owner !== undefined && status !== undefined && currency !== undefined
    if (!isWhole || gatewayCode === undefined || state === undefined || !isState(state))
      throw new Error('The facets of a segment do not add up')
    facets.push({ owner, state, status, currency, gatewayCode })
  }
  return facets
}

/** Reads what `writeColumns` made. Throws on anything else. */
export function readColumns(bytes: Buffer): Columns {
  const columnsFrom = headLengthBytes + bytes.readUInt32LE(0)
  const head = headSchema.parse(JSON.parse(bytes.toString('utf8', headLengthBytes, columnsFrom)))
  const taker = makeTaker(bytes, columnsFrom)
  const amounts = head.wide ? taker.float64(segmentRows) : taker.uint32(segmentRows)
  const seconds = taker.uint32(segmentRows)
  const lengths = head.wide ? taker.uint32(segmentRows) : taker.uint16(segmentRows)
  const facetOf = taker.uint16(segmentRows)
  const facets = facetsOf(head.texts, taker.uint16(taker.left() / 2))
  const columns = emptyColumns()
  columns.seconds.set(seconds)
  columns.facetOf.set(facetOf)
  let start = 0
  for (let place = 0; place < segmentRows; place += 1) {
    const amount = amounts[place] ?? noAmount
    columns.amounts[place] = !head.wide && amount === noAmount ? Number.NaN : amount
    start += lengths[place] ?? 0
    columns.starts[place + 1] = start
  }
  return { facets, ...columns }
}
