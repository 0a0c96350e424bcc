import { describe, expect, it } from 'vitest'
import { indexName } from '../journal/journal-index'
import { minute, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { outcome } = shop

const stale = { kind: 'stale_answer' } as const

describe('what is seen of a payment', () => {
  it('is not held back by an odd currency in the first answer: each currency has its own highest sum', async () => {
    shop.observe({ currency: 'USD' })
    shop.observe({ refunded: 10_000 })
    const replica = await outcome(2000)
    shop.till.payments.put('pay-1', { refunded: 10_000, updatedAt: '2026-11-20 23:00:00' })
    await shop.till.clock.advance(minute)
    const result = [replica, shop.sent(), await outcome(2000)]
    expect(result).toEqual([stale, 0, 'refunded'])
  })

  it('is in the record once it is seen again after a power cut, whatever becomes of the index', async () => {
    const { place } = shop.till
    const { head } = place
    const before = new Map(place.files())
    shop.observe({ refunded: 2000 })
    const seen = new Map(place.files())
    await shop.refunds.close()
    // The power goes before that line is on the disk. The index has it.
    const isIndex = ([name]: readonly [string, unknown]) => name.includes(indexName)
    place.put(new Map([...before, ...[...seen].filter(isIndex)]))
    place.head = head
    await shop.startAgain()
    shop.observe({ refunded: 2000 })
    await shop.refunds.close()
    place.put(new Map([...place.files()].filter((each) => !isIndex(each))))
    await shop.startAgain()
    // A replica that lags behind says that nothing was refunded.
    expect([await outcome(2000), shop.till.payments.refunds]).toEqual([stale, []])
  })
})
