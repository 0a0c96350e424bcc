import { afterEach, describe, expect, it } from 'vitest'
import { showing } from './testing/fake-payments'
import { recordOf } from './testing/fake-till'
import { day, hour, lost, minute, refusal, second, shopForEachTest, unreachable } from './testing/shop'

const shop = shopForEachTest()
const { outcome, outcomeOf } = shop

describe('nothing is sent', () => {
  afterEach(() => expect(shop.till.payments.refunds).toEqual([]))

  it('for an amount, a currency, a reason or a record that the rules do not allow', async () => {
    const faults: unknown[] = []
    for (const order of [
      shop.till.order(9),
      shop.till.order(12051),
      shop.till.order(2000, { amount: { hundredths: 2000, currency: 'USD' } }),
      shop.till.order(2000, { reason: { code: 'other', text: '  ' } }),
      shop.till.order(2000, { shown: recordOf(shop.till, { status: 'cancelled' }) }),
      shop.till.order(2000, { shown: recordOf(shop.till, { refunded: null }) }),
    ])
      faults.push(await outcomeOf(order))
    expect(faults).toEqual([
      { kind: 'amount_not_allowed', problem: 'too_small' },
      { kind: 'amount_not_allowed', problem: 'too_large' },
      { kind: 'screen_outdated' },
      { kind: 'reason_missing' },
      { kind: 'refund_blocked', reason: 'cancelled' },
      { kind: 'refund_blocked', reason: 'refunded_unreadable' },
    ])
  })

  it.each([
    [{ amount: 12000 }, { field: 'amount', was: '120.50', now: '120.00' }],
    [{ currency: 'USD' }, { field: 'currency', was: 'HKD', now: 'USD' }],
    [{ status: 'cancelled' }, { field: 'status', was: 'paid', now: 'cancelled' }],
    [{ refunded: 500 }, { field: 'refunded', was: '0.00', now: '5.00' }],
    [{ refunded: null }, { field: 'refunded', was: '0.00', now: 'n/a' }],
  ])(
    'when the service shows %j and the cashier saw something else: with the newer record',
    async (change, changed) => {
      const seen = shop.till.order(2000)
      shop.put(change)
      const fault = { kind: 'transaction_changed', changes: [changed], record: change }
      expect(await outcomeOf(seen)).toMatchObject(fault)
    },
  )

  it('when the fresh record shows signs of a refund that the amounts do not', async () => {
    const seen = shop.till.order(2000)
    shop.put({ refundedAt: '2026-11-21 09:00:00' })
    expect(await outcomeOf(seen)).toEqual({ kind: 'refund_blocked', reason: 'contradiction' })
  })

  it('when the custom id belongs to another transaction by now', async () => {
    const order = shop.till.order(2000, { foundBy: { kind: 'custom_id', code: 'ORDER-1' } })
    shop.till.payments.put('pay-2', { customId: 'ORDER-1', transactionId: '100000000000002' })
    shop.put({ customId: 'ORDER-0' })
    expect(await outcomeOf(order)).toEqual({ kind: 'other_record', code: 'ORDER-1' })
  })

  it('when the fresh show fails, with the show’s own fault', async () => {
    shop.till.payments.answerShowsWith(() => unreachable)
    expect(await outcome(2000)).toEqual(unreachable.fault)
  })

  it.each([
    ['a marker: it would be taken for our own', 'R-1111111111 r-2222222222'],
    ['what nobody sees', '\u200b\u2060\u00ad'],
  ])('when a reason holds nothing but %s', async (_, text) => {
    const reason = { code: 'other', text }
    expect(await outcome(2000, { reason })).toEqual({ kind: 'reason_missing' })
  })

  it('when another service shows the same id than the one that the receipt came from', async () => {
    const order = shop.till.order(2000, { shownBy: 'https://pay.example/' })
    shop.till.address.name = 'https://new.example'
    shop.refunds.wake()
    const other = await outcomeOf(order)
    expect(other).toEqual({ kind: 'other_record', code: '100000000000001' })
  })

  it.each<[string, (seen: () => Promise<void>) => void]>([
    ['the keychain takes the head', (seen) => shop.till.keychain.beforeWriting(seen)],
    ['the connection comes up', (seen) => shop.till.payments.whileConnecting(seen)],
  ])('when a look-up shows that another till has refunded while %s', async (_, during) => {
    await shop.pass(minute)
    during(async () => {
      shop.put({ refunded: 10_050 })
      shop.observe()
    })
    expect([await outcome(2000), shop.alarms()]).toEqual(['not_sent', []])
  })

  it.each<[string, number, () => Promise<void>]>([
    ['came out of a cache that has kept it for more than a minute', 61, async () => undefined],
    ['took the sleep of the PC', 0, () => shop.till.clock.sleep(hour, 'stands')],
    [
      'is from a minute ago, by a cache and the monotonic clock, though the wall clock was set back',
      40,
      async () => {
        await shop.pass(30 * second)
        shop.till.clock.jumpWall(-30 * second)
      },
    ],
  ])('when the fresh show %s', async (_, age, passes) => {
    shop.till.payments.answerShowsWith(async () => {
      const shown = showing(recordOf(shop.till), { age })
      await passes()
      return shown
    })
    expect(await outcome(2000)).toEqual({ kind: 'show_too_old' })
  })
})

it.each([
  ['a check found', () => shop.refund(lost, 12_050, true)],
  ['its answer settled', () => shop.honestRefund(12_050)],
])('a refund of this till that %s is not said to be from elsewhere', async (_, happens) => {
  const old = recordOf(shop.till)
  await happens()
  await shop.pass(3000)
  expect(await outcome(2000, { shown: old })).toMatchObject({ kind: 'transaction_changed' })
})

it.each([
  ['a refusal that was none', 12_050, () => shop.refund(refusal, 12_050)],
  ['a second delivery', 6025, () => shop.honestRefund(6025)],
] as const)('nor is %s that the fresh show tells of', async (_, amount, happens) => {
  await happens()
  await shop.pass(2 * day)
  const order = shop.till.order(amount, { confirmed: true })
  shop.put({ refunded: 12_050, status: 'refunded', remark: shop.ownRemark })
  expect(await outcomeOf(order)).toMatchObject({ kind: 'transaction_changed' })
})

it('nor is a refusal that was none of which a look-up raised the alarm', async () => {
  await shop.refund(refusal, 12_050)
  await shop.pass(2 * day)
  const order = shop.till.order(2000)
  shop.put({ refunded: 12_050, status: 'refunded' })
  shop.observe()
  expect([shop.alarms(), await outcomeOf(order)]).toMatchObject([
    ['unexplained_rise'],
    { kind: 'transaction_changed' },
  ])
})

it('a refund of another till that came after one of this till is said to be from elsewhere, with the newer record', async () => {
  await shop.honestRefund(500)
  const seen = shop.till.order(2000)
  const newer = { refunded: 12_050, status: 'refunded' }
  shop.put(newer)
  expect(await outcomeOf(seen)).toMatchObject({ kind: 'refunded_elsewhere', record: newer })
})
