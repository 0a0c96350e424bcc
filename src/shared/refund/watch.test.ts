import { describe, expect, it } from 'vitest'
import { attempt, startOfDay, watch } from '../testing/refund-samples'
import type { KeptPaymentLine } from './past'
import { nothingPast } from './past'
import { beginWatch, countShow, expectedSum, isOverdue, isUnderWatch, untilShow } from './watch'

const hour = 60 * 60_000
const day = 24 * hour

describe('a watch', () => {
  it('asks after 1, 4, 12 and 24 hours of running time, and is complete then', () => {
    let now = beginWatch(startOfDay, 500)
    const due: unknown[] = []
    for (const refunded of [500, 700, 600, 600]) {
      due.push([untilShow(now, 0) / hour, isUnderWatch(now)])
      now = countShow(now, refunded)
    }
    expect([due, now]).toEqual([
      [
        [1, true],
        [4, true],
        [12, true],
        [24, true],
      ],
      { since: startOfDay, shows: 4, highest: 700, ended: 'complete' },
    ])
    expect(untilShow(now, 0)).toBe(Number.POSITIVE_INFINITY)
  })

  it('may last thirty days by the wall clock, and setting that back ends nothing sooner', () => {
    const overdue = [30 * day - 1, 30 * day, -day].map((after) => isOverdue(watch(), startOfDay + after))
    expect([overdue, isOverdue(null, startOfDay)]).toEqual([[false, true, false], false])
  })
})

describe('what is expected of a payment', () => {
  const payment = { at: startOfDay, id: 'pay-1' }
  const risen = (refunded: number, currency = 'HKD'): KeptPaymentLine['event'] => ({
    ...{ kind: 'risen', ...payment, currency, refunded },
  })
  const returned = (refunded: number): KeptPaymentLine['event'] => ({
    kind: 'lowering_returned',
    ...payment,
    currency: 'HKD',
    refunded,
  })
  const lowered = (to: number): KeptPaymentLine['event'] => ({
    ...{ kind: 'lowered', ...payment, from: 5000, to, by: { supervisor: 'Sam', why: 'The portal' } },
  })
  const settled = (refunded: number, line: number) => attempt('refunded', { told: { refunded, line } })

  it.each([
    ['nothing where nothing was reported', [attempt('refunded', { told: null })], [], 0],
    ['the highest that a settled attempt or news reported', [settled(2000, 4)], [risen(3000)], 3000],
    ['no news in another currency', [settled(2000, 4)], [risen(3000, 'USD')], 2000],
    [
      'what an accepted lower sum left, and nothing from before it',
      [settled(5000, 4)],
      [risen(5000), lowered(500)],
      500,
    ],
    ['the old sum where it came back', [], [lowered(500), returned(5000)], 5000],
  ] as const)('is %s', (_case, attempts, events, expected) => {
    const lines = events.map((event, place) => ({ line: 10 + place, event }))
    expect(expectedSum({ ...nothingPast, attempts, lines }, 'HKD')).toBe(expected)
  })
})
