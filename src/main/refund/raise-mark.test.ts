import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../shared/result'
import type { RefundDesk } from './refund-desk'
import { replyWith } from './testing/fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf } from './testing/fake-till'

let till: FakeTill
let desk: RefundDesk

beforeEach(async () => {
  till = makeFakeTill()
  desk = await till.start()
})
afterEach(async () => {
  await desk.close()
  till.remove()
})

describe('a record from a saved copy', () => {
  it('raises the mark, so that an older answer of the service stops a refund', async () => {
    desk.raiseMark(recordOf(till, { refunded: 500, updatedAt: '2026-11-20 19:00:00' }))
    const issued = await desk.issue(till.order(2000, { shown: recordOf(till) }))
    expect([issued, till.payments.refunds]).toEqual([fail({ kind: 'stale_answer' }), []])
  })

  it('decides no attempt, even if it names it: only the service’s own show does', async () => {
    till.payments.answerRefundsWith((request) => {
      till.payments.apply(request)
      return replyWith({ kind: 'no_answer', reason: 'timeout', detail: '' })
    })
    must(await desk.issue(till.order(12050)))
    const attempt = () => desk.open(markerOf(1))?.attempt
    desk.raiseMark(recordOf(till))
    const afterCopy = [attempt()?.state, attempt()?.looks]
    desk.observe(recordOf(till))
    expect([afterCopy, attempt()?.state]).toEqual([['unconfirmed', 0], 'refunded'])
  })
})
