/** The refund service over the real journals of a profile: real files, real entries of a keychain. */
import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noRules } from '../../shared/people/rules'
import { makeTillJournals, supervisor, type TillJournals } from '../journal/testing/till-journals'
import type { RefundService } from './service'
import { replyWith } from './testing/fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf } from './testing/fake-till'
import { attemptsOf, day, lost, minute, notRefunded, wasRefunded } from './testing/shop'

const free = { second: null, never: null }

let till: FakeTill
let profile: TillJournals
let refunds: RefundService

async function start(): Promise<void> {
  profile.restart()
  refunds = await till.start({
    journals: { open: profile.open, begin: () => profile.begin() },
    keys: profile.keys,
  })
}

beforeEach(async () => {
  till = makeFakeTill()
  profile = makeTillJournals(undefined, till.clock.monotonic)
  must(await profile.vault().save({ address: 'https://pay.example', token: 'a-token-of-this-test' }))
  await profile.addManager()
  await start()
})
afterEach(() => refunds.close())

async function outcome(id = 'pay-1', hundredths = 2000): Promise<unknown> {
  const shown = recordOf(till, till.payments.facts(id))
  const issued = await refunds.issue(till.order(hundredths, { shown }))
  return issued.ok ? issued.value.attempt.state : issued.fault
}

async function loseOne(id = 'pay-1'): Promise<void> {
  till.payments.answerRefundsWith(() => replyWith(lost))
  await outcome(id)
  till.payments.answerRefundsWith(null)
}

/** Another start that does nothing: the damage that follows hits its first line alone. */
async function restart(): Promise<void> {
  await refunds.close()
  await start()
  await refunds.close()
}

/** The record is damaged behind another start, and a new one is begun. */
async function renew(): Promise<void> {
  await restart()
  profile.damage()
  await start()
  must(await refunds.beginJournal(supervisor))
}

