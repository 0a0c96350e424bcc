/** What counts of a payment after a person accepted that less is refunded (refund-protocol.md 2 and 9). */
import { expect, it } from 'vitest'
import { markerOf, must } from './testing/fake-till'
import {
  ada,
  day,
  hour,
  lost,
  minute,
  notRefunded,
  refusal,
  shopForEachTest,
  wasRefunded,
} from './testing/shop'

const shop = shopForEachTest()

/** The bank sends everything back, and a person accepts that. */
async function bounce() {
  shop.put({ refunded: 0, status: 'paid', remark: null })
  shop.observe()
  await shop.pass(2 * hour)
  must(await shop.acceptLower())
}

/** A line after that long, and a start: what is old is forgotten. */
async function passes(days: number) {
  await shop.pass(days * day)
  shop.refunds.acted({ act: 'copies_forgotten' }, null)
  await shop.restart()
}

it('a refusal that was none locks, though more had been refunded when it was settled', async () => {
  await shop.honestRefund(4000)
  await shop.refund(refusal, 2000)
  await shop.pass(minute)
  await bounce()
  shop.put({ refunded: 2000 })
  shop.observe()
  expect([shop.states(), shop.alarms(2)]).toEqual([['refunded', 'unconfirmed'], ['moved_after_refusal']])
})

it('nor is it taken for the sum that it was settled upon, where more than that was taken back', async () => {
  await shop.honestRefund(3000)
  await shop.refund(refusal, 2000)
  await shop.pass(minute)
  await shop.honestRefund(2000)
  await bounce()
  shop.put({ refunded: 3000 })
  shop.observe()
  expect(shop.states()).toEqual(['refunded', 'unconfirmed', 'refunded'])
})

it.each([
  ['refused', refusal, 'moved_after_refusal'],
  ['in doubt, and not refunded for a person', lost, 'moved_after_decision'],
] as const)('the same refund sent again and %s locks when it lands after all', async (_, answer, alarm) => {
  await shop.honestRefund(3000)
  await bounce()
  await shop.refund(answer, 3000)
  await shop.pass(10 * minute)
  if (answer === lost) await shop.decide(notRefunded, 2)
  expect(shop.states()).toEqual(['refunded', answer === lost ? 'not_refunded' : 'refused'])
  shop.put({ refunded: 3000 })
  shop.observe()
  expect([shop.states(), shop.alarms(2)]).toEqual([['refunded', 'unconfirmed'], [alarm]])
})

it('what another till refunded locks when it comes back with its marker, beside a refusal of ours', async () => {
  const theirs = { refunded: 3000, remark: 'R-ZZZZZZZZZZ another till' }
  shop.put(theirs)
  shop.observe()
  await bounce()
  await shop.refund(refusal, 3000)
  await shop.pass(minute)
  shop.put(theirs)
  shop.observe()
  const lock = shop.lock()
  expect([shop.states(), lock?.kind]).toEqual([['refused'], 'lowering_returned'])
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
    await shop.pass((days - 3) * day)
    await shop.honestRefund(1000)
    await passes(3)
    if (isPrinted) expect(shop.refunds.slipMade(markerOf(2), 'printed')).toBe(true)
    shop.observe()
    const { refunded } = shop.till.payments.facts('pay-1')
    expect([refunded, shop.lock()]).toEqual([6000, null])
  },
)

it('a slip of an old refund that bounced does not make the service’s right sum out of date', async () => {
  await shop.honestRefund(2000)
  await bounce()
  await passes(35)
  expect(shop.refunds.slipMade(markerOf(1), 'printed')).toBe(true)
  expect(await shop.outcome(2000)).toBe('refunded')
})

it.each([
  [
    'one of ours that a person had decided',
    async () => {
      await shop.refund(lost, 5000, true)
      await shop.pass(10 * minute)
      await shop.decide(wasRefunded)
    },
    '',
    'unexplained_rise',
  ],
  [
    'two of ours',
    async () => {
      await shop.honestRefund(2000)
      await shop.honestRefund(3000)
    },
    '',
    'unexplained_rise',
  ],
  [
    'one of ours beside a refusal',
    async () => {
      await shop.honestRefund(5000)
      await shop.refund(refusal, 2000)
      await shop.pass(2 * day)
    },
    'R-ZZZZZZZZZZ another till',
    'risen_by_another_till',
  ],
] as const)(
  'a smaller rise since then, after %s, is told once, and refunds go on',
  async (_, begins, remark, alarm) => {
    await begins()
    await bounce()
    shop.put({ refunded: 2000, ...(remark === '' ? {} : { remark }) })
    shop.observe()
    shop.observe()
    const came = await shop.outcome(1000, { allowedBy: ada, confirmed: true })
    expect([[1, 2].flatMap((number) => shop.alarms(number)), came]).toEqual([[alarm], 'refunded'])
  },
)

it('what came back and was released is taken once: refunds of ours on top of it lock nothing', async () => {
  await shop.honestRefund(5000)
  await bounce()
  shop.put({ refunded: 5000 })
  shop.observe()
  const line = shop.lockLine()
  must(shop.refunds.release(line, { supervisor: 'Ada', saw: 'The portal', why: 'It came back' }))
  await shop.honestRefund(1000)
  shop.observe()
  expect([await shop.outcome(1000), shop.lock()]).toEqual(['refunded', null])
})

it('what another till refunded since then, and was told of, explains a sum like the one that was taken back', async () => {
  await shop.honestRefund(5000)
  await bounce()
  shop.put({ refunded: 3000 })
  shop.observe()
  await shop.honestRefund(2000)
  shop.observe()
  expect(shop.lock()).toBe(null)
})

it('the newer of two is not forgotten before the older, though the clock was ahead at that', async () => {
  await shop.honestRefund(2000)
  shop.till.clock.jumpWall(60 * day)
  await bounce()
  shop.till.clock.jumpWall(-60 * day)
  await shop.honestRefund(3000)
  await bounce()
  for (let starts = 0; starts < 5; starts += 1) await passes(8)
  expect(await shop.outcome(2000)).toBe('refunded')
})

it('it has come back also where it first showed itself beside a refund of ours that was in doubt', async () => {
  await shop.honestRefund(5000)
  await bounce()
  await shop.refund(lost, 2000, true)
  shop.put({ refunded: 7000, remark: `${markerOf(2)} Damaged item` })
  shop.observe()
  shop.observe()
  expect([shop.alarms(2), shop.lock()?.kind]).toEqual([['more_than_ours'], 'lowering_returned'])
})
