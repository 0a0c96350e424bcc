import { exampleCustomId, exampleTransactionId } from './example-transaction'
import { makeTransaction, type TransactionSketch } from './make-transaction'
import { detailsBy, practiceUsers } from './practice-people'
import type { TransactionFacts } from './stored-transaction'

/** A refund that was there before anybody practised. */
export type SeedRefund = { readonly amountHundredths: number; readonly reason: string; readonly at: string }
export type SeedTransaction = {
  readonly facts: TransactionFacts
  readonly refunds: readonly SeedRefund[]
}

function seeded(customId: string, sketch: TransactionSketch, ...refunds: SeedRefund[]): SeedTransaction {
  const basics = { custom_id: customId, gateway_sub_name: 'EFTPOS v2' }
  return { facts: makeTransaction(customId, { ...basics, ...sketch }), refunds }
}

/** Nothing was paid, so nothing is charged and nothing will be settled. */
const unpaid = { charge: 0, paid_at: '', can_settle_after: '' } as const

/** The example receipt of the pictures, untouched. */
function example(): SeedTransaction {
  return seeded(exampleCustomId, {
    transaction_id: exampleTransactionId,
    amount: 12_050,
    paid_at: '2026-11-20 10:31:07',
  })
}

/** Refunded whole or in part before anybody practised. */
function refundedTransactions(): readonly SeedTransaction[] {
  return [
    seeded(
      'DEMO-PART',
      { amount: 30_000, paid_at: '2026-11-19 17:22:40' },
      { amountHundredths: 10_000, reason: 'One of three returned', at: '2026-11-19T18:04:12.000Z' },
    ),
    seeded(
      'DEMO-PARTS',
      { amount: 8880, gateway_code: '8_1', gateway_sub_name: 'Wallet B', wallet_type: 'HKWALLET' },
      { amountHundredths: 1880, reason: 'Wrong size', at: '2026-11-20T10:11:12.000Z' },
      { amountHundredths: 1000, reason: 'Price corrected', at: '2026-11-20T11:12:13.000Z' },
    ),
    seeded(
      'DEMO-REFUNDED',
      { amount: 19_900, gateway_code: '7_1', gateway_sub_name: 'Card scheme 1' },
      { amountHundredths: 19_900, reason: 'Customer changed their mind', at: '2026-11-20T12:00:01.000Z' },
    ),
  ]
}

/** A transaction of each named status (interface.md §3), the part-refunded ones among them. */
export function stateTransactions(): readonly SeedTransaction[] {
  return [
    example(),
    ...refundedTransactions(),
    seeded('DEMO-CANCELLED', {
      ...unpaid,
      status: 'cancelled',
      amount: 5500,
      details: detailsBy(practiceUsers.jonas, 'Rung up twice'),
    }),
    seeded('DEMO-FAILED', {
      ...unpaid,
      status: 'failed',
      amount: 7250,
      gateway_code: '11_1',
      gateway_sub_name: 'EFTPOS',
      details: detailsBy(practiceUsers.jonas, 'Not enough funds'),
    }),
    seeded('DEMO-PRECREATED', {
      ...unpaid,
      status: 'precreated',
      amount: 46_000,
      gateway_code: '4_1',
      gateway_sub_name: 'Wallet A online',
      pin_key: '0C5D77A9E1B34F20',
      expired_at: '2026-11-20 09:27:30',
      _links: [{ rel: 'checkout', href: 'https://pay.example/checkout/6620417735018846' }],
    }),
    seeded('DEMO-ON-HOLD', { status: 'on_hold', amount: 15_000 }),
  ]
}
