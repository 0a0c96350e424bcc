import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActivityOrder, ActivityPage } from '../../shared/contract'
import type { AttemptView } from '../../shared/payment-standing'
import { runs } from '../../shared/testing/property-size'
import { attempt as anAttempt, intent as intentOf } from '../../shared/testing/refund-samples'
import { todaySummary } from './views'

const noon = new Date(2026, 10, 23, 12).getTime()

type Made = { readonly state: AttemptView['state']; readonly amount: number; readonly currency: string }

/** An attempt of that day as the window is shown it. */
function aView({ state, amount, currency, index }: Made & { readonly index: number }): AttemptView {
  const made = anAttempt(state, {
    intent: intentOf({ amount, currency, marker: `R-${1_000_000_000 + index}` }),
  })
  return { ...made, nextCheckAt: null, elsewhere: false, lastCheck: null, quiet: 0 }
}

/** A journal's pages as main answers them, of attempts of that day; what was asked is told. */
function pagesOf(made: readonly Made[], open: readonly AttemptView[] = []) {
  const attempts = made.map(({ state, amount, currency }, index) => aView({ state, amount, currency, index }))
  const asked: ActivityOrder[] = []
  const page = (order: ActivityOrder): ActivityPage => {
    asked.push(order)
    const from = order.before ?? 0
    const next = from + order.count
    return {
      open: order.before === null ? open : [],
      notices: [],
      attempts: attempts.slice(from, next),
      next: next < attempts.length ? next : null,
    }
  }
  return { asked, page }
}

const refunded = (amount: number, currency = 'HKD'): Made => ({ state: 'refunded', amount, currency })

describe('the day’s refunds', () => {
  it('are asked for from midnight to midnight of this PC’s clock', () => {
    const { asked, page } = pagesOf([])
    todaySummary(page, noon)
    expect(asked).toEqual([
      {
        before: null,
        count: 100,
        from: new Date(2026, 10, 23).getTime(),
        to: new Date(2026, 10, 24).getTime() - 1,
      },
    ])
  })

  it('are summed up by currency, never across', () => {
    const { page } = pagesOf([refunded(2025), refunded(500, 'GBP'), refunded(1000)])
    expect(todaySummary(page, noon).refunded).toEqual([
      { currency: 'GBP', count: 1, hundredths: 500 },
      { currency: 'HKD', count: 2, hundredths: 3025 },
    ])
  })

  it('that nobody knows the end of are in no sum, and counted', () => {
    const { page } = pagesOf([
      refunded(1000),
      { ...refunded(2000), state: 'unconfirmed' },
      { ...refunded(3000), state: 'refunded_probably' },
      { ...refunded(4000), state: 'not_refunded' },
      { ...refunded(5000), state: 'not_sent' },
    ])
    const { refunded: sums, unsettled } = todaySummary(page, noon)
    expect([sums, unsettled]).toEqual([[{ currency: 'HKD', count: 1, hundredths: 1000 }], 2])
  })

  it('are all there, however many pages they take', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 100_000 }), { maxLength: 450 }), (amounts) => {
        const { page } = pagesOf(amounts.map((amount) => refunded(amount)))
        const [sum] = todaySummary(page, noon).refunded
        expect([sum?.count ?? 0, sum?.hundredths ?? 0]).toEqual([
          amounts.length,
          amounts.reduce((all, each) => all + each, 0),
        ])
      }),
      { numRuns: runs(30) },
    )
  })
})

it('what needs somebody is named up to four, and the rest is counted', () => {
  const open = Array.from({ length: 6 }, (_, index) =>
    aView({ state: 'unconfirmed', amount: 1000, currency: 'HKD', index }),
  )
  const { page } = pagesOf([], open)
  const summary = todaySummary(page, noon)
  expect([summary.open, summary.moreOpen]).toEqual([open.slice(0, 4), 2])
})
