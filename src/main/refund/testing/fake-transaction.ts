/** Transactions as a payment service would show them, small enough for tests to read. */
import { writeHundredths } from '../../../shared/payment/money'
import type { Transaction } from '../../../shared/payment/transaction'
import { aRecord } from '../../../shared/testing/record-sample'

export type TransactionFacts = {
  readonly id: string
  readonly transactionId: string
  readonly customId: string
  readonly status: string
  readonly currency: string
  /** Hundredths; null is a text that cannot be read. */
  readonly amount: number | null
  readonly refunded: number | null
  readonly refundedAt: string
  readonly updatedAt: string
  /** The refund's remark; null when the record carries no refund details. */
  readonly remark: string | null
}

/** A paid, untouched transaction of HK$120.50. */
export const plainFacts: TransactionFacts = {
  id: 'pay-1',
  transactionId: '100000000000001',
  customId: 'ORDER-1',
  status: 'paid',
  currency: 'HKD',
  amount: 12050,
  refunded: 0,
  refundedAt: '',
  updatedAt: '2026-11-20 18:00:00',
  remark: null,
}

/** The plain transaction, but for the facts given. */
export function fakeTransaction(facts: Partial<TransactionFacts> = {}): Transaction {
  const all = { ...plainFacts, ...facts }
  const amountText = (value: number | null) => (value === null ? 'n/a' : writeHundredths(value))
  return aRecord({
    id: all.id,
    transactionId: all.transactionId,
    customId: all.customId,
    status: all.status,
    currency: all.currency,
    gatewayCode: '1_1',
    updatedAt: all.updatedAt,
    amount: all.amount,
    refunded: all.refunded,
    fields: {
      id: all.id,
      transaction_id: all.transactionId,
      custom_id: all.customId,
      status: all.status,
      currency: all.currency,
      amount: amountText(all.amount),
      refunded: amountText(all.refunded),
      refunded_at: all.refundedAt,
      updated_at: all.updatedAt,
    },
    details:
      all.remark === null
        ? []
        : [{ kind: 'refund', requestUserId: 'u-1', firstName: 'Kit', lastName: 'Lee', remark: all.remark }],
  })
}
