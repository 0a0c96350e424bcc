/** What counts of a payment after a person accepted that less is refunded (refund-protocol.md 2 and 9). */
import { expect, it } from 'vitest'
import { markerOf, must } from './testing/fake-till'
import { day, hour, minute, refusal, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

/** The bank sends everything back, and a person accepts that. */
async function bounce() {
  shop.till.payments.put('pay-1', { refunded: 0, status: 'paid' })
  shop.observe()
  await shop.till.clock.advance(2 * hour)
  must(await shop.refunds.acceptLower('pay-1', 0, { supervisor: 'Ada', why: 'The bank sent it back' }))
}

/** A line after that long, and a start: what is old is forgotten. */
async function passes(days: number) {
  await shop.till.clock.advance(days * day)
  shop.refunds.acted({ act: 'copies_forgotten' }, null)
  await shop.restart()
}

it('a refusal that was none locks, though more had been refunded when it was settled', async () => {
  await shop.honestRefund(4000)
  await shop.refund(refusal, 2000)
  await shop.till.clock.advance(minute)
  await bounce()
  shop.till.payments.put('pay-1', { refunded: 2000 })
  shop.observe()
  expect([shop.states(), shop.alarms(2)]).toEqual([['refunded', 'unconfirmed'], ['moved_after_refusal']])
})

it('nor is it taken for the sum that it was settled upon, where more than that was taken back', async () => {
  await shop.honestRefund(3000)
  await shop.refund(refusal, 2000)
  await shop.till.clock.advance(minute)
  await shop.honestRefund(2000)
  await bounce()
  shop.till.payments.put('pay-1', { refunded: 3000 })
  shop.observe()
  expect(shop.states()).toEqual(['refunded', 'unconfirmed', 'refunded'])
})

it.each([
  ['5 days later', 5, false],
  ['35 days later', 35, false],
  ['35 days later, with a slip of it', 35, true],
] as const)(
  'what was refunded again since is not taken for what came back, %s',
  async (_, days, isPrinted) => {
    await shop.honestRefund(5000)
    await bounce()
    await shop.honestRefund(5000)
    await shop.till.clock.advance((days - 3) * day)
    await shop.honestRefund(1000)
    await passes(3)
    if (isPrinted) expect(shop.refunds.slipMade(markerOf(2), 'printed')).toBe(true)
    shop.observe()
    const { refunded } = shop.till.payments.facts('pay-1')
    expect([refunded, shop.refunds.standingOf('pay-1').lock]).toEqual([6000, null])
  },
)

it('a slip of an old refund that bounced does not make the service’s right sum out of date', async () => {
  await shop.honestRefund(2000)
  await bounce()
  await passes(35)
  expect(shop.refunds.slipMade(markerOf(1), 'printed')).toBe(true)
  expect(await shop.outcome(shop.till.order(2000))).toBe('refunded')
})
