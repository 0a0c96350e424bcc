import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentStates } from '../../shared/payment-state'
import { copiesOf, makeSegment, readCodes, type Segment } from './segment'
import { readColumns, writeColumns } from './written-columns'

const facet = fc.record({
  owner: fc.constantFrom('aa', 'bb'),
  state: fc.constantFrom(...paymentStates),
  status: fc.string({ maxLength: 4 }),
  currency: fc.constantFrom('HKD', 'EUR'),
  gatewayCode: fc.constantFrom('11_2', '7_1', ''),
})
const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `${text}\n`)
/** Amounts beyond 32 bits are rare, and change how all are written. */
const amount = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 2 ** 32 - 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, -1) },
)
const copies = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 7000, max: 7999 }),
      facet,
      codes: line,
      amount: fc.option(amount),
      seconds: fc.nat(2 ** 31 - 1),
    }),
    { selector: ({ number }) => number, maxLength: 60 },
  )
  .map((all) => [...all].sort((one, other) => one.number - other.number))

/** Written down and read again. */
function again(segment: Segment): Segment {
  const columns = readColumns(writeColumns(segment))
  return { ...columns, ...readCodes(columns, Buffer.from(segment.codes)) }
}

describe('a segment', () => {
  it('holds every copy it was made of, before and after it was written down', () => {
    fc.assert(
      fc.property(copies, (these) => {
        const segment = makeSegment(these)
        expect([copiesOf(7, segment), copiesOf(7, again(segment))]).toEqual([these, these])
      }),
    )
  })

  it('is refused when it was cut short anywhere, or when its codes are those of another', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
    const cut = (bytes: Buffer, at: number) => bytes.subarray(0, Math.floor(bytes.length * at))
    fc.assert(
      fc.property(copies, part, (these, at) => {
        const segment = makeSegment(these)
        expect(() => readColumns(cut(writeColumns(segment), at))).toThrow()
        if (these.length > 0) expect(() => readCodes(segment, cut(segment.codes, at))).toThrow()
        expect(() => readCodes(segment, Buffer.concat([segment.codes, Buffer.from('x')]))).toThrow()
      }),
    )
  })
})
