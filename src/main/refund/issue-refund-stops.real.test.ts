import { afterEach, describe, expect, it } from 'vitest'
import { showing } from './testing/fake-payments'
import { recordOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { outcome } = shop

describe('nothing is sent', () => {
  afterEach(() => expect(shop.till.payments.refunds).toEqual([]))

  it('for an amount, a currency, a reason or a record that the rules do not allow', async () => {
    const orders = [
      shop.till.order(9),
      shop.till.order(12051),
      shop.till.order(2000, { amount: { hundredths: 2000, currency: 'USD' } }),
      shop.till.order(2000, { reason: { code: 'other', text: '  ' } }),
      shop.till.order(2000, { shown: recordOf(shop.till, { status: 'cancelled' }) }),
      shop.till.order(2000, { shown: recordOf(shop.till, { refunded: null }) }),
    ]
    const faults = await inTurn(orders, outcome)
    expect(faults).toEqual([
      { kind: 'amount_not_allowed', problem: 'too_small' },
      { kind: 'amount_not_allowed', problem: 'too_large' },
      { kind: 'screen_outdated' },
      { kind: 'reason_missing' },
      { kind: 'refund_blocked', reason: 'cancelled' },
      { kind: 'refund_blocked', reason: 'refunded_unreadable' },
    ])
  })

  it('until a status that is not known is confirmed once more', async () => {
    shop.till.payments.put('pay-1', { status: 'settled' })
    expect(await outcome(shop.till.order(2000))).toEqual({
      kind: 'confirmation_needed',
      why: 'status_not_known',
    })
  })

  it('when amount, currency, status or refunded differ from what the cashier saw', async () => {
    const seen = shop.till.order(2000)
    const changes = [{ amount: 12000 }, { currency: 'USD' }, { status: 'cancelled' }, { refunded: 500 }]
    const faults = await inTurn(changes, async (change) => {
      shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till, change)))
      return outcome(seen)
    })
    const changed = (field: string, was: string, now: string) => ({
      kind: 'transaction_changed',
      changes: [{ field, was, now }],
    })
    expect(faults).toEqual([
      changed('amount', '120.50', '120.00'),
      changed('currency', 'HKD', 'USD'),
      changed('status', 'paid', 'cancelled'),
      changed('refunded', '0.00', '5.00'),
    ])
  })

  it('when another till has refunded all of it, with the newer record', async () => {
    const seen = shop.till.order(2000)
    shop.till.payments.put('pay-1', {
      refunded: 12_050,
      status: 'refunded',
      updatedAt: '2026-11-20 19:00:00',
    })
    expect([await outcome(seen), shop.till.payments.refunds]).toEqual([
      {
        kind: 'refunded_elsewhere',
        record: expect.objectContaining({ refunded: 12_050, status: 'refunded' }),
      },
      [],
    ])
  })

  it('when an amount can no longer be read', async () => {
    const seen = shop.till.order(2000)
    shop.till.payments.put('pay-1', { refunded: null })
    expect(await outcome(seen)).toEqual({
      kind: 'transaction_changed',
      changes: [{ field: 'refunded', was: '0.00', now: 'n/a' }],
    })
  })

  it('when the fresh record shows signs of a refund that the amounts do not', async () => {
    const seen = shop.till.order(2000)
    shop.till.payments.put('pay-1', { refundedAt: '2026-11-21 09:00:00' })
    expect(await outcome(seen)).toEqual({ kind: 'refund_blocked', reason: 'contradiction' })
  })

  it('when the custom id belongs to another transaction by now', async () => {
    const order = shop.till.order(2000, { foundBy: { kind: 'custom_id', code: 'ORDER-1' } })
    shop.till.payments.put('pay-2', { customId: 'ORDER-1', transactionId: '100000000000002' })
    shop.till.payments.put('pay-1', { customId: 'ORDER-0' })
    expect(await outcome(order)).toEqual({ kind: 'other_record', code: 'ORDER-1' })
  })

  it('when the fresh show fails, with the show’s own fault', async () => {
    const fault = { kind: 'no_answer', reason: 'timeout', detail: '' } as const
    shop.till.payments.answerShowsWith(() => ({ ok: false, fault }))
    expect(await outcome(shop.till.order(2000))).toEqual(fault)
  })

  it.each([
    ['a marker: it would be taken for our own', 'R-1111111111 r-2222222222'],
    ['what nobody sees', '\u200b\u2060\u00ad'],
  ])('when a reason holds nothing but %s', async (_, text) => {
    const reason = { code: 'other', text }
    expect(await outcome(shop.till.order(2000, { reason }))).toEqual({ kind: 'reason_missing' })
  })

  it('when an answer says that less was refunded than one seen before', async () => {
    const old = recordOf(shop.till)
    shop.observe({ refunded: 500, updatedAt: '2026-11-20 19:00:00' })
    expect(await outcome(shop.till.order(2000, { shown: old }))).toEqual({ kind: 'stale_answer' })
  })

  it('when another service shows the same id than the one that the receipt came from', async () => {
    const order = shop.till.order(2000, { shownBy: 'https://pay.example/' })
    shop.till.address.name = 'https://new.example'
    shop.refunds.wake()
    const other = await outcome(order)
    expect(other).toEqual({ kind: 'other_record', code: '100000000000001' })
  })

  it('when the fresh show came out of a cache that has kept it for more than a minute', async () => {
    shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till), { age: 61 }))
    expect(await outcome(shop.till.order(2000))).toEqual({ kind: 'show_too_old' })
  })

  it('when the PC slept between the question of the fresh show and its answer', async () => {
    shop.till.payments.answerShowsWith(async () => {
      const shown = showing(recordOf(shop.till))
      await shop.till.clock.sleep(60 * 60_000, 'stands')
      return shown
    })
    expect([await outcome(shop.till.order(2000)), shop.till.payments.refunds]).toEqual([
      { kind: 'show_too_old' },
      [],
    ])
  })
})

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}
