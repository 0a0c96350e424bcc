import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { day, hour, minute, notRefunded, refusal, second, shopForEachTest, unreachable } from './testing/shop'

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
      await shop.pass(until * second - 1 - shop.till.clock.monotonic() + began)
      const before = attempt()?.quiet
      await shop.pass(1)
      seen.push([before, attempt()?.quiet])
    }
    const settled = states()
    await honestRefund(2000)
    expect([seen.join(' '), settled, states()]).toEqual(['0,1 1,2 2,0', ['refused'], ['refused', 'refunded']])
  })

  it('counts lookups that come when a quiet show is due, by the moment they were asked', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.pass(2 * second)
    shop.observe({}, { askedAt: began + 1999 })
    const early = attempt()?.quiet
    shop.observe()
    await shop.pass(4 * second)
    shop.observe()
    await shop.pass(9 * second)
    shop.observe()
    expect([early, states()]).toEqual([0, ['refused']])
  })

  it('counts none in the first two seconds after the record was opened again, however old it is', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.pass(minute)
    shop.observe()
    shop.refunds.acted({ act: 'copies_forgotten' }, null)
    await shop.restart()
    shop.observe()
    const early = attempt()?.quiet
    await shop.pass(2 * second)
    shop.observe()
    expect([early, attempt()?.quiet]).toEqual([0, 1])
  })

  it('counts one quiet show when the timer and a person ask in the same moment', async () => {
    const answer = shop.holdShows()
    await shop.pass(2 * second)
    const asked = shop.refunds.check(markerOf(1))
    await shop.pass(0)
    const shows = answer()
    await asked
    await shop.pass(0)
    expect([shows, attempt()?.quiet]).toEqual([2, 1])
  })
})

/** Finding B: what used to be locked for ever, with a line of the journal every minute. */
describe('a refusal that nothing can settle', () => {
  const message = ''
  const decidable = () => shop.refunds.open(markerOf(1))?.decidable
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
    await shop.pass(hour - minute)
    const early = [decidable()?.notRefunded.kind, await decide(notRefunded)]
    await shop.pass(2 * minute)
    const late = [decidable()?.refunded.kind, shop.refunds.attention().waitingForPerson]
    await shop.pass(day)
    expect(lines() - before).toBeLessThan(30)
    const decided = await decide({ ...notRefunded, portal: true })
    const lock = shop.lock()
    const told = [early, late, decided, lock]
    expect(told).toEqual([['wait', 'decision_too_early'], ['now', 1], 'not_refunded', null])
  })
})

it.each([
  ['part of the payment, which is what the cashier saw', 2000, 'paid'],
  ['all of it, which the cashier did not see', 12050, 'refunded'],
])(
  'a fresh show that brings a refused refund of ours to light locks the payment instead of another refund: %s',
  async (_, refunded, status) => {
    await refund(refusal, 2000)
    await shop.pass(minute)
    const seen = shop.till.order(2000)
    const remark = `${markerOf(1)} Damaged`
    shop.put({ refunded, status, remark, refundedAt: '2026-11-21 09:00:00' })
    const order = status === 'paid' ? shop.till.order(2000) : seen
    const told = [states(), await outcomeOf(order), shop.sent(), states()]
    expect(told).toEqual([['refused'], { kind: 'undecided', marker: markerOf(1) }, 1, ['unconfirmed']])
  },
)
