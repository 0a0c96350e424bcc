import { describe, expect, it } from 'vitest'
import { aRecord } from '../../shared/testing/record-sample'
import { changesBetween, isFresh, isRefundedMeanwhile } from './order'

const asked = { wall: 1_000_000, monotonic: 5000 }

it.each([
  ['a minute by both clocks', 60_000, 60_000, true],
  ['more by the monotonic clock', 60_001, 60_000, false],
  ['more by the wall clock', 60_000, 60_001, false],
  ['more by the monotonic clock, and the wall clock set back within the minute', 90_000, 30_000, false],
  ['a wall clock put right by a second', 30_000, -1000, true],
  ['a wall clock set back by more', 30_000, -1001, false],
])('a show is fresh for a minute by both clocks: %s', (_, passed, onTheWall, fresh) => {
  const clock = { now: () => asked.wall + onTheWall, monotonic: () => asked.monotonic + passed }
  expect(isFresh(asked, clock)).toBe(fresh)
})

describe('a fresh show beside what the cashier saw', () => {
  const shown = aRecord()

  it.each([
    ['all of the same sum is refunded', shown, { refunded: 12050 }, true],
    ['a part is', shown, { refunded: 12049 }, false],
    ['all was before', aRecord({ refunded: 12050 }), { refunded: 12050 }, false],
    ['all of another sum is', shown, { amount: 500, refunded: 500 }, false],
    ['all of another currency is', shown, { currency: 'USD', refunded: 12050 }, false],
    ['neither sum can be read', aRecord({ amount: null }), { amount: null, refunded: null }, false],
  ])('says whether it was refunded meanwhile: %s', (_, before, change, meanwhile) => {
    expect(isRefundedMeanwhile(before, aRecord(change))).toBe(meanwhile)
  })

  it('has changed where a sum is another, however it is written, or cannot be read', () => {
    const written = (amount: string) => ({ fields: { ...shown.fields, amount } })
    const unreadable = aRecord({ amount: null, fields: {} })
    const outcome = [changesBetween(shown, aRecord(written('120.5'))), changesBetween(shown, unreadable)]
    expect(outcome).toEqual([[], [{ field: 'amount', was: '120.50', now: '' }]])
  })
})
