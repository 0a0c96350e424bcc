/** What this till refunded itself, beside a refund that is judged (refund-protocol.md 7 and 8). */
import { expect, it } from 'vitest'
import { replyWithRecord } from './testing/fake-payments'
import { ada, lost, minute, notRefunded, refusal, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

it('its reason may be the one that the service shows of several: success is success', async () => {
  const { payments } = shop.till
  await shop.honestRefund(5000)
  payments.answerRefundsWith((request) => {
    payments.apply(request)
    payments.put('pay-1', { remark: shop.ownRemark })
    return replyWithRecord(shop.till.shown())
  })
  expect(await shop.outcome(7050)).toBe('refunded')
})

it('but of one with the same amount, which may have been delivered twice, it proves nothing', async () => {
  const { payments } = shop.till
  await shop.honestRefund(3000)
  payments.answerRefundsWith(() => {
    payments.put('pay-1', { refunded: 6000, remark: shop.ownRemark })
    return replyWithRecord(shop.till.shown())
  })
  expect(await shop.outcome(3000)).toBe('unconfirmed')
  payments.answerRefundsWith(null)
  expect(await shop.outcome(3000)).toMatchObject({ kind: 'undecided' })
})

it('and a check says nothing of another till', async () => {
  await shop.honestRefund(5000)
  await shop.refund(lost, 7050, true)
  shop.put({ remark: shop.ownRemark })
  await shop.pass(minute)
  expect(shop.attempt(2)).toMatchObject({ state: 'refunded_probably', forPerson: null })
})

it.each([
  ['refused', refusal, 'refused'],
  ['decided as not refunded', lost, 'not_refunded'],
] as const)('what it made later is no sign of one that was %s', async (_, answer, state) => {
  await shop.refund(answer, 5000)
  await shop.pass(3 * minute)
  if (state === 'not_refunded') await shop.decide(notRefunded)
  await shop.honestRefund(2000, { allowedBy: ada })
  // Another system refunds 30.00: with ours these are 50.00.
  shop.put({ refunded: 5000 })
  shop.observe()
  await shop.pass(minute)
  expect(shop.attempt(1)).toMatchObject({ state: 'unconfirmed', forPerson: 'less_than_ours' })
})

it('an alarm that is open on what it made later changes none of that', async () => {
  const { payments } = shop.till
  await shop.refund(refusal, 5000)
  await shop.pass(minute)
  // The first one lands just before the second.
  payments.answerRefundsWith((request) => {
    payments.put('pay-1', { refunded: 5000 })
    payments.apply(request)
    return replyWithRecord(shop.till.shown())
  })
  await shop.honestRefund(2000)
  payments.answerRefundsWith(null)
  payments.put('pay-1', { remark: shop.ownRemark })
  shop.observe()
  await shop.pass(minute)
  expect([shop.states(), shop.alarms(1), shop.alarms(2)]).toEqual([
    ['refunded', 'refunded'],
    ['moved_after_refusal'],
    ['more_than_ours'],
  ])
})
