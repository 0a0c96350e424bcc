import { beforeEach, describe, expect, it } from 'vitest'
import { noAttention } from '../../shared/attempt/alarms'
import { fail } from '../../shared/base/result'
import { chainStart } from '../journal/journal-line'
import { journalsOf, makeFakeTill, markerOf, must, recordOf } from './testing/fake-till'
import { attemptsOf, hour, lost, minute, notRefunded, second, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

const { outcome } = shop
const stale = { kind: 'stale_answer' }

describe('the refund service without a journal', () => {
  let giveKeychain: () => void
  beforeEach(async () => {
    giveKeychain = await shop.startWithoutKeychain()
  })

  it('refuses everything that needs one, says why, and knows of no attempt', async () => {
    const off = { ok: false, fault: { kind: 'refunds_off', why: 'no_keychain' } }
    const word = { supervisor: 'Ada', why: 'x' }
    const answers = [
      await shop.refunds.issue(shop.till.order(2000)),
      await shop.refunds.check(markerOf(1)),
      await shop.refunds.decide(markerOf(1), notRefunded),
      await shop.refunds.acceptLower('pay-1', 0, word),
      shop.refunds.release(1, { ...word, saw: 'x' }),
      shop.refunds.acknowledge({ of: 'line', line: 1 }, { supervisor: 'Ada', note: 'x' }),
      shop.refunds.exportPieces({ from: 0, to: 1 }, 'json', null, ''),
    ]
    await shop.refunds.settled()
    const found = [shop.refunds.refundsOff(), answers, attemptsOf(shop.refunds), shop.refunds.open('R-1')]
    expect(found).toEqual(['no_keychain', answers.map(() => off), [], null])
    expect([
      shop.refunds.standingOf('pay-1'),
      shop.refunds.undecidedCount(),
      shop.refunds.attention(),
      shop.refunds.isSending(),
      shop.till.payments.refunds,
    ]).toEqual([{ id: 'pay-1', lock: null, stale: null }, 0, noAttention, false, []])
  })

  it('loses nothing of what is seen meanwhile, of each payment the highest', async () => {
    shop.observe({ refunded: 9000, updatedAt: '2026-11-20 19:00:00' })
    shop.observe({ refunded: 500, updatedAt: '2026-11-20 20:00:00' })
    shop.refunds.raiseFromCopy({ record: recordOf(shop.till, { id: 'pay-2', refunded: 700 }), savedAt: 1 })
    giveKeychain()
    shop.refunds.wake()
    await shop.pass(0)
    shop.observe({ refunded: 500 })
    shop.observe({ id: 'pay-2', refunded: 0 })
    expect([
      shop.stale()?.was,
      shop.refunds.standingOf('pay-2').stale?.was,
      await outcome(500),
      shop.till.payments.refunds,
    ]).toEqual([9000, 700, stale, []])
  })

  it('holds a refund against what was seen of its payment, however much else is still to be written', async () => {
    for (let number = 0; number < 200; number += 1) shop.observe({ id: `other-${number}` })
    shop.observe({ refunded: 9000, updatedAt: '2026-11-20 19:00:00' })
    giveKeychain()
    expect([await outcome(500), shop.till.payments.refunds]).toEqual([stale, []])
  })

  it.each<[string, () => unknown]>([
    ['when the PC wakes up or the line comes back', () => shop.refunds.wake()],
    ['by itself a minute later', () => shop.pass(minute)],
    ['at Confirm', () => outcome(100)],
  ])('comes back %s, once', async (_, happens) => {
    const still = shop.refunds.refundsOff()
    giveKeychain()
    await happens()
    for (let times = 0; times < 5; times += 1) shop.refunds.wake()
    await shop.pass(0)
    await shop.pass(0)
    expect([still, shop.refunds.refundsOff(), await outcome(2000)]).toEqual(['no_keychain', null, 'refunded'])
  })

  it('comes back once a disk that took nothing takes it again', async () => {
    const other = makeFakeTill()
    other.place.disk.failAfter = 0
    const full = await other.start()
    const off = [full.refundsOff(), full.replaceable(), (await full.issue(other.order(2000))).ok]
    other.place.disk.failAfter = Number.POSITIVE_INFINITY
    await other.clock.advance(minute)
    await other.clock.advance(0)
    const again = must(await full.issue(other.order(2000))).attempt.state
    await full.close()
    const waiting = other.clock.waiting()
    expect([off, again, waiting]).toEqual([['journal_unwritable', null, false], 'refunded', []])
  })

  it('leaves nothing open when it is closed while it comes back', async () => {
    giveKeychain()
    shop.refunds.wake()
    await shop.refunds.close()
    shop.refunds.wake()
    await shop.pass(0)
    expect(shop.till.clock.waiting()).toEqual([])
  })
})

it('writes nothing into a record that was closed, as on entering practice while a lookup runs', async () => {
  await shop.refunds.close()
  const before = shop.till.place.segments()
  shop.observe({ refunded: 500 })
  shop.refunds.acted({ act: 'copies_forgotten' }, null)
  shop.refunds.wake()
  expect([shop.till.place.segments(), shop.refunds.isSending()]).toEqual([before, false])
})

it('keeps no cashier waiting for an opening that takes longer than ten seconds', async () => {
  const till = makeFakeTill()
  const { clock } = till
  const { open, begin } = journalsOf(till.place)
  let isThere = false
  async function openSlowly() {
    if (!isThere) return fail({ why: 'no_keychain', detail: '', replaceable: null } as const)
    await new Promise<void>((resolve) => void clock.after(30 * second, resolve))
    return open()
  }
  const refunds = await till.start({ journals: { begin, open: openSlowly } })
  isThere = true
  const issued = refunds.issue(till.order(2000))
  await clock.advance(10 * second)
  const early = await issued
  await clock.advance(30 * second)
  const late = await refunds.issue(till.order(2000))
  await refunds.close()
  expect([early, late.ok]).toEqual([fail({ kind: 'refunds_off', why: 'no_keychain' }), true])
})

describe('a journal that cannot be used', () => {
  async function damage(): Promise<void> {
    await shop.refunds.close()
    const [name = ''] = [...shop.till.place.files().keys()].filter((each) => each.endsWith('.log'))
    shop.till.place.put(new Map([[name, Buffer.alloc(8192, 1)]]))
    await shop.startAgain()
  }

  it('is replaced on somebody’s word, and refunds are on again', async () => {
    await damage()
    await shop.refunds.close()
    const journals = journalsOf(shop.till.place)
    const orders: unknown[] = []
    shop.refunds = await shop.till.start({
      journals: {
        ...journals,
        async begin(order) {
          orders.push(order)
          shop.till.place.put(new Map())
          shop.till.place.head = chainStart(shop.till.place.id)
          return { ok: true, value: { attempts: 0, undecided: 0, unread: 0, missing: null } }
        },
      },
    })
    const order = { supervisor: 'Ada', why: 'The disk failed' }
    must(await shop.refunds.beginJournal(order))
    expect([orders, shop.refunds.refundsOff(), await outcome(2000)]).toEqual([[order], null, 'refunded'])
  })

  it('is tried again by nobody but who replaces it', async () => {
    await damage()
    await shop.refunds.close()
    let tries = 0
    const { begin, open } = journalsOf(shop.till.place)
    const counting = () => {
      tries += 1
      return open()
    }
    shop.refunds = await shop.till.start({ journals: { begin, open: counting } })
    shop.refunds.wake()
    await shop.pass(hour)
    expect([await outcome(2000), tries]).toEqual([{ kind: 'refunds_off', why: 'journal_damaged' }, 1])
  })

  it('is not replaced while it is in order, or when it has come back', async () => {
    const fault = { ok: false, fault: { kind: 'journal_not_replaceable' } }
    const begin = () => shop.refunds.beginJournal({ supervisor: 'Ada', why: 'x' })
    const whole = await begin()
    await shop.refunds.close()
    const files = shop.till.place.files()
    await damage()
    shop.till.place.put(files)
    expect([whole, await begin(), shop.refunds.refundsOff()]).toEqual([fault, fault, null])
  })
})

describe('refunds that the policy withholds', () => {
  it('stay off and send nothing, and come on at the next start without that', async () => {
    await shop.refunds.close()
    shop.refunds = await shop.till.start({ withheld: () => 'policy_wrong' })
    const off = [shop.refunds.refundsOff(), await outcome(2000), shop.sent()]
    expect(off).toEqual(['policy_wrong', { kind: 'refunds_off', why: 'policy_wrong' }, 0])
    expect(await shop.restart()).toBe(null)
    await shop.honestRefund(2000)
    expect(shop.sent()).toBe(1)
  })

  it('go on being asked about where they were undecided before', async () => {
    await shop.refund(lost, 2000)
    await shop.refunds.close()
    shop.refunds = await shop.till.start({ withheld: () => 'policy_wrong' })
    expect(await shop.showsWithin(10 * minute)).toBeGreaterThan(0)
  })
})
