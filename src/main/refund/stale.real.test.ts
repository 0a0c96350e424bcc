import { describe, expect, it } from 'vitest'
import { minute, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { outcome } = shop

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
})
