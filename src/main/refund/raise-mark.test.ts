import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/result'
import { replyWith } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

describe('a record from a saved copy', () => {
  it('raises the mark, so that an older answer of the service stops a refund', async () => {
    shop.desk.raiseMark(recordOf(shop.till, { refunded: 500, updatedAt: '2026-11-20 19:00:00' }))
    const issued = await shop.desk.issue(shop.till.order(2000, { shown: recordOf(shop.till) }))
    expect([issued, shop.till.payments.refunds]).toEqual([fail({ kind: 'stale_answer' }), []])
  })

  it('decides no attempt, even if it names it: only the service’s own show does', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      return replyWith({ kind: 'no_answer', reason: 'timeout', detail: '' })
    })
    must(await shop.desk.issue(shop.till.order(12050)))
    const attempt = () => shop.desk.open(markerOf(1))?.attempt
    shop.desk.raiseMark(recordOf(shop.till))
    const afterCopy = [attempt()?.state, attempt()?.looks]
    shop.desk.observe(recordOf(shop.till))
    expect([afterCopy, attempt()?.state]).toEqual([['unconfirmed', 0], 'refunded'])
  })
})
