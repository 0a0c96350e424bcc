import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/result'
import { makeFileHolder } from '../journal/testing/file-holder'
import { showing } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { lost, shopForEachTest } from './testing/shop'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const shop = shopForEachTest()
const { refund, honestRefund, outcome } = shop

const word = { supervisor: 'Ada', why: 'The bank sent it back' }
const stale = { kind: 'stale_answer' } as const

const accept = (refunded: number) => shop.refunds.acceptLower('pay-1', refunded, word)
const paymentEvents = async () => {
  await shop.refunds.close()
  const journal = await shop.till.place.openWell()
  const events = journal.paymentLines({ services: [1], id: 'pay-1' }).map(({ event }) => event)
  journal.close()
  await shop.startAgain()
  return events
}

describe('a lower sum', () => {
  it('is put before a person when it has stayed for ten minutes, and the refund may go on from there', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    const stopped = await outcome(shop.till.order(3000))
    const early = [shop.refunds.standingOf('pay-1').stale?.accept, (await accept(0)).ok]
    await shop.till.clock.advance(11 * minute)
    const late = shop.refunds.standingOf('pay-1').stale
    const accepted = must(await accept(0))
    expect([stopped, early, late?.accept, accepted, await outcome(shop.till.order(3000))]).toEqual([
      stale,
      ['minutes', false],
      'now',
      { id: 'pay-1', lock: null, stale: null },
      'refunded',
    ])
    expect(shop.till.news).toContain('copies pay-1')
    expect((await paymentEvents()).at(-1)).toMatchObject({
      kind: 'lowered',
      from: { refunded: 2000 },
      to: { refunded: 0 },
      by: word,
    })
  })

  it('can still be accepted days later, when nothing is asked by itself any more', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(5 * day)
    expect([shop.refunds.standingOf('pay-1').stale?.nextCheckAt, (await accept(0)).ok]).toEqual([null, true])
  })

  it('is accepted only as the person saw it, after one more question', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(11 * minute)
    shop.till.payments.put('pay-1', { refunded: 500 })
    const other = await accept(0)
    shop.till.payments.answerShowsWith(() => fail({ kind: 'not_connected', reason: 'refused', detail: '' }))
    const unreachable = await accept(500)
    shop.till.payments.answerShowsWith(null)
    expect([other, unreachable, (await accept(500)).ok]).toEqual([
      { ok: false, fault: { kind: 'lowering_not_possible' } },
      { ok: false, fault: { kind: 'lowering_not_possible' } },
      true,
    ])
  })

  it('is not accepted where nothing is stale, nor after a question that a sleeping PC waited for', async () => {
    const nothing = await accept(0)
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(11 * minute)
    shop.till.payments.answerShowsWith(async () => {
      await shop.till.clock.sleep(hour, 'stands')
      return showing(recordOf(shop.till))
    })
    const slept = await accept(0)
    const no = { ok: false, fault: { kind: 'lowering_not_possible' } }
    expect([nothing, slept]).toEqual([no, no])
  })

  it('can be accepted again when the disk did not take it', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(11 * minute)
    const holder = makeFileHolder(shop.till.place)
    holder.hold()
    const failed = await accept(0)
    holder.letGo()
    holder.end()
    expect([failed.ok ? '' : failed.fault.kind, (await accept(0)).ok]).toEqual(['journal_unwritable', true])
  })

  it('is never put before a person while an attempt on the payment is undecided or watched', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    shop.till.payments.put('pay-1', { refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await refund(lost, 3000)
    shop.till.payments.put('pay-1', { refunded: 0 })
    await shop.till.clock.advance(2 * hour)
    expect([shop.refunds.standingOf('pay-1').stale?.accept, (await accept(0)).ok]).toEqual(['attempt', false])
  })

  it('that leaves out a refund of ours waits for a day and twelve shows, and names that refund', async () => {
    await honestRefund(2000)
    shop.till.payments.put('pay-1', { refunded: 0 })
    shop.observe()
    await shop.till.clock.advance(2 * hour)
    const early = shop.refunds.standingOf('pay-1').stale
    await shop.till.clock.advance(day)
    const late = shop.refunds.standingOf('pay-1').stale
    expect([early?.accept, early?.missing, late?.accept, (await accept(0)).ok]).toEqual([
      'day',
      [markerOf(1)],
      'now',
      true,
    ])
    expect(await outcome(shop.till.order(2000))).toBe('refunded')
  })

  it('writes a line an hour once it has stayed, and no more than anything waits for', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(5 * minute)
    const early = (await paymentEvents()).length
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(10 * day)
    const kinds = (await paymentEvents()).map(({ kind }) => kind)
    expect([early, new Set(kinds), kinds.length]).toEqual([0, new Set(['lower_seen']), 24])
  })

  it('counts its lines on after a start, so that a till that is closed at night comes to its end too', async () => {
    await honestRefund(2000)
    shop.till.payments.put('pay-1', { refunded: 0 })
    for (let days = 0; days < 2; days += 1) {
      shop.observe()
      await shop.till.clock.advance(9 * hour)
      await shop.refunds.close()
      await shop.till.clock.advance(15 * hour)
      await shop.startAgain()
    }
    shop.observe()
    await shop.till.clock.advance(11 * minute)
    expect(shop.refunds.standingOf('pay-1').stale?.accept).toBe('now')
  })

  it('that was accepted, and comes back, is an alarm and a lock until a person releases it', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(11 * minute)
    must(await accept(0))
    shop.till.payments.put('pay-1', { refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    shop.observe()
    shop.observe()
    const lock = shop.refunds.lockOn('pay-1')
    const locked = await outcome(shop.till.order(3000))
    const notices = shop.refunds.page({ before: null, count: 10 }).notices
    const line = lock !== null && 'line' in lock ? lock.line : 0
    const released = shop.refunds.release(line, { ...word, saw: 'The bank paid after all' })
    shop.observe()
    expect([lock, locked, notices.length, released.ok, shop.refunds.lockOn('pay-1')]).toEqual([
      { kind: 'lowering_returned', line: expect.any(Number), refunded: 2000, since: expect.any(String) },
      { kind: 'payment_locked' },
      1,
      true,
      null,
    ])
    expect(await outcome(shop.till.order(3000))).toBe('refunded')
  })

  it('that was accepted is not told to have come back by our own refunds', async () => {
    shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
    await outcome(shop.till.order(3000))
    await shop.till.clock.advance(11 * minute)
    must(await accept(0))
    await honestRefund(2000)
    shop.observe()
    expect(shop.refunds.lockOn('pay-1')).toBe(null)
  })

  it('is forgotten with what copies from before it say', async () => {
    const copy = { record: recordOf(shop.till, { refunded: 2000 }), serviceAddress: 'https://pay.example/' }
    const before = shop.till.clock.now()
    shop.refunds.raiseFromCopy({ ...copy, savedAt: before })
    const raised = await outcome(shop.till.order(3000))
    await shop.till.clock.advance(11 * minute)
    must(await accept(0))
    shop.refunds.raiseFromCopy({ ...copy, savedAt: before })
    const old = await outcome(shop.till.order(3000))
    shop.refunds.raiseFromCopy({
      ...copy,
      record: recordOf(shop.till, { refunded: 9000 }),
      savedAt: shop.till.clock.now() + 1,
    })
    expect([raised, old, await outcome(shop.till.order(2000))]).toEqual([stale, 'refunded', stale])
  })
})
