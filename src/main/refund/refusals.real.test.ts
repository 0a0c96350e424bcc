import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { day, hour, minute, notRefunded, refusal, second, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { refund, honestRefund, states, attempt, lines, decide, outcomeOf } = shop

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
    expect([seen.join(' '), settled, states()]).toEqual(['0,1 1,2 2,0', ['refused'], ['refused', 'refunded']])
  })

  it('counts one quiet show when the timer and a person ask in the same moment', async () => {
    const answer = shop.holdShows()
    await shop.till.clock.advance(2 * second)
    const asked = shop.refunds.check(markerOf(1))
    await shop.till.clock.advance(0)
    const shows = answer()
    await asked
    await shop.till.clock.advance(0)
    expect([shows, attempt()?.quiet]).toEqual([2, 1])
  })
})

/** Finding B: what used to be locked for ever, with a line of the journal every minute. */
describe('a refusal that nothing can settle', () => {
  const message = ''
  const notFound = fail({ kind: 'not_found', message } as const)

  it.each<[string, () => ReturnType<typeof showing>]>([
    ['its custom id shows a newer transaction by now', () => showing(recordOf(shop.till, { id: 'pay-2' }))],
    ['the service answers not found', () => notFound],
    [
      'the token is not accepted any more',
      () => fail({ kind: 'token_not_accepted', httpStatus: 401, message }),
    ],
    ['the service answers 403', () => fail({ kind: 'service_error', httpStatus: 403, message })],
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
    expect(lines() - before).toBeLessThan(30)
    const decided = await decide({ ...notRefunded, portal: true })
    const lock = shop.lock()
    const told = [early, late?.refunded.kind, decided, lock]
    expect(told).toEqual([['wait', 'decision_too_early'], 'now', 'not_refunded', null])
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
    const told = [states(), await outcomeOf(order), shop.sent(), states()]
    expect(told).toEqual([['refused'], { kind: 'undecided', marker: markerOf(1) }, 1, ['unconfirmed']])
  })
})
