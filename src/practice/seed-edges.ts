import { makeTransaction, type TransactionSketch } from './make-transaction'
import { practiceStores } from './practice-people'
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
    edge('DEMO-BIG', { amount: 99_999_999_999_999, charge: 1_000_000 }),
    edge('DEMO-OTHER-STORE', { amount: 16_400, store_id: practiceStores.station }),
    edge('DEMO-BARE', {
      amount: 2500,
      gateway_sub_name: '',
      reference_id: '',
      can_settle_after: '',
      charge: 0,
    }),
    edge('DEMO-SHARED first', { custom_id: 'DEMO-SHARED', amount: 3300, paid_at: '2026-11-18 09:00:00' }),
    edge('DEMO-SHARED second', { custom_id: 'DEMO-SHARED', amount: 4400, paid_at: '2026-11-20 09:00:00' }),
    edge('ORDER-2026111900048200425099-STATION', { amount: 27_800, store_id: practiceStores.station }),
  ]
}