describe('a new journal', () => {
  it('keeps the lock of what was undecided in the damaged one, and goes on asking about it', async () => {
    await loseOne()
    await refunds.close()
    profile.damage()
    await start()
    const off = [refunds.refundsOff(), refunds.replaceable()]
    const begun = must(await refunds.beginJournal(supervisor))
    const locked = await outcome()
    till.payments.put('pay-1', {
      refunded: 2000,
      remark: `${markerOf(1)} x`,
      updatedAt: '2026-11-21 10:00:00',
    })
    await till.clock.advance(minute)
    expect([off, begun.undecided, locked, attemptsOf(refunds).map(({ state }) => state)]).toEqual([
      ['journal_damaged', 'person'],
      1,
      { kind: 'undecided', marker: markerOf(1) },
      ['refunded'],
    ])
  })

  it('goes on with the watch of a decision, and its day in which the PIN is needed', async () => {
    await loseOne()
    await till.clock.advance(3 * minute)
    must(await refunds.decide(markerOf(1), notRefunded))
    await renew()
    const needed = await outcome()
    till.payments.put('pay-1', { refunded: 2000, updatedAt: '2026-11-22 10:00:00' })
    await till.clock.advance(61 * minute)
    expect([needed, attemptsOf(refunds)[0]?.alarms.map(({ alarm }) => alarm)]).toEqual([
      { kind: 'second_person_needed', by: ['after_not_refunded'], marker: markerOf(1) },
      ['moved_after_decision'],
    ])
  })

  describe.each(['decided', 'done'] as const)(
    'after a lower sum was accepted of a refund that was %s',
    (how) => {
      it('locks the payment again when the higher sum comes back', async () => {
        if (how === 'decided') {
          await loseOne()
          till.payments.put('pay-1', { refunded: 2000 })
          await till.clock.advance(minute)
          must(await refunds.decide(markerOf(1), wasRefunded))
        } else await outcome()
        till.payments.put('pay-1', { refunded: 0 })
        await outcome()
        await till.clock.advance(75 * minute)
        must(await refunds.acceptLower('pay-1', 0, { supervisor: 'Ada', why: 'The bank sent it back' }))
        await renew()
        // It goes on in the new journal now, where it did not yet.
        refunds.slipMade(markerOf(1), 'printed')
        till.payments.put('pay-1', { refunded: 2000 })
        expect([await outcome(), refunds.standingOf('pay-1').lock?.kind]).toEqual([
          { kind: 'payment_locked' },
          'lowering_returned',
        ])
      })
    },
  )

  it('goes on counting for the store’s limits, and asks a second person where lines are lost', async () => {
    till.store.rules = {
      ...noRules,
      money: [
        { ...{ currency: 'HKD', amount: free, cashierSum: free }, tillSum: { second: 3000, never: null } },
      ],
    }
    await outcome('pay-1', 2000)
    await renew()
    expect([await outcome('pay-2', 2000), await outcome('pay-2', 500)]).toEqual([
      { kind: 'second_person_needed', by: ['till_sum', 'record_unread'], marker: '' },
      { kind: 'second_person_needed', by: ['record_unread'], marker: '' },
    ])
  })

  it('that counts nothing of the day asks a second person all day, also once its alarm was acknowledged and it began again', async () => {
    till.store.rules = { ...noRules, cashierCount: { second: 5, never: null } }
    await outcome('pay-1', 2000)
    await refunds.close()
    for (const file of profile.files()) rmSync(file)
    await start()
    must(await refunds.beginJournal(supervisor))
    const [alarm] = refunds.page({ before: null, count: 1 }).notices
    must(refunds.acknowledge({ of: 'line', line: alarm?.line ?? 0 }, { supervisor: 'Ada', note: '' }))
    await renew()
    const needed = { kind: 'second_person_needed', by: ['record_unread'], marker: '' }
    const sameDay = await outcome('pay-2', 500)
    await till.clock.advance(24 * 60 * minute)
    expect([sameDay, await outcome('pay-2', 500)]).toEqual([needed, 'refunded'])
  })

  it('goes on with a shift and its sums, and a later shift has none of them', async () => {
    const ann = { id: 'p-ann', name: 'Ann' }
    const cashier = ann
    const serves = () => refunds.acted({ act: 'signed_in', by: 'pin', to: 'serve' }, ann)
    const sumOf = () => {
      const closed = must(
        refunds.closeShift(refunds.shiftOf(ann, 0), { limits: new Map(), names: new Map() }),
      )
      return [closed.since, closed.day.sums.map(({ hundredths }) => hundredths)]
    }
    const refund = (id: string) =>
      refunds.issue(till.order(2000, { shown: recordOf(till, till.payments.facts(id)), cashier }))
    const since = till.clock.now()
    serves()
    await till.clock.advance(minute)
    must(await refund('pay-1'))
    await renew()
    await till.clock.advance(minute)
    must(await refund('pay-2'))
    const first = sumOf()
    await till.clock.advance(minute)
    const later = till.clock.now()
    serves()
    expect([first, sumOf()]).toEqual([
      [since, [4000]],
      [later, []],
    ])
  })

  it('leaves the closed shifts and the noes of the damaged one in their days, also where the clock was a day ahead', async () => {
    const ann = { id: 'p-ann', name: 'Ann' }
    const sam = { id: 'p-sam', name: 'Sam' }
    const refused = { cashier: ann, id: 'pay-1', amount: 1, currency: 'HKD', rules: [] }
    const closeShift = () => {
      refunds.acted({ act: 'declined', ...refused }, sam)
      must(refunds.closeShift(refunds.shiftOf(ann, 0), { limits: new Map(), names: new Map() }))
    }
    const start = till.clock.now()
    const inDay = async (from: number) => {
      const span = { from, to: from + day - 1 }
      const noes = await refunds.noes(span, async () => undefined)
      const sheets = await refunds.sheets(span, async () => undefined)
      return [noes, sheets?.map(({ by, at }) => [by, at])]
    }
    const inDays = async () => [await inDay(start), await inDay(start + day)]
    closeShift()
    till.clock.jumpWall(day)
    closeShift()
    till.clock.jumpWall(-day)
    closeShift()
    const before = await inDays()
    await renew()
    const days = [
      [
        [sam, sam],
        [
          [ann, start],
          [ann, start],
        ],
      ],
      [[sam], [[ann, start + day]]],
    ]
    expect([before, await inDays()]).toEqual([days, days])
  })

  it('locks what nothing can open any more, until a person releases it', async () => {
    await loseOne()
    await refunds.close()
    // Every line is gone; what stands in the head entry is not.
    for (const file of profile.files()) writeFileSync(file, 'x')
    await start()
    const begun = must(await refunds.beginJournal(supervisor))
    const lock = refunds.standingOf('pay-1').lock
    const locked = await outcome()
    const other = await outcome('pay-2')
    const line = lock !== null && 'line' in lock ? lock.line : 0
    till.news.length = 0
    must(refunds.release(line, { ...supervisor, saw: 'The portal shows nothing' }))
    const result = [begun.unread, lock?.kind, locked, other, refunds.standingOf('pay-1').lock]
    expect(result).toEqual([1, 'unread', { kind: 'payment_locked' }, 'refunded', null])
    expect([till.news.includes('payment pay-1'), await outcome()]).toEqual([true, 'refunded'])
  })
})
