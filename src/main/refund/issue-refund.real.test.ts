import { describe, expect, it } from 'vitest'
import { zoneAt } from './order'
import { replyWithRecord, showing } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { lost, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { outcome } = shop

describe('a refund', () => {
  it('is one POST with the internal id, the amount, the marker before the reason and the device', async () => {
    const issued = must(await shop.refunds.issue(shop.till.order(2000))).attempt
    const to = { deviceId: 'till-1', serviceAddress: 'https://pay.example' }
    const reason = `${markerOf(1)} Damaged item`
    expect([shop.till.payments.refunds, issued.state, issued.intent]).toEqual([
      [{ id: 'pay-1', amount: 2000, reason, ...to, mayBegin: expect.any(Function) }],
      'refunded',
      {
        marker: markerOf(1),
        ...{ id: 'pay-1', transactionId: '100000000000001', customId: 'ORDER-1' },
        foundBy: { kind: 'transaction_id', code: '100000000000001' },
        ...{ currency: 'HKD', amount: 2000, whole: false, base: 0 },
        before: {
          ...{ id: 'pay-1', status: 'paid', currency: 'HKD', amount: 12050, refunded: 0 },
          ...{ refundedAt: '', updatedAt: '2026-11-20 18:00:00', remark: '' },
        },
        paidAt: '',
        reason: { code: 'damaged', text: 'Damaged item' },
        typed: false,
        cashier: { id: '', name: 'Kit' },
        zone: zoneAt(shop.till.clock.now()),
        ...to,
      },
    ])
  })

  it('of a status that is not known goes out once that is confirmed, and not before', async () => {
    shop.put({ status: 'settled' })
    const needed = { kind: 'confirmation_needed', why: 'status_not_known' }
    const outcomes = [await outcome(2000), shop.sent()]
    expect([...outcomes, await outcome(2000, { confirmed: true })]).toEqual([needed, 0, 'refunded'])
  })

  it('answers the record that came back, but never one of another id', async () => {
    const right = must(await shop.refunds.issue(shop.till.order(2000))).record
    const shown = shop.till.shown()
    const other = fakeTransaction({ ...shop.till.payments.facts('pay-1'), id: 'pay-2' })
    shop.till.payments.answerRefundsWith(() => replyWithRecord(other))
    const wrong = must(await shop.refunds.issue(shop.till.order(2000, { shown }))).record
    expect([right?.id, right?.refunded, wrong]).toEqual(['pay-1', 2000, null])
  })

  it('goes out upon what a cache of the same service has had for half a minute', async () => {
    shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till), { age: 30 }))
    expect(await outcome(2000, { shownBy: 'https://Pay.example/' })).toBe('refunded')
  })

  it('counts as unanswered when the client throws: money may have moved', async () => {
    shop.till.payments.answerRefundsWith(() => {
      throw new Error('a bug')
    })
    expect([await outcome(2000), shop.lock()]).toEqual([
      'unconfirmed',
      { kind: 'attempt', attempt: expect.objectContaining({ state: 'unconfirmed' }) },
    ])
  })

  it('remembers what its answer told of another transaction: an older show of that one is stale', async () => {
    shop.till.payments.answerRefundsWith(() => replyWithRecord(recordOf(shop.till, { refunded: 3000 })))
    const shown = shop.till.shown('pay-2')
    const strange = await outcome(2000, { shown })
    const stale = await outcome(2000)
    const { refunds } = shop.till.payments
    expect([strange, stale, refunds.length]).toEqual(['unconfirmed', { kind: 'stale_answer' }, 1])
  })

  it('of an untouched transaction under 0.10 is sent without an amount, and only whole', async () => {
    shop.put({ amount: 7 })
    const part = await outcome(3)
    const whole = await outcome(7)
    const result = [part, whole, shop.till.payments.refunds.map(({ amount }) => amount)]
    expect(result).toEqual([{ kind: 'amount_not_allowed', problem: 'whole_only' }, 'refunded', [null]])
  })
})

it('a transaction with an undecided attempt is locked for every further refund, whatever code found it, also after a restart', async () => {
  await shop.refund(lost, 2000)
  const asked = shop.till.payments.shows.length
  const again = await outcome(2000)
  const other = await outcome(100, { foundBy: { kind: 'internal_id', code: 'pay-1' } })
  // A lock that is known is said at once, without a question to the service.
  expect(shop.till.payments.shows.length).toBe(asked)
  await shop.restart()
  const later = await outcome(2000)
  const fault = { kind: 'undecided', marker: markerOf(1) }
  expect([again, other, later, shop.sent()]).toEqual([fault, fault, fault, 1])
})
