import type { ShownTransaction } from '../contract/contract'
import type { Transaction } from '../payment/transaction'
import { lookupId } from './lookup-id'

/** A paid transaction of HK$120.50, with what a test wants different. */
export function aRecord(change: Partial<Transaction> = {}): Transaction {
  return {
    id: 'internal-1',
    transactionId: '483920174462',
    customId: 'C7719920461',
    companyId: 'company-1',
    status: 'paid',
    currency: 'HKD',
    gatewayCode: '11_2',
    updatedAt: '2026-11-20 10:31:07',
    amount: 12050,
    refunded: 0,
    fields: {
      transaction_id: '483920174462',
      store_id: 'store-1',
      amount: '120.50',
      refunded: '0.00',
      status: 'paid',
    },
    links: [],
    details: [],
    extra: {},
    odd: [],
    tooLong: [],
    ...change,
  }
}

/** Its receipt as the first lookup shows it, with what a test wants different. */
export function aShownRecord(change: Partial<ShownTransaction> = {}): ShownTransaction {
  return {
    lookup: lookupId(1),
    record: aRecord(),
    service: 'https://pay.example',
    foundBy: 'transaction_id',
    code: '483920174462',
    typed: false,
    source: 'service',
    at: '2026-11-21T10:00:00.000Z',
    lock: null,
    stale: null,
    ...change,
  }
}
