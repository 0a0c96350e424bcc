import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { lost, notRefunded, refusal, shopForEachTest } from './testing/shop'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const shop = shopForEachTest()
const { refund, honestRefund, states, attempt, alarms, lines, decide, outcome } = shop

const unreachable = fail({ kind: 'not_connected', reason: 'unreachable', detail: '' } as const)
const moved = { refunded: 2000, updatedAt: '2026-11-21 10:00:00' }

describe('a refusal', () => {
  let began = 0
  beforeEach(async () => {
    await refund(refusal, 2000)
    began = shop.till.clock.monotonic()
  })

  it('is settled by three quiet shows at 2, 6 and 15 seconds, and only then may the next refund begin', async () => {
    const seen: unknown[] = []
    for (const until of [2, 6, 15]) {
      await shop.till.clock.advance(until * second - 1 - shop.till.clock.monotonic() + began)
      const before = attempt()?.quiet
      await shop.till.clock.advance(1)
      seen.push([before, attempt()?.quiet])
    }
    const settled = states()
    await honestRefund(2000)
    expect([seen, settled, states()]).toEqual([
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
      ['refused'],
      ['refused', 'refunded'],
    ])
  })

  it('locks until it is settled', async () => {
    await shop.till.clock.advance(14 * second)
    expect(await outcome(shop.till.order(2000))).toEqual({ kind: 'undecided', marker: markerOf(1) })
  })

  it('is not settled by lookups, wakes and questions in its first two seconds', async () => {
    for (let times = 0; times < 5; times += 1) {
      shop.observe()
      shop.refunds.wake()
      await shop.refunds.check(markerOf(1))
      await shop.till.clock.advance(300)
    }
    expect([states(), attempt()?.quiet]).toEqual([['refusal_seen'], 0])
  })

  it('counts lookups that come when a quiet show is due, by the moment they were asked', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(2 * second)
    const { clock } = shop.till
    shop.observe({}, { askedAt: began + 1999 })
    const early = attempt()?.quiet
    shop.observe()
    await clock.advance(4 * second)
    shop.observe()
    await clock.advance(9 * second)
    shop.observe()
    expect([early, states()]).toEqual([0, ['refused']])
  })

  it('counts one quiet show when the timer and a person ask in the same moment', async () => {
    const answers: (() => void)[] = []
    shop.till.payments.answerShowsWith(
      () => new Promise((resolve) => answers.push(() => resolve(showing(recordOf(shop.till))))),
    )
    await shop.till.clock.advance(2 * second)
    const asked = shop.refunds.check(markerOf(1))
    await shop.till.clock.advance(0)
    for (const answer of answers) answer()
    await asked
    await shop.till.clock.advance(0)
    expect([answers.length, attempt()?.quiet]).toEqual([2, 1])
  })

  it('counts its quiet shows anew after a start', async () => {
    await shop.till.clock.advance(6 * second)
    const before = attempt()?.quiet
    await shop.restart()
    const after = attempt()?.quiet
    await shop.till.clock.advance(15 * second - 1)
    const early = states()
    await shop.till.clock.advance(1)
    expect([before, after, early, states()]).toEqual([2, 0, ['refusal_seen'], ['refused']])
  })

  it.each([
    ['forward', hour],
    ['back', -hour],
  ])('waits two seconds from a start on when the wall clock was set %s meanwhile', async (_, jump) => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(second)
    shop.till.clock.jumpWall(jump)
    await shop.restart()
    shop.observe()
    await shop.till.clock.advance(2 * second - 1)
    shop.observe()
    const early = attempt()?.quiet
    await shop.till.clock.advance(1)
    shop.observe()
    expect([early, attempt()?.quiet]).toEqual([0, 1])
  })

  it('waits for the service to be reached again, with three quiet shows of its own afterwards', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(10 * minute)
    shop.till.payments.answerShowsWith(null)
    const early = states()
    await shop.till.clock.advance(2 * minute)
    expect([early, states()]).toEqual([['refusal_seen'], ['refused']])
  })

  it.each([
    ['forward', hour],
    ['back', -hour],
  ])('is settled neither at once nor never when the wall clock jumps %s', async (_, jump) => {
    shop.till.clock.jumpWall(jump)
    shop.refunds.wake()
    await shop.till.clock.advance(10 * second)
    const early = states()
    await shop.till.clock.advance(minute)
    expect([early, states()]).toEqual([['refusal_seen'], ['refused']])
  })

  it('that moves before it is settled raises an alarm and locks', async () => {
    shop.till.payments.put('pay-1', moved)
    await shop.till.clock.advance(2 * second)
    const seen = [attempt()?.state, alarms()]
    await shop.till.clock.advance(2 * second)
    expect([seen, states(), shop.refunds.standingOf('pay-1').lock?.kind]).toEqual([
      ['unconfirmed', ['moved_after_refusal']],
      ['refunded_probably'],
      'attempt',
    ])
  })
})

