import { describe, expect, it } from 'vitest'
import { makeFileHolder } from '../journal/testing/file-holder'
import { replyWithRecord } from './testing/fake-payments'
import { must, recordOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const minute = 60_000
const shop = shopForEachTest()
const { outcome } = shop
const word = { supervisor: 'Ada', why: 'The bank sent it back' }

/** A lower amount was accepted. */
async function lower(): Promise<void> {
  shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
  await outcome(shop.till.order(3000))
  await shop.till.clock.advance(11 * minute)
  must(await shop.refunds.acceptLower('pay-1', 0, word))
}

describe('a record without an internal id', () => {
  it('says nothing about any payment, wherever it comes from', async () => {
    shop.observe({ id: '', refunded: 9000 })
    shop.refunds.raiseFromCopy({ record: recordOf(shop.till, { id: '', refunded: 9000 }), savedAt: 0 })
    shop.till.payments.answerRefundsWith(() => replyWithRecord(recordOf(shop.till, { id: '' })))
    expect([await outcome(shop.till.order(2000)), shop.refunds.standingOf('').stale]).toEqual([
      'unconfirmed',
      null,
    ])
  })
})

describe('the value that was taken back', () => {
  it('locks once the disk takes the line, though it did not the first time', async () => {
    await lower()
    const back = { refunded: 2000, updatedAt: '2026-11-20 19:00:00' }
    const holder = makeFileHolder(shop.till.place)
    holder.hold()
    shop.observe(back)
    const during = shop.refunds.standingOf('pay-1').lock
    holder.letGo()
    holder.end()
    shop.observe(back)
    expect([during, shop.refunds.standingOf('pay-1').lock?.kind]).toEqual([null, 'lowering_returned'])
  })

  it('has not come back in an answer whose sum cannot be read', async () => {
    await lower()
    shop.observe({ refunded: null })
    expect(shop.refunds.standingOf('pay-1').lock).toBe(null)
  })
})
