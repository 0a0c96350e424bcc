/** A movement that was shown while no line could be written is told later (refund-protocol.md 9). */
import { describe, expect, it } from 'vitest'
import { must, recordOf } from './testing/fake-till'
import { hour, minute, refusal, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

/** A proxy delivers it twice, and only a look-up sees that. */
async function deliverTwice() {
  await shop.honestRefund(2000)
  shop.put({ refunded: 4000 })
}

/** The record is shut while that is shown, and opens then. */
async function whileShut(show: () => void): Promise<void> {
  const giveKeychain = await shop.startWithoutKeychain()
  show()
  giveKeychain()
  shop.refunds.wake()
  await shop.pass(hour)
  expect(shop.refunds.refundsOff()).toBe(null)
}

it.each([
  ['within the hour', () => shop.pass(hour)],
  ['as the program closes', () => shop.restart()],
])('of a look-up on a full disk, once it has room: %s', async (_, then) => {
  await deliverTwice()
  shop.setDiskFull(true)
  shop.observe()
  shop.setDiskFull(false)
  await then()
  expect(shop.alarms()).toEqual(['unexplained_rise'])
})

it('of a look-up while the record was shut, once it opens', async () => {
  await deliverTwice()
  await whileShut(() => shop.observe())
  expect(shop.alarms()).toEqual(['unexplained_rise'])
})

it('of a sum that a person had accepted as gone, which came back meanwhile: it locks', async () => {
  await shop.seeLower()
  must(await shop.acceptLower())
  await whileShut(() => shop.observe({ refunded: 2000 }))
  expect(shop.lock()?.kind).toBe('lowering_returned')
})

it('of our own marker while the record was shut, though a later show had none', async () => {
  await shop.refund(refusal, 2000)
  await shop.pass(minute)
  await whileShut(() => {
    shop.observe({ remark: shop.ownRemark })
    shop.observe()
  })
  expect(shop.alarms()).toEqual(['moved_after_refusal'])
})

it('not of a saved copy that a full disk did not take', async () => {
  await deliverTwice()
  shop.setDiskFull(true)
  shop.refunds.raiseFromCopy({ record: recordOf(shop.till), savedAt: shop.till.clock.now() })
  shop.setDiskFull(false)
  await shop.pass(hour)
  expect(shop.alarms()).toEqual([])
})

it('not of a copy that was saved before a person accepted less', async () => {
  await shop.seeLower()
  const savedAt = shop.till.clock.now()
  await shop.pass(1)
  must(await shop.acceptLower())
  const record = recordOf(shop.till, { refunded: 2000 })
  await whileShut(() => shop.refunds.raiseFromCopy({ record, savedAt }))
  expect(await shop.outcome(1000)).toBe('refunded')
})

describe('of our own marker or a rise, after a refusal that no answer has settled', () => {
  const ends = () => [shop.states(), shop.alarms()]
  const moved = [['unconfirmed'], ['moved_after_refusal']]

  it.each([
    ['a marker', () => ({ remark: shop.ownRemark })],
    ['a marker beside an unreadable sum', () => ({ remark: shop.ownRemark, refunded: null })],
    ['a rise', () => ({ refunded: 2000 })],
  ])('though no later show has it: %s on a full disk', async (_, shown) => {
    await shop.refund(refusal, 2000)
    shop.setDiskFull(true)
    shop.observe(shown())
    shop.setDiskFull(false)
    await shop.pass(hour)
    expect(ends()).toEqual(moved)
  })

  it('though the record was shut', async () => {
    await shop.refund(refusal, 2000)
    await whileShut(() => shop.observe({ remark: shop.ownRemark }))
    expect(ends()).toEqual(moved)
  })
})