/** Finding B: what used to be locked for ever, with a line of the journal every minute. */
describe('a refusal that nothing can settle', () => {
  const notFound = fail({ kind: 'not_found', message: '' } as const)

  it.each([
    ['its custom id shows a newer transaction by now', () => showing(recordOf(shop.till, { id: 'pay-2' }))],
    ['the service answers not found', () => notFound],
    [
      'the token is not accepted any more',
      () => fail({ kind: 'token_not_accepted', httpStatus: 401, message: '' } as const),
    ],
    ['the service answers 403', () => fail({ kind: 'service_error', httpStatus: 403, message: '' } as const)],
    ['everything comes out of a cache', () => showing(recordOf(shop.till), { age: 30 })],
    ['the sum cannot be read any more', () => showing(recordOf(shop.till, { refunded: null }))],
  ])('because %s can be decided after an hour, and writes fewer than 30 lines a day', async (_, answer) => {
    await refund(refusal, 2000)
    const before = lines()
    shop.till.payments.answerShowsWith(answer)
    await shop.till.clock.advance(hour - minute)
    const early = [shop.refunds.open(markerOf(1))?.decidable.notRefunded.kind, await decide(notRefunded)]
    await shop.till.clock.advance(2 * minute)
    const late = shop.refunds.open(markerOf(1))?.decidable
    await shop.till.clock.advance(day)
    const written = lines() - before
    const decided = await decide({ ...notRefunded, portal: true })
    expect([
      early,
      late?.refunded.kind,
      written < 30,
      decided,
      shop.refunds.standingOf('pay-1').lock,
    ]).toEqual([['wait', 'decision_too_early'], 'now', true, 'not_refunded', null])
  })

  it('counts for somebody to look at once it can be decided', async () => {
    await refund(refusal, 2000)
    const before = shop.refunds.attention()
    shop.till.payments.answerShowsWith(() => notFound)
    await shop.till.clock.advance(hour + minute)
    expect([before, shop.refunds.attention()]).toEqual([
      { alarms: 0, waitingForPerson: 0, checking: 0 },
      { alarms: 0, waitingForPerson: 1, checking: 0 },
    ])
  })

  it('because the found code shows another is settled by the other codes within the same check', async () => {
    shop.till.payments.answerRefundsWith(() => ({ answer: refusal, record: null, raw: '' }))
    await shop.refunds.issue(shop.till.order(2000, { foundBy: { kind: 'custom_id', code: 'ORDER-1' } }))
    shop.till.payments.put('pay-2', { customId: 'ORDER-1', transactionId: '100000000000002' })
    shop.till.payments.put('pay-1', { customId: 'ORDER-0' })
    await shop.till.clock.advance(20 * second)
    expect(states()).toEqual(['refused'])
  })
})

describe('a fresh show that brings a refused refund of ours to light', () => {
  it.each([
    ['part of the payment, which is what the cashier saw', 2000, 'paid'],
    ['all of it, which the cashier did not see', 12050, 'refunded'],
  ])('locks the payment instead of another refund: %s', async (_, refunded, status) => {
    await refund(refusal, 2000)
    await shop.till.clock.advance(minute)
    const seen = shop.till.order(2000)
    const remark = `${markerOf(1)} Damaged`
    shop.till.payments.put('pay-1', { refunded, status, remark, refundedAt: '2026-11-21 09:00:00' })
    const order = status === 'paid' ? shop.till.order(2000) : seen
    expect([states(), await outcome(order), shop.till.payments.refunds.length, states()]).toEqual([
      ['refused'],
      { kind: 'undecided', marker: markerOf(1) },
      1,
      ['unconfirmed'],
    ])
  })
})

it('an undecided attempt whose answers alternate writes no line while it stays what it is', async () => {
  await refund(lost, 2000)
  const before = lines()
  let times = 0
  shop.till.payments.answerShowsWith(() => {
    times += 1
    const odd = [{ amount: 1 }, { refunded: null }, { status: 'strange' }, { currency: 'USD' }][times % 4]
    return showing(recordOf(shop.till, odd))
  })
  await shop.till.clock.advance(day)
  expect([times > 280, lines() - before]).toEqual([true, 0])
})
