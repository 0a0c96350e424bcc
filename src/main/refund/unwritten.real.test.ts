import { expect, it } from 'vitest'
import { shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

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
  const came = await shop.outcome(shop.till.order(2000))
  expect([came, shop.till.payments.refunds.length]).toEqual([
    { kind: 'journal_unwritable', detail: expect.any(String) },
    0,
  ])
  // The next try has it on the disk first.
  shop.setDiskFull(false)
  expect(await shop.outcome(shop.till.order(2000))).toEqual({ kind: 'stale_answer' })
})

it('what was seen while the disk was full is written before the program closes', async () => {
  shop.setDiskFull(true)
  shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
  shop.setDiskFull(false)
  await shop.restart()
  expect(await shop.outcome(shop.till.order(2000))).toEqual({ kind: 'stale_answer' })
})
