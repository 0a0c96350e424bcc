import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { markerOf, must, recordOf } from './testing/fake-till'
import { day, minute, second, shopForEachTest, unreachable } from './testing/shop'

const shop = shopForEachTest()
const { honestRefund, outcome, acceptLower } = shop

const word = { supervisor: 'Ada', why: 'The bank sent it back' }
const stale = { kind: 'stale_answer' } as const
const notPossible = fail({ kind: 'lowering_not_possible' })

const paymentEvents = async () => {
  await shop.refunds.close()
  const journal = await shop.till.place.openWell()
  const events = journal.past('pay-1').lines.map(({ event }) => event)
  journal.close()
  await shop.startAgain()
  return events
}

describe('a lower sum', () => {
  it('is put before a person when it has stayed for ten minutes, and the refund may go on from there', async () => {
    shop.observe({ refunded: 2000 })
    const stopped = await outcome(3000)
    const early = [shop.stale()?.accept, (await acceptLower()).ok]
    await shop.pass(11 * minute)
    const late = shop.stale()
    const accepted = must(await acceptLower())
    const expected = [stale, ['minutes', false], 'now', { id: 'pay-1', lock: null, stale: null }, 'refunded']
    expect([stopped, early, late?.accept, accepted, await outcome(3000)]).toEqual(expected)
    expect(shop.till.news).toContain('copies pay-1')
    expect((await paymentEvents()).at(-1)).toMatchObject({ kind: 'lowered', from: 2000, to: 0, by: word })
  })

  it('is accepted only as the person saw it, after one more question, and again where the disk did not take it', async () => {
    await shop.seeLower()
    shop.put({ refunded: 500 })
    const other = await acceptLower()
    shop.till.payments.answerShowsWith(() => unreachable)
    const unasked = await acceptLower(500)
    shop.till.payments.answerShowsWith(null)
    shop.setDiskFull(true)
    const unwritten = await acceptLower(500)
    shop.setDiskFull(false)
    expect([other, unasked, unwritten, (await acceptLower(500)).ok]).toMatchObject([
      notPossible,
      notPossible,
      { fault: { kind: 'journal_unwritable' } },
      true,
    ])
  })

  it('is not accepted where nothing is stale', async () => {
    expect(await acceptLower()).toEqual(notPossible)
  })

  it('that leaves out a refund of ours, which is named, is no nearer for any number of starts: its hour is one of this run', async () => {
    await honestRefund(2000)
    shop.put({ refunded: 0 })
    for (let starts = 0; starts < 24; starts += 1) {
      shop.observe()
      await shop.pass(11 * minute)
      shop.till.clock.jumpWall(day)
      await shop.restart()
    }
    shop.observe()
    await shop.pass(11 * minute)
    expect([shop.stale(), (await acceptLower()).ok]).toMatchObject([
      { accept: 'hour', missing: [markerOf(1)] },
      false,
    ])
  })

  it('that was accepted, and comes back, is an alarm and a lock until a person releases it', async () => {
    await shop.seeLower()
    must(await acceptLower())
    shop.put({ refunded: 2000 })
    shop.observe()
    shop.observe()
    const lock = shop.lock()
    const locked = await outcome(3000)
    const notices = shop.refunds.page({ before: null, count: 10 }).notices
    const released = shop.refunds.release(shop.lockLine(), { ...word, saw: 'The bank paid after all' })
    shop.observe()
    expect([lock, locked, notices.length, released.ok, shop.lock()]).toEqual([
      { kind: 'lowering_returned', line: expect.any(Number), refunded: 2000, since: expect.any(String) },
      { kind: 'payment_locked' },
      1,
      true,
      null,
    ])
    expect(await outcome(3000)).toBe('refunded')
  })

  it('that was accepted is known to have come back, though the clock was a month on for one start', async () => {
    await shop.seeLower()
    must(await acceptLower())
    shop.till.clock.jumpWall(31 * day)
    await shop.restart()
    shop.till.clock.jumpWall(-31 * day)
    shop.observe({ refunded: 2000 })
    expect(shop.lock()?.kind).toBe('lowering_returned')
  })

  it('is forgotten with what copies from before it say', async () => {
    const copy = { record: recordOf(shop.till, { refunded: 2000 }), serviceAddress: 'https://pay.example/' }
    const before = shop.till.clock.now()
    shop.refunds.raiseFromCopy({ ...copy, savedAt: before })
    const raised = await outcome(3000)
    await shop.pass(11 * minute)
    must(await acceptLower())
    shop.refunds.raiseFromCopy({ ...copy, savedAt: before })
    const old = await outcome(3000)
    const record = recordOf(shop.till, { refunded: 9000 })
    shop.refunds.raiseFromCopy({ ...copy, record, savedAt: shop.till.clock.now() + 1 })
    expect([raised, old, await outcome(2000)]).toEqual([stale, 'refunded', stale])
  })

  it('is asked about at once when the line comes back', async () => {
    shop.observe({ refunded: 2000 })
    await outcome(3000)
    await shop.pass(4 * minute)
    const quiet = await shop.showsWithin(10 * second)
    shop.refunds.wake()
    expect([quiet, await shop.showsWithin(second)]).toEqual([0, 1])
  })
})
