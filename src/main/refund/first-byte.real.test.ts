import { describe, expect, it } from 'vitest'
import { breakIndex } from '../journal/testing/journal-place'
import {
  ada,
  day,
  hour,
  lost,
  minute,
  notRefunded,
  second,
  shopForEachTest,
  unreachable,
  wasRefunded,
} from './testing/shop'

const shop = shopForEachTest()

describe('an earlier refund, wrongly decided as not refunded', () => {
  async function decideWrongly() {
    await shop.refund(lost, 5000)
    const elsewhere = { refunded: 5000, status: 'refunded', refundedAt: '2026-11-21 10:00:00', remark: '' }
    shop.put(elsewhere)
    await shop.pass(10 * minute)
    expect(await shop.decide(notRefunded)).toBe('not_refunded')
  }
  const sendAnother = () => shop.outcome(5000, { allowedBy: ada, confirmed: true })

  it('stops the next one where a look-up puts it into doubt again, though the sum stays', async () => {
    await decideWrongly()
    await shop.pass(2 * minute)
    shop.till.payments.whileConnecting(async () => shop.observe({ remark: shop.ownRemark }))
    const came = await sendAnother()
    expect([came, shop.states()[0], shop.sent()]).toEqual(['not_sent', 'unconfirmed', 1])
  })

  it('stops it where a check of its watch finds it refunded', async () => {
    await decideWrongly()
    await shop.pass(hour - 5 * second)
    shop.till.payments.whileConnecting(async () => {
      shop.put({ remark: shop.ownRemark })
      await shop.pass(9 * second)
    })
    const came = await sendAnother()
    expect([came, shop.states()[0], shop.sent()]).toEqual(['not_sent', 'refunded', 1])
  })

  it('stops it where its marker shows only after its watch', async () => {
    await decideWrongly()
    await shop.pass(2 * day)
    shop.till.payments.whileConnecting(async () => shop.observe({ remark: shop.ownRemark }))
    const came = await sendAnother()
    expect([came, shop.alarms().at(-1), shop.sent()]).toEqual(['not_sent', 'refunded_after_all', 1])
  })

  it.each([
    ['a sound answer', {}],
    ['an answer without a readable sum', { refunded: null }],
  ])('stops it where the disk did not take what a look-up said of it: %s', async (_, odd) => {
    await decideWrongly()
    await shop.pass(2 * minute)
    shop.till.payments.whileConnecting(async () => {
      shop.setDiskFull(true)
      shop.observe({ remark: shop.ownRemark, ...odd })
      shop.setDiskFull(false)
    })
    expect([await sendAnother(), shop.sent()]).toEqual(['not_sent', 1])
  })
})

it('an index that breaks after it took a higher sum stops the refund', async () => {
  shop.till.payments.whileConnecting(async () => {
    shop.observe({ refunded: 5000 })
    breakIndex(shop.till.place.folder)
  })
  expect([await shop.outcome(2000), shop.sent()]).toEqual(['not_sent', 0])
})

it('an alarm of before stops nothing, though its refund is watched by the fresh show itself', async () => {
  await shop.refund(lost, 5000, true)
  shop.put({ refunded: 6000 })
  await shop.pass(10 * minute)
  await shop.decide(wasRefunded)
  shop.till.payments.answerShowsWith(() => unreachable)
  await shop.pass(70 * minute)
  shop.till.payments.answerShowsWith(null)
  const came = await shop.outcome(1000, { allowedBy: ada, confirmed: true })
  expect([shop.alarms(), came]).toEqual([['more_than_ours'], 'refunded'])
})
