import { makeTransaction, practiceStores, type TransactionSketch } from './make-transaction'
import type { SeedTransaction } from './seed-states'

function edge(
  name: string,
  sketch: TransactionSketch,
  refunds: SeedTransaction['refunds'] = [],
): SeedTransaction {
  return {
    facts: makeTransaction(name, { custom_id: name, gateway_sub_name: 'EFTPOS v2', ...sketch }),
    refunds,
  }
}

/** Texts as long as interface.md §2.2 lets them be. */
function longest(): SeedTransaction {
  return edge('DEMO-LONG', {
    id: 'LONG'.padEnd(64, '0123456789'),
    transaction_id: '999888777666555',
    reference_id: 'REFERENCE'.padEnd(191, '0123456789'),
    gateway_sub_name:
      'Card terminal of the east entrance, second floor, beside the lift to the car park. '.repeat(4),
    barcode_id: '1'.repeat(64),
    wallet_type: 'WALLET-TYPE-20-CHARS',
    payer: 'a.very.long.name.of.a.customer.with.many.parts@some-long-department.mail.example',
    buyer_id: '2088'.repeat(12),
    fixed_id: 'F'.repeat(64),
    payment_link_id: 'P'.repeat(64),
    extra_parameters: JSON.stringify({ note: 'Please wrap it as a present. '.repeat(40), basket: [1, 2, 3] }),
    amount: 123_456,
    tips: 4321,
    expired_at: '2026-12-31 23:59:59',
    pin_key: '0123456789ABCDEF0123456789ABCDEF',
    _links: [
      { rel: 'checkout', href: `https://pay.example/checkout/${'a'.repeat(400)}` },
      { rel: 'qrcode', href: `https://pay.example/qrcode/${'b'.repeat(120)}` },
    ],
  })
}

/** Amounts, currencies and texts at their edges. */
export function edgeTransactions(): readonly SeedTransaction[] {
  return [
    edge('DEMO-TINY', { amount: 5, charge: 0 }),
    edge('DEMO-CENTS', { amount: 1005 }),
    edge('DEMO-STRANDED', { amount: 2005 }, [
      { amountHundredths: 2000, reason: 'Returned', at: '2026-11-20T13:00:00.000Z' },
    ]),
    edge('DEMO-YEN', { amount: 120_000, currency: 'JPY', charge: 2200, forex: 0.0512 }),
    edge('DEMO-TIPS', {
      amount: 48_600,
      tips: 6000,
      currency: 'GBP',
      forex: 9.8231,
      paid_at: '2026-11-12 20:48:19',
      can_settle_after: '2026-11-15 00:00:00',
      is_balance_settled: true,
      settled_at: '2026-11-16 02:00:00',
      store_id: practiceStores.station,
    }),
    edge('DEMO-BIG', { amount: 999_999_999, charge: 1_000_000 }),
    longest(),
    edge('DEMO-BARE', {
      amount: 2500,
      gateway_sub_name: '',
      reference_id: '',
      can_settle_after: '',
      charge: 0,
    }),
    edge('DEMO-SHARED first', { custom_id: 'DEMO-SHARED', amount: 3300, paid_at: '2026-11-18 09:00:00' }),
    edge('DEMO-SHARED second', { custom_id: 'DEMO-SHARED', amount: 4400, paid_at: '2026-11-20 09:00:00' }),
    edge('ORDER-2026-11-19-000482-STATION', { amount: 27_800, store_id: practiceStores.station }),
  ]
}
