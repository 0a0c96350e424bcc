import { describe, expect, it } from 'vitest'
import type { RefundAnswer } from '../../shared/attempt'
import { fail } from '../../shared/result'
import { makeReconciler } from './reconcile'
import { replyWith, showing } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { makeFileHolder } from './testing/file-holder'
import { shopForEachTest } from './testing/shop'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const shop = shopForEachTest()
const { refund, states, attempt, showsWithin } = shop

const lost: RefundAnswer = { kind: 'no_answer', reason: 'timeout', detail: '' }
const notSent: RefundAnswer = { kind: 'never_connected', reason: 'refused', detail: '' }
const unreachable = fail({ kind: 'not_connected', reason: 'unreachable', detail: '' } as const)

describe('an unconfirmed refund', () => {
  it('is found refunded two seconds later by its marker', async () => {
    await refund(lost, 12050, true)
    const before = states()
    await shop.till.clock.advance(2 * second)
    expect([before, states(), await showsWithin(day)]).toEqual([['unconfirmed'], ['refunded'], 0])
  })

  it('is probable when the sum is right and no remark names us', async () => {
    await refund(lost, 2000, true)
    await shop.till.clock.advance(2 * second)
    expect(states()).toEqual(['refunded_probably'])
  })

  it('is asked about at 2, 5, 15 and 60 seconds, every 5 minutes for a day, then every hour', async () => {
    await refund(lost, 2000)
    const pauses = [2 * second, 3 * second, 10 * second, 45 * second, 5 * minute, 5 * minute]
    const shows: number[] = []
    for (const pause of pauses) shows.push(await showsWithin(pause - 1), await showsWithin(1))
    const restOfDay = await showsWithin(day - 9 * minute)
    const later = await showsWithin(5 * hour)
    expect([shows, restOfDay, later, states()]).toEqual([
      pauses.flatMap(() => [0, 1]),
      286,
      5,
      ['unconfirmed'],
    ])
  })

  it('stays so while the service can not be reached, and each failed look is on record', async () => {
    await refund(lost, 2000)
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(minute)
    const kept = attempt()
    expect([kept?.state, kept?.looks, kept?.lastLookFailed]).toEqual(['unconfirmed', 4, true])
  })

  it('is decided by a lookup that happens to show it, without a wait', async () => {
    await refund(lost, 12050, true)
    shop.desk.observe(recordOf(shop.till))
    expect(states()).toEqual(['refunded'])
  })

  it('learns nothing from a lookup that shows nothing new, nor writes it down', async () => {
    await refund(lost, 2000)
    for (let times = 0; times < 5; times += 1) shop.desk.observe(recordOf(shop.till))
    expect([states(), attempt()?.looks]).toEqual([['unconfirmed'], 0])
  })

  it('learns nothing from a stale show', async () => {
    await refund(lost, 2000)
    shop.desk.observe(recordOf(shop.till, { refunded: 500, updatedAt: '2026-11-20 19:00:00' }))
    shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till, { refunded: 0 })))
    await shop.till.clock.advance(2 * second)
    expect([states(), attempt()?.forPerson, attempt()?.lastLookFailed]).toEqual([
      ['unconfirmed'],
      'less_than_ours',
      true,
    ])
  })

  it('learns nothing when the code belongs to another transaction by now', async () => {
    await refund(lost, 2000)
    shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till, { id: 'pay-2', refunded: 2000 })))
    await shop.till.clock.advance(2 * second)
    const look = shop.desk.open(markerOf(1))?.events.at(-1)
    expect([states(), look?.kind === 'looked' && look.look]).toEqual([
      ['unconfirmed'],
      { kind: 'no_record', detail: 'The code now belongs to another transaction' },
    ])
  })

  it('is asked about at once when the PC wakes up, and the look is on record', async () => {
    await refund(lost, 2000)
    await shop.till.clock.advance(10 * minute)
    const looks = attempt()?.looks ?? 0
    shop.desk.wake()
    await shop.till.clock.advance(0)
    expect(attempt()?.looks).toBe(looks + 1)
  })

  it('is left alone by a show that comes back after a supervisor has decided', async () => {
    await refund(lost, 12050, true)
    let answer: () => void = () => undefined
    shop.till.payments.answerShowsWith(
      () => new Promise((resolve) => (answer = () => resolve(showing(recordOf(shop.till))))),
    )
    await shop.till.clock.advance(2 * second)
    must(shop.desk.decide(markerOf(1), { to: 'refunded', supervisor: 'Sam', saw: 'Portal', why: 'There' }))
    answer()
    await shop.till.clock.advance(0)
    expect([states(), shop.desk.open(markerOf(1))?.events.at(-1)?.kind]).toEqual([['refunded'], 'decided'])
  })
})

