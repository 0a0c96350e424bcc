import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { breakIndex } from '../journal/testing/journal-place'
import { readDay } from './day'
import { replyWithRecord, showing } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { day, hour, lost, minute, noBeside, notRefunded, shopForEachTest } from './testing/shop'

const ann = { id: 'p-ann', name: 'Ann' }

const shop = shopForEachTest()
const { honestRefund, refund, outcome, outcomeOf, states, alarms } = shop
const stale = { kind: 'stale_answer' } as const

/** Makes a refund of each of two payments that is in memory alone: the file that has it and the index are gone. */
async function forgetTheFile() {
  await honestRefund(2000)
  await honestRefund(2000, { shown: shop.till.shown('pay-2') })
  await shop.restart()
  await shop.restart()
  await shop.refunds.close()
  const folder = join(shop.till.place.folder, 'journals')
  for (const older of shop.till.place.segments().slice(0, -1)) rmSync(join(folder, older))
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `index.db${end}`), { force: true })
  return shop.startAgain()
}

describe('what this till refunded', () => {
  it('is still known where the file that says so and the index were deleted, so that a lagging service sends nothing', async () => {
    const why = await forgetTheFile()
    shop.put({ refunded: 0 })
    expect([why, await outcome(2000)]).toEqual([null, stale])
  })

  it('is known also by an answer whose own sum is more than was paid', async () => {
    await refund(lost, 12_050)
    shop.observe({ refunded: 24_100, remark: shop.ownRemark, status: 'refunded' })
    const before = states()
    expect([before, await outcome(2000)]).toEqual([['refunded'], stale])
  })

  it('is nothing by an answer that names another amount than was paid', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      return replyWithRecord(fakeTransaction({ ...shop.till.payments.facts('pay-1'), amount: 1000 }))
    })
    expect(await outcome(2000)).toBe('unconfirmed')
  })
})

it('a shift is not closed upon an index that breaks while it is added up, but once that is made anew', async () => {
  shop.refunds.acted({ act: 'signed_in', by: 'pin', to: 'serve' }, ann)
  await honestRefund(2000, { cashier: ann })
  breakIndex(shop.till.place.folder)
  const close = () => {
    const closed = shop.closeShift(ann)
    return closed.ok ? closed.value.day.sums.map(({ hundredths }) => hundredths) : closed.fault
  }
  const during = close()
  await shop.pass(minute)
  expect([during, close()]).toEqual([{ kind: 'refunds_off', why: 'journal_opening' }, [2000]])
})

const giveWay = async () => undefined

/** Refunds and closes a shift, lets forty days pass, and refunds again. Returns the files, oldest first. */
async function workForFortyDays() {
  await honestRefund(1000)
  must(shop.closeShift(ann))
  await shop.restart()
  await honestRefund(2000)
  await shop.restart()
  await shop.pass(40 * day)
  await honestRefund(3000)
  await shop.refunds.close()
  return shop.till.place.segments()
}

/** Whether the time since then is still being read, what it came to and how many shifts it has; null for what isn’t known. */
async function since(from: number) {
  const span = { from, to: shop.till.clock.now() }
  const { page, sheets } = shop.refunds
  const { reading } = page({ before: null, count: 100, ...span })
  const read = await readDay(page, span, { ...noBeside, noes: [] }, giveWay)
  const closed = await sheets(span, giveWay)
  return [reading, read?.day?.sums[0]?.hundredths ?? null, closed?.length ?? null]
}

it('while the index is made anew an older time is said to be still read, this month is known at once, and the window is told when all is', async () => {
  const start = shop.till.clock.now()
  const [oldest] = await workForFortyDays()
  const { disk, folder } = shop.till.place
  const { readNow } = disk
  const hold = (name: string) => {
    if (name === oldest) throw Object.assign(new Error('held'), { code: 'EBUSY' })
    return readNow(name)
  }
  Object.assign(disk, { readNow: hold })
  breakIndex(folder)
  const why = await shop.startAgain()
  const during = [await since(start), await since(shop.till.clock.now() - day)]
  const unclosed = shop.refunds.closeShift({ ...shop.refunds.shiftOf(ann, 0), since: start }, noBeside)
  shop.till.news.length = 0
  Object.assign(disk, { readNow })
  await shop.pass(minute)
  expect([why, during, unclosed, shop.till.news.includes('record'), await since(start)]).toEqual([
    null,
    [
      [true, null, null],
      [false, 3000, 0],
    ],
    fail({ kind: 'refunds_off', why: 'journal_opening' }),
    true,
    [false, 6000, 1],
  ])
})

