import { expect, it } from 'vitest'
import { indexName } from '../journal/journal-index'
import { showing } from './testing/fake-payments'
import { must, recordOf } from './testing/fake-till'
import { hour, lost, minute, notRefunded, refusal, shopForEachTest, unreachable } from './testing/shop'

const shop = shopForEachTest()

/** Has one call of the disk fail, after so many that work. */
const failOnceAfter = (calls: number) =>
  Object.assign(shop.till.place.disk, { failAfter: calls, failsOnce: true })

it('nothing is sent while a value of the payment that was seen is not on the disk', async () => {
  await shop.refunds.close()
  // The disk takes lines again just before `sending` is written.
  shop.refunds = await shop.till.start({
    deviceId: () => {
      shop.setDiskFull(false)
      return 'till-1'
    },
  })
  shop.setDiskFull(true)
  shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
  // A lagging replica shows 0 still; the cashier's receipt is of it.
  const came = await shop.outcome(2000)
  expect([came, shop.sent()]).toEqual([
    { kind: 'journal_unwritable', detail: 'what was seen of the payment' },
    0,
  ])
  // The next try has it on the disk first.
  shop.setDiskFull(false)
  expect(await shop.outcome(2000)).toEqual({ kind: 'stale_answer' })
})

it('what was seen while the disk was full is written before the program closes', async () => {
  shop.setDiskFull(true)
  shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
  shop.setDiskFull(false)
  await shop.restart()
  expect(await shop.outcome(2000)).toEqual({ kind: 'stale_answer' })
})

it.each([
  [
    'of a refused refund that landed',
    async () => {
      await shop.refund(refusal, 2000)
      await shop.pass(minute)
      shop.put({ refunded: 2000 })
      // The value is taken, and not what it means.
      return 1
    },
    { kind: 'undecided', marker: 'R-1111111111' },
    ['moved_after_refusal'],
  ],
  [
    'of a second delivery',
    async () => {
      await shop.honestRefund(2000)
      shop.put({ refunded: 4000 })
      return 1
    },
    'refunded',
    ['unexplained_rise'],
  ],
  [
    'of a sum that came back after a person had accepted less',
    async () => {
      await shop.seeLower()
      must(await shop.acceptLower())
      shop.put({ refunded: 2000 })
      return 0
    },
    { kind: 'payment_locked' },
    [],
  ],
])('nothing is sent while the line %s is not on the disk', async (_of, moves, then, alarms) => {
  const taken = await moves()
  const sent = shop.sent()
  const order = shop.till.order(1000)
  shop.till.payments.answerShowsWith(() => {
    failOnceAfter(taken)
    return showing(recordOf(shop.till))
  })
  const came = await shop.outcomeOf(order)
  expect([came, shop.sent() - sent]).toEqual([
    { kind: 'journal_unwritable', detail: 'what was seen of the payment' },
    0,
  ])
  shop.till.payments.answerShowsWith(null)
  expect([await shop.outcomeOf(order), shop.alarms(1)]).toEqual([then, alarms])
})

it('a sum that came back locks though the disk did not take that at first', async () => {
  await shop.honestRefund(2000)
  await shop.honestRefund(3000)
  shop.put({ refunded: 0 })
  shop.observe()
  await shop.pass(2 * hour)
  must(await shop.acceptLower())
  shop.put({ refunded: 5000 })
  failOnceAfter(0)
  shop.observe()
  shop.observe()
  expect([shop.lock()?.kind, shop.alarms(1)]).toEqual(['lowering_returned', []])
})

it.each([
  ['says that nothing was refunded', () => shop.refund(lost, 2000), () => shop.decide(notRefunded)],
  [
    'accepts less',
    () => shop.seeLower(),
    async () => {
      const accepted = await shop.acceptLower()
      return accepted.ok ? 'accepted' : accepted.fault.kind
    },
  ],
])('nobody %s while more that was seen is not on the disk', async (_what, begins, says) => {
  await begins()
  await shop.pass(3 * minute)
  shop.setDiskFull(true)
  // Some cache's, which no later answer confirms.
  shop.observe({ refunded: 2500 }, { age: 120 })
  shop.till.payments.answerShowsWith(() => {
    failOnceAfter(0)
    return showing(recordOf(shop.till))
  })
  expect(await says()).toBe('journal_unwritable')
})

it('nor by the word of the portal, where no show could be had', async () => {
  await shop.refund(lost, 2000)
  shop.till.payments.answerShowsWith(() => unreachable)
  await shop.pass(2 * hour)
  shop.setDiskFull(true)
  shop.observe({ refunded: 2000, remark: shop.ownRemark }, { age: 120 })
  shop.setDiskFull(false)
  expect(await shop.decide({ ...notRefunded, portal: true })).toBe('journal_unwritable')
})

it('what is seen again after a power cut is in the record, whatever becomes of the index', async () => {
  const { place } = shop.till
  const { head } = place
  const before = new Map(place.files())
  shop.observe({ refunded: 2000 })
  const seen = new Map(place.files())
  await shop.refunds.close()
  // The power goes before that line is on the disk. The index has it.
  const isIndex = ([name]: readonly [string, unknown]) => name.includes(indexName)
  place.put(new Map([...before, ...[...seen].filter(isIndex)]))
  place.head = head
  await shop.startAgain()
  shop.observe({ refunded: 2000 })
  await shop.refunds.close()
  place.put(new Map([...place.files()].filter((each) => !isIndex(each))))
  await shop.startAgain()
  // A replica that lags behind says that nothing was refunded.
  expect([await shop.outcome(2000), shop.till.payments.refunds]).toEqual([{ kind: 'stale_answer' }, []])
})
