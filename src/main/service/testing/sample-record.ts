import type { Transaction } from '../../../shared/payment/transaction'
import { readForeignJson } from '../read-answer'
import { readEnvelope } from '../read-record'

/** A refunded record with all 40 fields of interface.md §2.2. */
export const sampleRecord = {
  id: 'c1f0a5e2-77aa-4d3c-9f10-0d6f1b2a9e01',
  user_id: 'u-204',
  company_id: 'co-7',
  store_id: 'st-12',
  gateway_id: 4,
  gateway_sub_id: 1,
  gateway_sub_name: 'Wallet online',
  gateway_code: '4_1',
  barcode_id: '',
  payment_link_id: 'pl-9',
  status: 'refunded',
  amount: '120.50',
  currency: 'HKD',
  charge: 1.81,
  refunded: '120.50',
  refund_charge: '-1.81',
  net: '0.00',
  tips: '0.00',
  forex: 7.8123,
  paid_at: '2026-11-20 18:04:11',
  can_settle_after: '2026-11-21 00:00:00',
  is_balance_settled: false,
  settled_at: '',
  transaction_id: '480013370000421',
  reference_id: 'prov-88213',
  payer: 'someone@example.com',
  buyer_id: '2088000000000001',
  wallet_type: 'HK',
  extra_parameters: '{"table":"4"}',
  custom_id: 'till-3-000812',
  fixed_id: '',
  refunded_at: '2026-11-20 18:30:00',
  created_at: '2026-11-20 18:04:00',
  updated_at: '2026-11-20 18:30:00',
  expired_at: '',
  pin_key: 'SECRET-PIN-KEY',
  _links: [
    { rel: 'checkout', href: 'https://pay.example/c/1' },
    { rel: 'qrcode', href: 'https://pay.example/q/1' },
  ],
  cancellation_details: '',
  refund_details: {
    request_user_id: 'u-204',
    first_name: 'Ann',
    last_name: 'Lee',
    remark: 'R-0123456789 Damaged item',
  },
  fail_details: '',
}

/** The same payment before the refund. */
export const paidRecord = {
  ...sampleRecord,
  status: 'paid',
  refunded: '',
  refund_charge: '',
  net: '118.69',
  refunded_at: '',
  refund_details: '',
}

export function envelopeOf(data: unknown): string {
  return JSON.stringify({ success: true, data })
}

/** That data as it is read. Throws where it is refused. */
export function recordOf(data: unknown): Transaction {
  const reading = readEnvelope(readForeignJson(envelopeOf(data)))
  if (!reading.ok) throw new Error(reading.fault)
  return reading.value
}
