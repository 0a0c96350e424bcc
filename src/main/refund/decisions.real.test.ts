import { beforeEach, describe, expect, it } from 'vitest'
import { showing } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import {
  ada,
  day,
  hour,
  lost,
  minute,
  notRefunded,
  shopForEachTest,
  unreachable,
  wasRefunded,
} from './testing/shop'

const shop = shopForEachTest()
const { refund, states, attempt, decide, outcome } = shop

const decidable = () => shop.refunds.open(markerOf(1))?.decidable

describe('a decision', () => {
  beforeEach(() => refund(lost, 2000))

  it('is recorded with who, what they saw and why, sends nothing and opens the payment again', async () => {
    await shop.till.clock.advance(3 * minute)
    const decided = must(await shop.refunds.decide(markerOf(1), notRefunded)).attempt
    const next = await outcome(2000, { allowedBy: ada })
    const result = [decided.state, decided.decision, shop.refunds.undecidedCount(), next]
    expect(result).toEqual(['not_refunded', { ...notRefunded, refunded: 0 }, 0, 'refunded'])
  })

  it('is refused for an attempt that is unknown or already decided', async () => {
    await shop.till.clock.advance(3 * minute)
    const result = [await decide(notRefunded, 9), await decide(notRefunded), await decide(notRefunded)]
    expect(result).toEqual(['attempt_unknown', 'not_refunded', 'attempt_not_open'])
  })

  it('"not refunded" comes at the earliest two minutes after the send, "refunded" at once', async () => {
    const early = [decidable(), await decide(notRefunded)]
    await shop.till.clock.advance(2 * minute)
    const late = decidable()
    expect([early, late, await decide(wasRefunded)]).toEqual([
      [
        { refunded: { kind: 'now' }, notRefunded: { kind: 'wait', until: '2026-11-21T09:02:00.000Z' } },
        'decision_too_early',
      ],
      { refunded: { kind: 'now' }, notRefunded: { kind: 'now' } },
      'refunded',
    ])
  })

  it('"not refunded" asks a show at that moment, which must say what the person has seen', async () => {
    await shop.till.clock.advance(3 * minute)
    const before = shop.till.payments.shows.length
    shop.till.payments.put('pay-1', { refunded: 2000, updatedAt: '2026-11-21 10:00:00' })
    const first = await decide(notRefunded)
    const asked = shop.till.payments.shows.length - before
    // What it said is on the screen now.
    const result = [first, asked, states(), await decide(notRefunded)]
    expect(result).toEqual(['decision_outdated', 1, ['refunded_probably'], 'not_refunded'])
  })

  it('is not taken when the show at that moment settles the attempt by rule', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(3 * minute)
    shop.till.payments.answerShowsWith(null)
    const remark = `${markerOf(1)} Damaged item`
    shop.till.payments.put('pay-1', { refunded: 2000, remark, updatedAt: '2026-11-21 10:00:00' })
    expect([await decide(notRefunded), states()]).toEqual(['decision_outdated', ['refunded']])
  })

  it('"not refunded" without a show needs an hour in which none could be had, and the portal’s word', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(30 * minute)
    const early = [await decide(notRefunded), await decide({ ...notRefunded, portal: true })]
    await shop.till.clock.advance(31 * minute)
    const late = [decidable()?.notRefunded, await decide(notRefunded)]
    expect([early, late, await decide({ ...notRefunded, portal: true })]).toEqual([
      ['decision_needs_show', 'decision_needs_show'],
      [{ kind: 'portal' }, 'decision_needs_show'],
      'not_refunded',
    ])
  })

  it('goes by no show that a sleeping PC waited for', async () => {
    await shop.till.clock.advance(3 * minute)
    shop.till.payments.answerShowsWith(async () => {
      await shop.till.clock.sleep(hour, 'stands')
      return showing(recordOf(shop.till))
    })
    expect(await decide(notRefunded)).toBe('decision_needs_show')
  })

  it('makes a new refund of that payment ask for the PIN again for a day, and no longer', async () => {
    await shop.till.clock.advance(3 * minute)
    await decide(notRefunded)
    const needed = await outcome(2000)
    await shop.restart()
    const still = await outcome(2000)
    const allowed = await outcome(2000, { allowedBy: ada })
    await shop.till.clock.advance(day)
    expect([needed, still, allowed, attempt(2)?.intent.allowedBy]).toEqual([
      { kind: 'second_person_needed', by: ['after_not_refunded'], marker: markerOf(1) },
      { kind: 'second_person_needed', by: ['after_not_refunded'], marker: markerOf(1) },
      'refunded',
      { id: '', name: 'Ada', rules: ['after_not_refunded'] },
    ])
    expect(await outcome(2000)).toBe('refunded')
  })

  it('goes on asking for the PIN when the clock is set a day on, or a month', async () => {
    await shop.till.clock.advance(3 * minute)
    await decide(notRefunded)
    const needed: unknown[] = []
    for (const days of [1, 31]) {
      shop.till.clock.jumpWall(days * day)
      await shop.restart()
      needed.push(await outcome(2000))
    }
    const asked = { kind: 'second_person_needed', by: ['after_not_refunded'], marker: markerOf(1) }
    expect([needed, shop.sent()]).toEqual([[asked, asked], 1])
  })

  it('is not lost when the disk does not take it: it can be made again', async () => {
    await shop.till.clock.advance(3 * minute)
    shop.setDiskFull(true)
    const failed = await decide(notRefunded)
    shop.setDiskFull(false)
    expect([failed, await decide(notRefunded)]).toEqual(['journal_unwritable', 'not_refunded'])
  })

  it('that two people make at once is taken once', async () => {
    await shop.till.clock.advance(3 * minute)
    const both = await Promise.all([decide(notRefunded), decide(wasRefunded)])
    expect(both.filter((answer) => answer === 'not_refunded' || answer === 'refunded').length).toBe(1)
  })
})

it('an odd show at the moment of a decision holds nobody up for ever', async () => {
  await refund(lost, 2000)
  let times = 0
  shop.till.payments.answerShowsWith(() => {
    times += 1
    return showing(recordOf(shop.till, [{ amount: 1 }, { status: 'strange' }][times % 2]))
  })
  await shop.till.clock.advance(2 * hour)
  const answers: string[] = []
  for (let tries = 0; tries < 10 && answers.at(-1) !== 'not_refunded'; tries += 1) {
    answers.push(await decide(notRefunded))
  }
  expect(answers.at(-1)).toBe('not_refunded')
})
