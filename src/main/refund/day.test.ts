import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActivityOrder, ActivityPage } from '../../shared/contract'
import type { AttemptView } from '../../shared/payment-standing'
import { runs } from '../../shared/testing/property-size'
import { attempt as anAttempt, intent as intentOf } from '../../shared/testing/refund-samples'
import { readDay } from './day'

const span = { from: new Date(2026, 10, 23).getTime(), to: new Date(2026, 10, 24).getTime() - 1 }

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
const read = (page: (order: ActivityOrder) => ActivityPage, giveWay = async () => undefined) =>
  readDay(page, span, new Map(), giveWay)

describe('the refunds of a time', () => {
  it('are added up by currency; of those that nobody knows the end of, only the number is said', async () => {
    const { asked, page } = pagesOf([
      refunded(2025),
      refunded(500, 'GBP'),
      refunded(1000),
      { ...refunded(2000), state: 'unconfirmed' },
    ])
    const { day } = await read(page)
    expect([asked, day.sums, day.open.length]).toEqual([
      [{ before: null, count: 100, ...span }],
      [
        { currency: 'HKD', count: 2, hundredths: 3025 },
        { currency: 'GBP', count: 1, hundredths: 500 },
      ],
      1,
    ])
  })

  it('are all there, however many pages they take, and others get their turn between two pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 10, max: 100_000 }), { maxLength: 450 }),
        async (amounts) => {
          const { asked, page } = pagesOf(amounts.map((amount) => refunded(amount)))
          let turns = 0
          const { day } = await read(page, async () => {
            turns += 1
          })
          const [sum] = day.sums
          expect([sum?.count ?? 0, sum?.hundredths ?? 0, turns]).toEqual([
            amounts.length,
            amounts.reduce((all, each) => all + each, 0),
            asked.length - 1,
          ])
        },
      ),
      { numRuns: runs(30) },
    )
  })
})

it('what needs somebody is named up to four, and the rest is counted', async () => {
  const open = Array.from({ length: 6 }, (_, index) =>
    aView({ state: 'unconfirmed', amount: 1000, currency: 'HKD', index }),
  )
  const { page } = pagesOf([], open)
  const summary = await read(page)
  expect([summary.open, summary.moreOpen]).toEqual([open.slice(0, 4), 2])
})
