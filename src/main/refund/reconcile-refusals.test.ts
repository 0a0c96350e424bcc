import { beforeEach, describe, expect, it } from 'vitest'
import type { RefundAnswer } from '../../shared/attempt'
import { fail } from '../../shared/result'
import { showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const shop = shopForEachTest()
const { refund, honestRefund, states, attempt } = shop

const refusal: RefundAnswer = { kind: 'error_shape', httpStatus: 422, status: 422, message: 'Too late' }
const unreachable = fail({ kind: 'not_connected', reason: 'unreachable', detail: '' } as const)

describe('a refusal', () => {
  beforeEach(() => refund(refusal, 2000))

  it('is settled a minute later by three quiet looks, and only then the next refund may begin', async () => {
    await shop.till.clock.advance(minute - 1)
    const early = [states(), (await shop.desk.issue(shop.till.order(2000))).ok]
    await shop.till.clock.advance(1)
    const settled = states()
    await honestRefund(2000)
    expect([early, settled, states()]).toEqual([
      [['refusal_seen'], false],
      ['refused'],
      ['refused', 'refunded'],
    ])
  })

  it('is not settled by lookups, wakes and questions in its first second', async () => {
    for (let times = 0; times < 5; times += 1) {
      shop.desk.observe(recordOf(shop.till))
      shop.desk.wake()
      await shop.desk.look(markerOf(1))
    }
    await shop.till.clock.advance(0)
    expect([states(), attempt()?.quietLooks]).toEqual([['refusal_seen'], 0])
  })

  it('counts one quiet look when the timer and a person ask in the same moment', async () => {
    const answers: (() => void)[] = []
    shop.till.payments.answerShowsWith(
      () => new Promise((resolve) => answers.push(() => resolve(showing(recordOf(shop.till))))),
    )
    await shop.till.clock.advance(2 * second)
    const asked = shop.desk.look(markerOf(1))
    await shop.till.clock.advance(0)
    for (const answer of answers) answer()
    await asked
    await shop.till.clock.advance(0)
    expect([answers.length, attempt()?.quietLooks]).toEqual([2, 1])
  })

  it('waits for the service to be reached again, with three looks of its own afterwards', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(10 * minute)
    shop.till.payments.answerShowsWith(null)
    await shop.till.clock.advance(58 * second)
    const early = states()
    await shop.till.clock.advance(minute)
    expect([early, states()]).toEqual([['refusal_seen'], ['refused']])
  })

  it.each([
    ['forward', hour],
    ['back', -hour],
  ])('is settled neither at once nor never when the wall clock jumps %s', async (_, jump) => {
    shop.till.clock.jumpWall(jump)
    shop.desk.wake()
    await shop.till.clock.advance(10 * second)
    const early = states()
    await shop.till.clock.advance(2 * minute)
    expect([early, states()]).toEqual([['refusal_seen'], ['refused']])
  })

  it('that moves before it is settled raises an alarm and locks', async () => {
    shop.till.payments.apply({
      id: 'pay-1',
      amount: 2000,
      reason: `${markerOf(1)} x`,
      deviceId: '',
      serviceAddress: null,
    })
    await shop.till.clock.advance(2 * second)
    const seen = [attempt()?.state, attempt()?.alarm]
    await shop.till.clock.advance(2 * second)
    expect([seen, states(), shop.desk.lockOn('pay-1')?.intent.marker]).toEqual([
      ['unconfirmed', 'moved_after_refusal'],
      ['refunded_probably'],
      markerOf(1),
    ])
  })
})