describe('a disk that refuses looks', () => {
  it('leaves the service alone for a minute each time, and decides when it can', async () => {
    await refund(lost, 12050, true)
    const holder = makeFileHolder(shop.till.place.file)
    holder.hold()
    const shows = await showsWithin(10 * minute)
    holder.letGo()
    holder.end()
    await shop.till.clock.advance(minute)
    expect([shows, states()]).toEqual([10, ['refunded']])
  })

  it('refuses an alarm too, and takes it with the next lookup', async () => {
    await refund(notSent, 2000)
    const record = recordOf(shop.till, { refunded: 2000, remark: `${markerOf(1)} x` })
    const holder = makeFileHolder(shop.till.place.file)
    holder.hold()
    shop.desk.observe(record)
    const during = attempt()?.alarm
    holder.letGo()
    holder.end()
    shop.desk.observe(record)
    expect([during, attempt()?.alarm]).toEqual([null, 'refunded_after_all'])
  })
})

describe('another payment service', () => {
  it('is not asked about a refund of the first, and what it shows decides nothing', async () => {
    await refund(lost, 12050, true)
    await shop.desk.close()
    shop.desk = await shop.till.start({ serviceAddress: () => 'https://other.example' })
    const asked = await showsWithin(minute)
    shop.desk.observe(recordOf(shop.till))
    const there = [asked, states()]
    await shop.desk.close()
    shop.desk = await shop.till.start()
    await shop.till.clock.advance(5 * minute)
    expect([there, states()]).toEqual([[0, ['unconfirmed']], ['refunded']])
  })
})

describe('a journal that can not be read for a while', () => {
  it('stops no lookup, is asked again after a minute, and then decides', async () => {
    await refund(lost, 12050, true)
    await shop.desk.close()
    const journal = await shop.till.place.openWell()
    let broken = true
    function whole<T>(value: T): T {
      if (broken) throw new Error('The disk does not answer')
      return value
    }
    const reconciler = makeReconciler({
      journal: {
        ...journal,
        changedSince: (time) => whole(journal.changedSince(time)),
        mark: (id) => whole(journal.mark(id)),
      },
      payments: shop.till.payments,
      clock: shop.till.clock,
      serviceAddress: () => 'https://pay.example',
      changed: () => undefined,
      log: (line) => shop.till.logged.push(line),
    })
    reconciler.observe(recordOf(shop.till))
    reconciler.wake()
    await shop.till.clock.advance(59 * second)
    const during = [shop.till.logged.length, journal.attempt(markerOf(1))?.state]
    broken = false
    await shop.till.clock.advance(minute)
    const after = journal.attempt(markerOf(1))?.state
    await reconciler.stop()
    journal.close()
    shop.desk = await shop.till.start()
    expect([during, after, shop.till.clock.waiting().length]).toEqual([[3, 'unconfirmed'], 'refunded', 0])
  })
})

describe('the end of the program', () => {
  it('waits for the look under way and starts no other', async () => {
    shop.till.payments.put('pay-2', { transactionId: '100000000000002' })
    await refund(lost, 2000)
    shop.till.payments.answerRefundsWith(() => replyWith(lost))
    const shown = recordOf(shop.till, { id: 'pay-2', transactionId: '100000000000002' })
    must(await shop.desk.issue(shop.till.order(2000, { shown })))
    const answers: (() => void)[] = []
    shop.till.payments.answerShowsWith(
      () => new Promise((resolve) => answers.push(() => resolve(showing(recordOf(shop.till))))),
    )
    await shop.till.clock.advance(2 * second)
    const asked = shop.desk.look(markerOf(1))
    const closing = shop.desk.close()
    await shop.till.clock.advance(0)
    for (const answer of answers) answer()
    await closing
    expect([answers.length, must(await asked).attempt.looks > 0, shop.till.clock.waiting()]).toEqual([
      2,
      true,
      [],
    ])
    shop.desk = await shop.till.start()
  })
})
