import { beforeEach, describe, expect, it } from 'vitest'
import type { RefundAnswer } from '../../shared/attempt'
import { fail } from '../../shared/result'
import { replyWith } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const shop = shopForEachTest()
const { refund, honestRefund, states, attempt, showsWithin } = shop

const lost: RefundAnswer = { kind: 'no_answer', reason: 'timeout', detail: '' }
const refusal: RefundAnswer = { kind: 'error_shape', httpStatus: 422, status: 422, message: 'Too late' }
const notSent: RefundAnswer = { kind: 'never_connected', reason: 'refused', detail: '' }
const unreachable = fail({ kind: 'not_connected', reason: 'unreachable', detail: '' } as const)

describe('a settled refusal', () => {
  beforeEach(async () => {
    await refund(refusal, 2000)
    await shop.till.clock.advance(minute)
    expect(states()).toEqual(['refused'])
  })

  it('is watched for a day; what moves then raises an alarm and locks', async () => {
    const quiet = await showsWithin(23 * hour)
    shop.till.payments.put('pay-1', { refunded: 2000, updatedAt: '2026-11-22 08:00:00' })
    await shop.till.clock.advance(hour)
    expect([quiet, attempt()?.alarm, shop.desk.lockOn('pay-1')?.intent.marker]).toEqual([
      46,
      'moved_after_refusal',
      markerOf(1),
    ])
  })

  it('is left in peace after that day', async () => {
    await shop.till.clock.advance(day + hour)
    expect([await showsWithin(day), states()]).toEqual([0, ['refused']])
  })

  it('is watched for its day even if it took two days to settle', async () => {
    shop.till.payments.put('pay-2', { transactionId: '100000000000002' })
    const shown = recordOf(shop.till, { id: 'pay-2', transactionId: '100000000000002' })
    shop.till.payments.answerRefundsWith(() => replyWith(refusal))
    must(await shop.desk.issue(shop.till.order(2000, { shown })))
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(2 * day)
    shop.till.payments.answerShowsWith(null)
    await shop.till.clock.advance(5 * minute)
    const settled = attempt(2)?.state
    shop.till.payments.put('pay-2', { refunded: 2000 })
    await shop.till.clock.advance(hour)
    expect([settled, attempt(2)?.alarm]).toEqual(['refused', 'moved_after_refusal'])
  })

  it('is not alarmed by this till’s own later refunds, but by one hundredth more', async () => {
    await honestRefund(2000)
    await honestRefund(3000)
    await shop.till.clock.advance(hour)
    const quiet = [states(), attempt()?.alarm]
    shop.till.payments.put('pay-1', { refunded: 5001, updatedAt: '2026-11-21 12:00:00' })
    await shop.till.clock.advance(hour)
    expect([quiet, states(), attempt()?.alarm]).toEqual([
      [['refused', 'refunded', 'refunded'], null],
      ['unconfirmed', 'refunded', 'refunded'],
      'moved_after_refusal',
    ])
  })

  it('is not asked about over and over while a later attempt is undecided', async () => {
    await shop.till.clock.advance(29 * minute)
    await refund(lost, 3000)
    await shop.till.clock.advance(minute)
    expect([await showsWithin(hour), states()]).toEqual([12, ['refused', 'unconfirmed']])
  })

  it('leaves it to the later attempt’s looks what a show means while that is undecided', async () => {
    await refund(lost, 3000, true)
    await shop.desk.look(markerOf(1))
    expect([attempt()?.looks, states()]).toEqual([3, ['refused', 'refunded_probably']])
  })

  it('of two on one transaction, the one that the service names is taken back, without asking on and on', async () => {
    await refund(refusal, 3000)
    await shop.till.clock.advance(minute)
    const both = states()
    shop.till.payments.put('pay-1', {
      refunded: 3000,
      status: 'refunded',
      remark: `${markerOf(2)} x`,
      updatedAt: '2026-11-21 12:00:00',
    })
    await shop.till.clock.advance(hour)
    const shows = await showsWithin(hour)
    expect([both, states(), attempt(1)?.alarm, shows]).toEqual([
      ['refused', 'refused'],
      ['refused', 'refunded'],
      null,
      2,
    ])
  })

  it('made later is not alarmed when the earlier one turns out to have been refunded', async () => {
    await refund(refusal, 3000)
    await shop.till.clock.advance(minute)
    shop.till.payments.put('pay-1', {
      refunded: 2000,
      status: 'refunded',
      remark: `${markerOf(1)} x`,
      updatedAt: '2026-11-21 12:00:00',
    })
    await shop.till.clock.advance(2 * hour)
    expect([states(), attempt(2)?.alarm]).toEqual([['refunded', 'refused'], null])
  })
})

describe('an attempt that ended without a refund', () => {
  const named = () =>
    recordOf(shop.till, {
      refunded: 2000,
      status: 'refunded',
      remark: `${markerOf(1)} x`,
      updatedAt: '2026-11-23 12:00:00',
    })

  it('raises one alarm when the service names it after all', async () => {
    await refund(notSent, 2000)
    shop.desk.observe(recordOf(shop.till))
    shop.desk.observe(named())
    shop.desk.observe(named())
    const events = shop.desk.open(markerOf(1))?.events.map(({ kind }) => kind)
    expect([attempt()?.state, attempt()?.alarm, events]).toEqual([
      'not_sent',
      'refunded_after_all',
      ['intended', 'sending', 'answered', 'alarmed'],
    ])
  })

  it('raises it even if an earlier, milder alarm stands there', async () => {
    await refund(refusal, 2000)
    shop.till.payments.put('pay-1', { status: 'odd' })
    await shop.till.clock.advance(2 * second)
    const milder = attempt()?.alarm
    must(
      shop.desk.decide(markerOf(1), {
        to: 'not_refunded',
        supervisor: 'Sam',
        saw: 'Portal',
        why: 'Not there',
      }),
    )
    shop.desk.observe(named())
    expect([milder, attempt()?.state, attempt()?.alarm]).toEqual([
      'moved_after_refusal',
      'not_refunded',
      'refunded_after_all',
    ])
  })

  it('is not alarmed by a show that names nobody, nor one that was refunded by its own marker', async () => {
    await honestRefund(12050)
    shop.desk.observe(recordOf(shop.till))
    await shop.desk.look(markerOf(1))
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.desk.look(markerOf(1))
    expect([attempt()?.state, attempt()?.alarm]).toEqual(['refunded', null])
  })

  it('learns nothing from a show that fails', async () => {
    await refund(notSent, 2000)
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.desk.look(markerOf(1))
    expect([attempt()?.state, attempt()?.alarm]).toEqual(['not_sent', null])
  })
})
