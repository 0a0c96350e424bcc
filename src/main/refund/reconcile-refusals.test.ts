import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptState, RefundAnswer } from '../../shared/attempt'
import { fail } from '../../shared/result'
import type { RefundDesk } from './refund-desk'
import { replyWith, showing } from './testing/fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf } from './testing/fake-till'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
let till: FakeTill
let desk: RefundDesk

beforeEach(async () => {
  till = makeFakeTill()
  desk = await till.start()
})
afterEach(async () => {
  await desk.close()
  till.remove()
})

const refusal: RefundAnswer = { kind: 'error_shape', httpStatus: 422, status: 422, message: 'Too late' }
const unreachable = fail({ kind: 'not_connected', reason: 'unreachable', detail: '' } as const)

/** One refund that is answered so; `applied` says whether it took effect all the same. */
async function refund(answer: RefundAnswer, hundredths: number, applied = false): Promise<void> {
  till.payments.answerRefundsWith((request) => {
    if (applied) till.payments.apply(request)
    return replyWith(answer)
  })
  must(await desk.issue(till.order(hundredths)))
  till.payments.answerRefundsWith(null)
}

/** A refund that simply works. */
async function honestRefund(hundredths: number): Promise<void> {
  must(await desk.issue(till.order(hundredths)))
}

const states = (): readonly AttemptState[] =>
  desk
    .list({ from: null, to: null })
    .map(({ state }) => state)
    .reverse()

const attempt = (number = 1) => desk.open(markerOf(number))?.attempt

describe('a refusal', () => {
  beforeEach(() => refund(refusal, 2000))

  it('is settled a minute later by three quiet looks, and only then the next refund may begin', async () => {
    await till.clock.advance(minute - 1)
    const early = [states(), (await desk.issue(till.order(2000))).ok]
    await till.clock.advance(1)
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
      desk.observe(recordOf(till))
      desk.wake()
      await desk.look(markerOf(1))
    }
    await till.clock.advance(0)
    expect([states(), attempt()?.quietLooks]).toEqual([['refusal_seen'], 0])
  })

  it('counts one quiet look when the timer and a person ask in the same moment', async () => {
    const answers: (() => void)[] = []
    till.payments.answerShowsWith(
      () => new Promise((resolve) => answers.push(() => resolve(showing(recordOf(till))))),
    )
    await till.clock.advance(2 * second)
    const asked = desk.look(markerOf(1))
    await till.clock.advance(0)
    for (const answer of answers) answer()
    await asked
    await till.clock.advance(0)
    expect([answers.length, attempt()?.quietLooks]).toEqual([2, 1])
  })

  it('waits for the service to be reached again, with three looks of its own afterwards', async () => {
    till.payments.answerShowsWith(() => unreachable)
    await till.clock.advance(10 * minute)
    till.payments.answerShowsWith(null)
    await till.clock.advance(58 * second)
    const early = states()
    await till.clock.advance(minute)
    expect([early, states()]).toEqual([['refusal_seen'], ['refused']])
  })

  it.each([
    ['forward', hour],
    ['back', -hour],
  ])('is settled neither at once nor never when the wall clock jumps %s', async (_, jump) => {
    till.clock.jumpWall(jump)
    desk.wake()
    await till.clock.advance(10 * second)
    const early = states()
    await till.clock.advance(2 * minute)
    expect([early, states()]).toEqual([['refusal_seen'], ['refused']])
  })

  it('that moves before it is settled raises an alarm and locks', async () => {
    till.payments.apply({
      id: 'pay-1',
      amount: 2000,
      reason: `${markerOf(1)} x`,
      deviceId: '',
      serviceAddress: null,
    })
    await till.clock.advance(2 * second)
    const seen = [attempt()?.state, attempt()?.alarm]
    await till.clock.advance(2 * second)
    expect([seen, states(), desk.lockOn('pay-1')?.intent.marker]).toEqual([
      ['unconfirmed', 'moved_after_refusal'],
      ['refunded_probably'],
      markerOf(1),
    ])
  })
})