describe('a lower sum', () => {
  it('is not accepted upon an answer that a cache has kept for an hour', async () => {
    shop.observe({ refunded: 2000 })
    await outcome(3000)
    await shop.pass(11 * minute)
    const record = recordOf(shop.till)
    shop.put({ refunded: 2000 })
    shop.till.payments.answerShowsWith(() => showing(record, { age: 3600 }))
    const accepted = await shop.acceptLower()
    expect(accepted.ok).toBe(false)
  })

  it('that was accepted while the clock was set back stays accepted as long as the refund is known that it leaves out', async () => {
    await honestRefund(2000)
    shop.till.clock.jumpWall(-40 * day)
    shop.put({ refunded: 0 })
    shop.observe()
    await shop.pass(2 * hour)
    const accepted = await shop.acceptLower()
    shop.till.clock.jumpWall(40 * day)
    await shop.pass(2 * day)
    shop.refunds.acted({ act: 'copies_forgotten' }, null)
    await shop.restart()
    expect([accepted.ok, await outcome(2000)]).toEqual([true, 'refunded'])
  })
})

const told = () =>
  shop.refunds
    .page({ before: null, count: 10 })
    .notices.map(({ what }) => what)
    .filter((what) => what === 'unexplained_rise')

describe('a second delivery of a refund whose file is gone', () => {
  it.each([0, 1, 2, 3, 4])(
    'is told, and no more then, also where the disk took %i writes of its first show',
    async (writes) => {
      await forgetTheFile()
      shop.till.place.disk.failAfter = writes
      shop.observe({ refunded: 4000 })
      shop.till.place.disk.failAfter = Number.POSITIVE_INFINITY
      shop.observe({ refunded: 4000 })
      const once = told()
      shop.observe({ refunded: 4000 })
      expect([once.length > 0, told()]).toEqual([true, once])
    },
  )

  it('is told also after an answer whose sum is more than was paid, which is told once of each payment', async () => {
    await forgetTheFile()
    const order = shop.till.order(2000)
    for (const id of ['pay-2', 'pay-1', 'pay-1']) shop.observe({ id, refunded: 999_900 })
    shop.put({ refunded: 999_900 })
    const odd = [told().length, await outcomeOf(order)]
    shop.observe({ refunded: 4000 })
    expect([odd, told().length]).toEqual([[2, expect.objectContaining({ kind: 'transaction_changed' })], 3])
  })
})

function acknowledgeAll(): void {
  for (const [place] of alarms().entries()) {
    const alarm = { of: 'attempt', marker: markerOf(1), number: place + 1 } as const
    must(shop.refunds.acknowledge(alarm, { supervisor: 'Ada', note: 'A slip of the service' }))
  }
}

describe('a sum above what was paid', () => {
  it('that came with the answer is not expected from there on, so that a second delivery is told', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      // A record that contradicts itself: 9,999.00 of 120.50.
      return replyWithRecord(fakeTransaction({ ...shop.till.payments.facts('pay-1'), refunded: 999_900 }))
    })
    const state = await outcome(5000)
    acknowledgeAll()
    // The proxy delivers it once more.
    const before = alarms().length
    shop.put({ refunded: 10_000 })
    shop.observe()
    expect([state, alarms().slice(before)]).toEqual(['refunded', ['unexplained_rise']])
  })

  it('that came with a check is not expected from there on either', async () => {
    await refund(lost, 5000, true)
    shop.observe({ refunded: 999_900, remark: shop.ownRemark, status: 'refunded' })
    const state = shop.attempt()?.state
    acknowledgeAll()
    const before = alarms().length
    shop.observe({ refunded: 10_000 })
    expect([state, alarms().slice(before)]).toEqual(['refunded', ['unexplained_rise']])
  })

  it('seen of a refund in doubt hides no later rise from who decides', async () => {
    await refund(lost, 2000)
    shop.observe({ refunded: 999_900 })
    await shop.pass(3 * minute)
    // Ours and another till's.
    shop.put({ refunded: 3000 })
    expect([await shop.decide(notRefunded), shop.attempt()?.state]).toEqual([
      'decision_outdated',
      'unconfirmed',
    ])
  })
})
