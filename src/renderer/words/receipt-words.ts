import { type PaymentState, paymentState } from '../../shared/payment-state'
import type { CodeMatch } from '../../shared/scan-code'
import type { PlainField, Transaction, TransactionDetails } from '../../shared/transaction'
import type { State } from './state-words'

const fieldNames: Readonly<Record<PlainField, string>> = {
  id: 'Internal ID',
  user_id: 'User',
  company_id: 'Company',
  store_id: 'Store',
  gateway_id: 'Gateway number',
  gateway_sub_id: 'Gateway subtype',
  gateway_sub_name: 'Gateway subtype name',
  gateway_code: 'Gateway code',
  barcode_id: 'Barcode ID',
  payment_link_id: 'Payment link',
  status: 'Status',
  amount: 'Amount',
  currency: 'Currency',
  charge: 'Charge',
  refunded: 'Refunded so far',
  refund_charge: 'Refund charge',
  net: 'Net',
  tips: 'Tips',
  forex: 'Exchange rate',
  paid_at: 'Paid',
  can_settle_after: 'Can settle after',
  is_balance_settled: 'Balance settled',
  settled_at: 'Settled',
  transaction_id: 'Transaction ID',
  reference_id: 'Reference',
  payer: 'Payer',
  buyer_id: 'Buyer',
  wallet_type: 'Wallet type',
  extra_parameters: 'Extra parameters',
  custom_id: 'Custom ID',
  fixed_id: 'Fixed code',
  refunded_at: 'Refunded',
  created_at: 'Created',
  updated_at: 'Last change',
  expired_at: 'Expires',
  pin_key: 'PIN key',
}

/** All documented plain fields, in the interface's order. Its own list stands beside zod, which stays out of here. */
// The keys of this record are exactly the fields: the cast only says what its type already checks.
export const namedFields = Object.keys(fieldNames) as readonly PlainField[]

/** A documented field's name in words (interface.md §2.2). */
export function fieldName(field: PlainField): string {
  return fieldNames[field]
}

const states: Readonly<Record<Exclude<PaymentState, 'other'>, State>> = {
  paid: { sign: '✓', word: 'Paid', tone: 'go' },
  partly_refunded: { sign: '↩', word: 'Partly refunded', tone: 'soft' },
  refunded: { sign: '↩', word: 'Refunded', tone: 'soft' },
  cancelled: { sign: '✕', word: 'Cancelled', tone: 'soft' },
  failed: { sign: '✕', word: 'Failed', tone: 'no' },
  precreated: { sign: '…', word: 'Not paid yet', tone: 'soft' },
}

/** A transaction's own state in words and a sign. */
export function transactionState(record: Pick<Transaction, 'status' | 'amount' | 'refunded'>): State {
  const state = paymentState(record)
  if (state !== 'other') return states[state]
  const { status } = record
  return { sign: '•', word: status === '' ? 'No status' : `Status “${status}”`, tone: 'soft' }
}

/** The words that a search knows a state by. Any other status is found by its own text. */
export const stateNames: Readonly<Record<PaymentState, string>> = {
  paid: states.paid.word,
  partly_refunded: states.partly_refunded.word,
  refunded: states.refunded.word,
  cancelled: states.cancelled.word,
  failed: states.failed.word,
  precreated: states.precreated.word,
  other: 'Status',
}

export const matchNames: Readonly<Record<CodeMatch, string>> = {
  automatic: 'Automatic',
  transaction_id: 'Transaction ID',
  custom_id: 'Custom ID',
  internal_id: 'Internal ID',
}

export function detailsTitle(kind: TransactionDetails['kind']): string {
  return { cancellation: 'Cancellation', refund: 'Refund', fail: 'Failure' }[kind]
}

const linkNames: Readonly<Record<string, string>> = {
  checkout: 'Checkout',
  qrcode: 'QR code',
  checkout_wap: 'Checkout on a phone',
  checkout_code: 'Checkout code',
  qrcode_wap: 'QR code on a phone',
}

export function linkName(rel: string): string {
  return linkNames[rel] ?? rel
}

export const receiptWords = {
  article: 'Receipt',
  transaction: 'Transaction',
  code: 'Code',
  refundable: 'Refundable',
  nothingRefundable: 'Nothing',
  refundableLater: 'Not now',
  amountUnreadable: 'Amount not readable',
  savedCopy: 'Saved copy',
  changed: (was: string) => (was === '' ? 'Changed' : `Changed, was ${was}`),
  more: 'More',
  user: 'User',
  name: 'Name',
  remark: 'Remark',
  noStore: 'Tillside',
  notThere: '–',
  print: 'Print',
  savePdf: 'Save as PDF',
  look: 'Look again',
  copy: (name: string) => `Copy ${name}`,
  barcode: (code: string) => `Barcode of ${code}`,
  qr: (name: string) => `QR code: ${name}`,
  notInCode: 'This can not be drawn as a barcode.',
} as const
