import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replyWithRecord, showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { lost, shopForEachTest } from './testing/shop'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const word = { supervisor: 'Ada', why: 'The bank sent it back' }

const shop = shopForEachTest()
const { honestRefund, refund, outcome, states } = shop
const stale = { kind: 'stale_answer' } as const

describe('what this till refunded', () => {
  it('is still known where the file that says so and the index were deleted, so that a lagging service sends nothing', async () => {
    await honestRefund(2000)
    await shop.restart()
    await shop.restart()
    await shop.refunds.close()
    for (const older of shop.till.place.segments().slice(0, -1))
      rmSync(join(shop.till.place.folder, 'journals', older))
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(shop.till.place.folder, 'journals', `index.db${end}`), { force: true })
    const why = await shop.startAgain()
    shop.till.payments.put('pay-1', { refunded: 0 })
    expect([why, await outcome(shop.till.order(2000))]).toEqual([null, stale])
  })

  it('is known also by an answer whose own sum is more than was paid', async () => {
    await refund(lost, 12_050)
    const remark = `${markerOf(1)} Damaged item`
    shop.observe({ refunded: 24_100, remark, status: 'refunded' })
    const before = states()
    expect([before, await outcome(shop.till.order(2000))]).toEqual([['refunded'], stale])
  })

  it('is nothing by an answer that names another amount than was paid', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      return replyWithRecord(fakeTransaction({ ...shop.till.payments.facts('pay-1'), amount: 1000 }))
    })
    expect(await outcome(shop.till.order(2000))).toBe('unconfirmed')
  })
})

describe('a lower sum', () => {
  it('is not accepted upon an answer that a cache has kept for an hour', async () => {
    shop.observe({ refunded: 2000 })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(11 * minute)
    const record = recordOf(shop.till)
    shop.till.payments.put('pay-1', { refunded: 2000 })
    shop.till.payments.answerShowsWith(() => showing(record, { age: 3600 }))
    const accepted = await shop.refunds.acceptLower('pay-1', 0, word)
    expect(accepted.ok).toBe(false)
  })

  it('that was accepted while the clock was set back stays accepted as long as the refund is known that it leaves out', async () => {
    await honestRefund(2000)
    shop.till.clock.jumpWall(-40 * day)
    shop.till.payments.put('pay-1', { refunded: 0 })
    shop.observe()
    await shop.till.clock.advance(2 * hour)
    const accepted = await shop.refunds.acceptLower('pay-1', 0, word)
    shop.till.clock.jumpWall(40 * day)
    await shop.till.clock.advance(2 * day)
    shop.refunds.acted({ act: 'copies_forgotten' }, null)
    await shop.restart()
    expect([accepted.ok, await outcome(shop.till.order(2000))]).toEqual([true, 'refunded'])
  })
})
