import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startOfDay as at } from '../../shared/testing/refund-samples'
import { highWaterIn, type SeenRow, withLine } from './index-store'
import type { JournalLine } from './journal-line'
import { lowered } from './testing/journal-story'

const id = 'pay-1'
const amount = fc.integer({ min: 0, max: 9 })
type Said = (seq: number) => JournalLine

const said: fc.Arbitrary<Said> = fc.oneof(
  fc.tuple(amount, fc.constantFrom('HKD', 'USD', 'EUR')).map(
    ([refunded, currency]): Said =>
      (seq) => ({ seq, ran: 0, seen: { at, id, refunded, currency } }),
  ),
  fc.tuple(amount, amount).map(
    ([from, to]): Said =>
      (seq) => ({ seq, ran: 0, payment: lowered(id, from, to) }),
  ),
  amount.map(
    (refunded): Said =>
      (seq) => ({ seq, ran: 0, payment: { kind: 'lowering_returned', at, id, currency: 'HKD', refunded } }),
  ),
)

function rowAfter(lines: readonly JournalLine[]): SeenRow | null {
  const indexed = lines.map((line) => ({ journal: 0, file: 1, line, attempt: null }))
  return indexed.reduce<SeenRow | null>(withLine, null)
}

/** Sorts the values, whose order does not matter. */
function shown(row: SeenRow | null): unknown {
  return row && { ...row, values: [...row.values].sort((one, other) => one.number - other.number) }
}

it('lines give the same value in any order, and however often they are read', () => {
  const story = fc
    .array(said, { minLength: 1, maxLength: 12 })
    .map((all) => all.map((line, place) => line(place + 1)))
    .chain((lines) =>
      fc.tuple(
        fc.constant(lines),
        fc.shuffledSubarray([...lines, ...lines], { minLength: 2 * lines.length }),
      ),
    )
  fc.assert(
    fc.property(story, ([lines, mixed]) => {
      expect(shown(rowAfter(mixed))).toEqual(shown(rowAfter(lines)))
    }),
  )
})

it('a currency that was never seen is compared with the highest value, and a lowering counts in every currency', () => {
  const row = rowAfter([
    { seq: 1, ran: 0, seen: { at, id, refunded: 900, currency: 'HKD' } },
    { seq: 2, ran: 0, payment: lowered(id, 900, 200) },
    { seq: 3, ran: 0, seen: { at, id, refunded: 300, currency: 'HKD' } },
    { seq: 4, ran: 0, seen: { at, id, refunded: 250, currency: 'USD' } },
  ])
  const values = row === null ? [] : ['HKD', 'USD', 'EUR', null].map((each) => highWaterIn(row, each))
  expect([values, row?.lowering]).toEqual([[300, 250, 300, 300], { number: 2, at }])
})
