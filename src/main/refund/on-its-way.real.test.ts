/** What is shown of a payment while a refund of it is on its way is judged once the answer is written (refund-protocol.md 5). */
import { describe, expect, it } from 'vitest'
import type { RefundAnswer } from '../../shared/attempt/attempt'
import { replyWith, replyWithRecord, showing } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { fakeTransaction, type TransactionFacts } from './testing/fake-transaction'
import { hour, lost, minute, refusal, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

/** A refund of 20.00 that is applied and shown before it is answered so; then replicas show the payment as it was. */
async function shownOnItsWay(shown: Partial<TransactionFacts>, answer: RefundAnswer, answered = () => {}) {
  const { payments } = shop.till
  const before = recordOf(shop.till)
  payments.answerRefundsWith((request) => {
    payments.apply(request)
    shop.observe(shown)
    answered()
    return replyWith(answer)
  })
  payments.answerShowsWith(() => showing(before))
  await shop.honestRefund(2000, { shown: before })
  payments.answerRefundsWith(null)
}

describe('our marker that was shown before a refusal locks', () => {
  it.each([
    ['beside the sum before it', { refunded: 0, remark: shop.ownRemark }],
    ['beside a sum that is none', { refunded: null, remark: shop.ownRemark }],
  ])('%s', async (_, shown) => {
    await shownOnItsWay(shown, refusal)
    await shop.pass(hour)
    expect([shop.states(), shop.alarms()]).toEqual([['unconfirmed'], ['moved_after_refusal']])
    await shop.outcome(2000, { shown: recordOf(shop.till, { refunded: 0 }) })
    expect(shop.sent()).toBe(1)
  })

  it('where the disk does not take the refusal, and it is shown after that', async () => {
    await shownOnItsWay({ refunded: 0 }, refusal, () => shop.setDiskFull(true))
    await shop.pass(2 * minute)
    shop.observe({ refunded: null, remark: shop.ownRemark })
    shop.setDiskFull(false)
    await shop.pass(hour)
    expect([shop.states(), shop.alarms()]).toEqual([['unconfirmed'], ['moved_after_refusal']])
  })
})

it('our marker that was shown before the answer got lost is among what was seen', async () => {
  await shownOnItsWay({ refunded: null, remark: shop.ownRemark }, lost)
  expect(shop.attempt()).toMatchObject({ state: 'unconfirmed', seen: { markers: [markerOf(1)] } })
})

it('what a cashier sees of a refusal is what the show before it says', async () => {
  const { payments } = shop.till
  payments.answerRefundsWith((request) => {
    payments.apply(request)
    shop.observe()
    return replyWith(refusal)
  })
  expect(await shop.outcome(2000)).toBe('unconfirmed')
})

it('a second delivery that is shown before the first is answered is an alarm', async () => {
  const { payments } = shop.till
  payments.answerRefundsWith((request) => {
    payments.apply(request)
    const answer = replyWithRecord(shop.till.shown())
    payments.apply(request)
    shop.observe()
    return answer
  })
  await shop.honestRefund(2000)
  expect([shop.states(), shop.alarms()]).toEqual([['refunded'], ['unexplained_rise']])
})

it('a refusal that was none is shown while the next refund is on its way, whose answer is older', async () => {
  const { payments } = shop.till
  await shop.refund(refusal, 3000)
  await shop.pass(minute)
  payments.answerRefundsWith((request) => {
    shop.observe({ refunded: 3000 })
    payments.apply(request)
    return replyWithRecord(shop.till.shown())
  })
  await shop.honestRefund(2000)
  expect([shop.states(), shop.alarms()]).toEqual([['unconfirmed', 'refunded'], ['moved_after_refusal']])
})

it('the marker of a refusal that was none locks in the answer to the next refund too', async () => {
  const { payments } = shop.till
  await shop.refund(refusal, 3000)
  await shop.pass(minute)
  payments.answerRefundsWith(() =>
    replyWithRecord(fakeTransaction({ ...payments.facts('pay-1'), refunded: null, remark: shop.ownRemark })),
  )
  await shop.honestRefund(2000)
  expect([shop.states(), shop.alarms()]).toEqual([['unconfirmed', 'unconfirmed'], ['moved_after_refusal']])
})

it.each([
  ['without an answer', lost],
  [
    'after “Internal Error”',
    { kind: 'error_shape', httpStatus: 500, status: 500, message: 'Internal Error' },
  ],
] as const)(
  'more that was shown before an older answer settles a refund in doubt %s is an alarm',
  async (_, answer) => {
    await shop.refund(answer, 2000, true)
    shop.observe({ refunded: 4000 })
    shop.put({ refunded: 2000, remark: shop.ownRemark })
    await shop.pass(hour)
    expect([shop.states(), shop.alarms()]).toEqual([['refunded'], ['more_than_ours']])
  },
)

it('more that was shown while it was refused, of which less was accepted since, is no alarm when it lands after all', async () => {
  const { payments } = shop.till
  await shop.refund(refusal, 3000)
  await shop.pass(minute)
  await shop.honestRefund(5000)
  await shop.pass(2 * hour)
  payments.put('pay-1', { refunded: 0 })
  shop.observe()
  await shop.pass(61 * minute)
  must(await shop.acceptLower())
  payments.put('pay-1', { refunded: 3000, remark: shop.ownRemark })
  shop.observe()
  await shop.pass(minute)
  expect([shop.states(), shop.alarms()]).toEqual([['refunded', 'refunded'], ['moved_after_refusal']])
})
