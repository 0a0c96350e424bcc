import { beforeEach, describe, expect, it } from 'vitest'
import { replyWithRecord } from './testing/fake-payments'
import { must, recordOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

describe('a record without an internal id', () => {
  it('says nothing about any payment, wherever it comes from', async () => {
    shop.observe({ id: '', refunded: 9000 })
    shop.refunds.raiseFromCopy({ record: recordOf(shop.till, { id: '', refunded: 9000 }), savedAt: 0 })
    shop.till.payments.answerRefundsWith(() => replyWithRecord(recordOf(shop.till, { id: '' })))
    expect([await shop.outcome(shop.till.order(2000)), shop.refunds.standingOf('').stale]).toEqual([
      'unconfirmed',
      null,
    ])
  })
})

describe('the value that was taken back', () => {
  beforeEach(async () => {
    await shop.seeLower()
    must(await shop.refunds.acceptLower('pay-1', 0, { supervisor: 'Ada', why: 'The bank sent it back' }))
  })

  it('locks once the disk takes the line, though it did not the first time', async () => {
    shop.setDiskFull(true)
    shop.observe({ refunded: 2000 })
    const during = shop.refunds.standingOf('pay-1').lock
    shop.setDiskFull(false)
    shop.observe({ refunded: 2000 })
    expect([during, shop.refunds.standingOf('pay-1').lock?.kind]).toEqual([null, 'lowering_returned'])
  })

  it('has not come back in an answer whose sum cannot be read', async () => {
    shop.observe({ refunded: null })
    expect(shop.refunds.standingOf('pay-1').lock).toBe(null)
  })
})
