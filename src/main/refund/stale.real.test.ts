import { describe, expect, it } from 'vitest'
import { recordOf } from './testing/fake-till'
import { minute, second, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { honestRefund, states, outcome } = shop

const stale = { kind: 'stale_answer' } as const

describe('what is seen of a payment', () => {
  it('is not held back by an odd currency in the first answer: each currency has its own highest sum', async () => {
    shop.observe({ currency: 'USD' })
    shop.observe({ refunded: 10_000 })
    const replica = await outcome(shop.till.order(2000))
    shop.till.payments.put('pay-1', { refunded: 10_000, updatedAt: '2026-11-20 23:00:00' })
    await shop.till.clock.advance(minute)
    const result = [replica, shop.till.payments.refunds.length, await outcome(shop.till.order(2000))]
    expect(result).toEqual([stale, 0, 'refunded'])
  })

  it('by a show that was asked before an answer raised it is only older, not stale', async () => {
    const askedAt = shop.till.clock.monotonic()
    await shop.till.clock.advance(second)
    const before = recordOf(shop.till)
    await honestRefund(2000)
    shop.refunds.observe({ record: before, askedAt, serviceAddress: 'https://pay.example', age: 0 })
    expect([shop.refunds.standingOf('pay-1').stale, states()]).toEqual([null, ['refunded']])
  })
})
