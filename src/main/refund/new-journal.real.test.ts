/** The refund service over the real journals of a profile: real files, real entries of a keychain. */
import { rmSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { noRules } from '../../shared/people/rules'
import { makeTillJournals, supervisor, type TillJournals } from '../journal/testing/till-journals'
import { type FakeTill, makeFakeTill, markerOf, must } from './testing/fake-till'
import { day, lost, minute, notRefunded, shopForEachTest, wasRefunded } from './testing/shop'

const free = { second: null, never: null }
const ann = { id: 'p-ann', name: 'Ann' }

let profile: TillJournals

/** A till whose record is one of a profile. */
function tillOfProfile(): FakeTill {
  const till = makeFakeTill()
  profile = makeTillJournals(undefined, till.clock.monotonic)
  const journals = { open: profile.open, begin: () => profile.begin() }
  async function start() {
    profile.restart()
    return till.start({ journals, keys: profile.keys })
  }
  return { ...till, start }
}

const shop = shopForEachTest(tillOfProfile)
const { outcome, startAgain } = shop
const atOther = () => ({ shown: shop.till.shown('pay-2') })

beforeEach(async () => {
  must(await profile.vault().save({ address: 'https://pay.example', token: 'a-token-of-this-test' }))
  await profile.addManager()
  await shop.restart()
})

/** The record is damaged behind another start, whose first line alone that hits, and a new one is begun. */
async function renew(): Promise<void> {
  await shop.restart()
  await shop.refunds.close()
  profile.damage()
  await startAgain()
  must(await shop.refunds.beginJournal(supervisor))
}

describe('a new journal', () => {
  it('keeps the lock of what was undecided in the damaged one, and goes on asking about it', async () => {
    await shop.refund(lost, 2000)
    await shop.refunds.close()
    profile.damage()
    await startAgain()
    const off = [shop.refunds.refundsOff(), shop.refunds.replaceable()]
    const begun = must(await shop.refunds.beginJournal(supervisor))
    const locked = await outcome(2000)
    shop.put({ refunded: 2000, remark: shop.ownRemark, updatedAt: '2026-11-21 10:00:00' })
    await shop.pass(minute)
    expect([off, begun.undecided, locked, shop.states()]).toEqual([
      ['journal_damaged', 'person'],
      1,
      { kind: 'undecided', marker: markerOf(1) },
      ['refunded'],
    ])
  })

  it('goes on with the watch of a decision, and its day in which the PIN is needed', async () => {
    await shop.refund(lost, 2000)
    await shop.pass(3 * minute)
    await shop.decide(notRefunded)
    await renew()
    const needed = await outcome(2000)
    shop.put({ refunded: 2000, updatedAt: '2026-11-22 10:00:00' })
    await shop.pass(61 * minute)
    expect([needed, shop.alarms()]).toEqual([
      { kind: 'second_person_needed', by: ['after_not_refunded'], marker: markerOf(1) },
      ['moved_after_decision'],
    ])
  })

  it.each(['decided', 'done'] as const)(
    'locks a payment again, of whose refund that was %s a lower sum was accepted, when the higher one comes back',
    async (how) => {
      if (how === 'done') await shop.honestRefund(2000)
      else {
        await shop.refund(lost, 2000, true)
        await shop.pass(minute)
        await shop.decide(wasRefunded)
      }
      shop.put({ refunded: 0 })
      await outcome(2000)
      await shop.pass(75 * minute)
      must(await shop.acceptLower())
      await renew()
      // It goes on in the new journal now, where it did not yet.
      shop.refunds.slipMade(markerOf(1), 'printed')
      shop.put({ refunded: 2000 })
      expect([await outcome(2000), shop.lock()?.kind]).toEqual([
        { kind: 'payment_locked' },
        'lowering_returned',
      ])
    },
  )

  it('goes on counting for the store’s limits, and asks a second person where lines are lost', async () => {
    shop.till.store.rules = {
      ...noRules,
      money: [
        { ...{ currency: 'HKD', amount: free, cashierSum: free }, tillSum: { second: 3000, never: null } },
      ],
    }
    await outcome(2000)
    await renew()
    expect([await outcome(2000, atOther()), await outcome(500, atOther())]).toEqual([
      { kind: 'second_person_needed', by: ['till_sum', 'record_unread'], marker: '' },
      { kind: 'second_person_needed', by: ['record_unread'], marker: '' },
    ])
  })

  it('that counts nothing of the day asks a second person all day, also once its alarm was acknowledged and it began again', async () => {
    shop.till.store.rules = { ...noRules, cashierCount: { second: 5, never: null } }
    await outcome(2000)
    await shop.refunds.close()
    for (const file of profile.files()) rmSync(file)
    await startAgain()
    must(await shop.refunds.beginJournal(supervisor))
    const [alarm] = shop.refunds.page({ before: null, count: 1 }).notices
    must(shop.refunds.acknowledge({ of: 'line', line: alarm?.line ?? 0 }, { supervisor: 'Ada', note: '' }))
    await renew()
    const needed = { kind: 'second_person_needed', by: ['record_unread'], marker: '' }
    const sameDay = await outcome(500, atOther())
    await shop.pass(24 * 60 * minute)
    expect([sameDay, await outcome(500, atOther())]).toEqual([needed, 'refunded'])
  })

  it('goes on with a shift and its sums, and a later shift has none of them', async () => {
    const serves = () => shop.refunds.acted({ act: 'signed_in', by: 'pin', to: 'serve' }, ann)
    const sumOf = () => {
      const { since, day } = must(shop.closeShift(ann))
      return [since, day.sums.map(({ hundredths }) => hundredths)]
    }
    const since = shop.till.clock.now()
    serves()
    await shop.pass(minute)
    await shop.honestRefund(2000, { cashier: ann })
    await renew()
    await shop.pass(minute)
    await shop.honestRefund(2000, { ...atOther(), cashier: ann })
    const first = sumOf()
    await shop.pass(minute)
    const later = shop.till.clock.now()
    serves()
    expect([first, sumOf()]).toEqual([
      [since, [4000]],
      [later, []],
    ])
  })

  it('leaves the closed shifts and the noes of the damaged one in their days, also where the clock was a day ahead', async () => {
    const sam = { id: 'p-sam', name: 'Sam' }
    const refused = { cashier: ann, id: 'pay-1', amount: 1, currency: 'HKD', rules: [] }
    const closeShift = () => {
      shop.refunds.acted({ act: 'declined', ...refused }, sam)
      must(shop.closeShift(ann))
    }
    const start = shop.till.clock.now()
    const inDay = async (from: number) => {
      const span = { from, to: from + day - 1 }
      const noes = await shop.refunds.noes(span, async () => undefined)
      const sheets = await shop.refunds.sheets(span, async () => undefined)
      return [noes, sheets?.map(({ by, at }) => [by, at])]
    }
    const inDays = async () => [await inDay(start), await inDay(start + day)]
    closeShift()
    shop.till.clock.jumpWall(day)
    closeShift()
    shop.till.clock.jumpWall(-day)
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
    await shop.refund(lost, 2000)
    await shop.refunds.close()
    // Every line is gone; what stands in the head entry is not.
    for (const file of profile.files()) writeFileSync(file, 'x')
    await startAgain()
    const begun = must(await shop.refunds.beginJournal(supervisor))
    const lock = shop.lock()
    const locked = await outcome(2000)
    const other = await outcome(2000, atOther())
    shop.till.news.length = 0
    must(shop.refunds.release(shop.lockLine(), { ...supervisor, saw: 'The portal shows nothing' }))
    const result = [begun.unread, lock?.kind, locked, other, shop.lock()]
    expect(result).toEqual([1, 'unread', { kind: 'payment_locked' }, 'refunded', null])
    expect([shop.till.news.includes('payment pay-1'), await outcome(2000)]).toEqual([true, 'refunded'])
  })
})
