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
  second,
  shopForEachTest,
  unreachable,
  wasRefunded,
} from './testing/shop'

const shop = shopForEachTest()
const { refund, states, attempt, alarms, decide, outcome } = shop

const decidable = () => shop.refunds.open(markerOf(1))?.decidable

describe('a decision', () => {
  beforeEach(async () => {
    // Its times are its own, not the till's.
    await shop.pass(10 * minute)
    await refund(lost, 2000)
  })

  it('goes by no show that a sleeping PC waited for', async () => {
    await shop.pass(3 * minute)
    shop.till.payments.answerShowsWith(async () => {
      await shop.till.clock.sleep(hour, 'stands')
      return showing(recordOf(shop.till))
    })
    expect(await decide(notRefunded)).toBe('decision_needs_show')
  })

  it.each(['stands', 'goes_on'] as const)(
    'takes no hour that the PC slept for one in which no show could be had, where its clock meanwhile %s',
    async (clock) => {
      await shop.pass(3 * minute)
      shop.till.payments.answerShowsWith(() => unreachable)
      await shop.till.clock.sleep(12 * hour, clock)
      shop.refunds.slept()
      const byPortal = { ...notRefunded, portal: true }
      const early = [await decide(byPortal), states()]
      await shop.pass(hour)
      await decide(byPortal)
      expect([early, states()]).toEqual([['decision_needs_show', ['unconfirmed']], ['not_refunded']])
    },
  )

  it('goes on asking for the PIN when the clock is set a month on', async () => {
    await shop.pass(3 * minute)
    await decide(notRefunded)
    shop.till.clock.jumpWall(31 * day)
    await shop.restart()
    const asked = { kind: 'second_person_needed', by: ['after_not_refunded'], marker: markerOf(1) }
    expect([await outcome(2000), shop.sent()]).toEqual([asked, 1])
  })

  it('asks for the PIN no more after a day of running time', async () => {
    await shop.pass(3 * minute)
    await decide(notRefunded)
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.pass(day)
    shop.till.payments.answerShowsWith(null)
    expect(await outcome(2000)).toBe('refunded')
  })

  it('is recorded with who, what they saw and why, sends nothing and opens the payment again', async () => {
    await shop.pass(3 * minute)
    const decided = must(await shop.refunds.decide(markerOf(1), notRefunded)).attempt
    const next = await outcome(2000, { allowedBy: ada })
    const result = [decided.state, decided.decision, shop.refunds.undecidedCount(), next]
    expect(result).toEqual(['not_refunded', { ...notRefunded, refunded: 0 }, 0, 'refunded'])
  })

  it('is refused for an attempt that is unknown or already decided', async () => {
    await shop.pass(3 * minute)
    const result = [await decide(notRefunded, 9), await decide(notRefunded), await decide(notRefunded)]
    expect(result).toEqual(['attempt_unknown', 'not_refunded', 'attempt_not_open'])
  })

  it('"not refunded" comes at the earliest two minutes after the send, "refunded" at once', async () => {
    const early = [decidable(), await decide(notRefunded)]
    await shop.pass(2 * minute)
    const late = decidable()
    expect([early, late, await decide(wasRefunded)]).toEqual([
      [
        { refunded: { kind: 'now' }, notRefunded: { kind: 'wait', until: '2026-11-21T09:12:00.000Z' } },
        'decision_too_early',
      ],
      { refunded: { kind: 'now' }, notRefunded: { kind: 'now' } },
      'refunded',
    ])
  })

  it('is not taken when the show at that moment settles the attempt by rule', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.pass(3 * minute)
    shop.till.payments.answerShowsWith(null)
    shop.put({ refunded: 2000, remark: shop.ownRemark, updatedAt: '2026-11-21 10:00:00' })
    expect([await decide(notRefunded), states()]).toEqual(['decision_outdated', ['refunded']])
  })

  it('is not lost when the disk does not take it: it can be made again', async () => {
    await shop.pass(3 * minute)
    shop.setDiskFull(true)
    const failed = await decide(notRefunded)
    shop.setDiskFull(false)
    expect([failed, await decide(notRefunded)]).toEqual(['journal_unwritable', 'not_refunded'])
  })

  it('that two people make at once is taken once', async () => {
    await shop.pass(3 * minute)
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
  await shop.pass(2 * hour)
  const answers: string[] = []
  for (let tries = 0; tries < 10 && answers.at(-1) !== 'not_refunded'; tries += 1) {
    answers.push(await decide(notRefunded))
  }
  expect(answers.at(-1)).toBe('not_refunded')
})

describe('an unconfirmed refund', () => {
  it('is asked about at once after a start', async () => {
    await refund(lost, 2000)
    await shop.pass(10 * minute)
    await shop.restart()
    expect(await shop.showsWithin(second)).toBe(1)
  })

  it('shows when it is asked about next, and that the last check told nothing', async () => {
    await refund(lost, 2000)
    const first = attempt()?.nextCheckAt
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.pass(2 * second)
    expect([first, attempt()?.lastCheck, attempt()?.nextCheckAt]).toEqual([
      '2026-11-21T09:00:02.000Z',
      { at: '2026-11-21T09:00:02.000Z', failed: true },
      '2026-11-21T09:00:05.000Z',
    ])
  })

  it('goes to a person when less than its base has stayed for ten minutes', async () => {
    shop.put({ refunded: 3000, updatedAt: '2026-11-20 19:00:00' })
    await refund(lost, 2000)
    shop.put({ refunded: 0 })
    await shop.pass(9 * minute)
    const early = attempt()?.forPerson
    await shop.pass(6 * minute)
    expect([early, attempt()?.forPerson, states()]).toEqual([null, 'went_down', ['unconfirmed']])
  })

  it('is left alone by a show that comes back after a supervisor has decided', async () => {
    await refund(lost, 12050, true)
    const answer = shop.holdShows()
    await shop.pass(2 * second)
    shop.till.payments.answerShowsWith(() => unreachable)
    expect(await shop.decide(wasRefunded)).toBe('refunded')
    answer()
    await shop.pass(0)
    const result = [states(), alarms(), shop.refunds.open(markerOf(1))?.events.at(-1)?.kind]
    expect(result).toEqual([['refunded'], [], 'decided'])
  })
})
