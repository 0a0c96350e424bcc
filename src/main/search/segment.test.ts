import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentStates } from '../../shared/payment-state'
import { segmentRows } from '../lookup/cache-schema'
import type { SearchedCopy } from './searched-copy'
import { makeSegment, readSegment, type Segment, writeSegment } from './segment'
import { isThere } from './time-order'

const facet = fc.record({
  owner: fc.constantFrom('aa', 'bb'),
  state: fc.constantFrom(...paymentStates),
  status: fc.string({ maxLength: 4 }),
  currency: fc.constantFrom('HKD', 'EUR'),
  gatewayCode: fc.constantFrom('11_2', '7_1', ''),
})
const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `${text}\n`)
const copies = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 7000, max: 7999 }),
      facet,
      codes: line,
      amount: fc.option(fc.nat()),
      seconds: fc.nat(2 ** 31 - 1),
    }),
    { selector: ({ number }) => number, maxLength: 60 },
  )
  .map((all) => [...all].sort((one, other) => one.number - other.number))

/** The copies of a segment, read back out of its columns. */
function copiesIn(segment: Segment): SearchedCopy[] {
  const { facets, facetOf, amounts, seconds, starts, codes } = segment
  return Array.from({ length: segmentRows }, (_none, place) => place)
    .filter((place) => isThere(segment, place))
    .map((place) => {
      const facet = facets[facetOf[place] ?? -1]
      if (facet === undefined) throw new Error('no facet')
      const amount = amounts[place] ?? Number.NaN
      return {
        number: 7000 + place,
        facet,
        codes: codes.toString('utf8', starts[place], starts[place + 1]),
        amount: Number.isNaN(amount) ? null : amount,
        seconds: seconds[place] ?? 0,
      }
    })
}

describe('a segment', () => {
  it('holds every copy it was made of, before and after it was written down', () => {
    fc.assert(
      fc.property(copies, (these) => {
        const segment = makeSegment(these)
        const again = readSegment(writeSegment(segment))
        expect([copiesIn(segment), copiesIn(again)]).toEqual([these, these])
      }),
    )
  })

  it('is refused when it was cut short anywhere', () => {
    fc.assert(
      fc.property(copies, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (these, part) => {
        const bytes = writeSegment(makeSegment(these))
        expect(() => readSegment(bytes.subarray(0, Math.floor(bytes.length * part)))).toThrow()
      }),
    )
  })
})
