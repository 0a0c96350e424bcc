import { formatMoney, readHundredths } from '../../shared/money'
import { isolatedText } from '../../shared/shown-text'
import type { PlainField, Transaction, TransactionDetails } from '../../shared/transaction'
import { shortForeign, shortText } from './receipt'

const fieldNames: Readonly<Record<PlainField, string>> = {
  id: 'Internal ID',
  user_id: 'User ID',
  company_id: 'Company ID',
  store_id: 'Store ID',
  gateway_id: 'Gateway number',
  gateway_sub_id: 'Gateway subtype',
  gateway_sub_name: 'Gateway subtype name',
  gateway_code: 'Gateway code',
  barcode_id: 'Barcode ID',
  payment_link_id: 'Payment link',
  status: 'Status',
  amount: 'Amount',
  currency: 'Currency',
  charge: 'Fee',
  refunded: 'Refunded so far',
  refund_charge: 'Refund fee',
  net: 'Net',
  tips: 'Tips',
  forex: 'Exchange rate',
  paid_at: 'Paid on',
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
  fixed_id: 'Fixed code ID',
  refunded_at: 'Refunded on',
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

const namesByField: ReadonlyMap<string, string> = new Map(Object.entries(fieldNames))

/** The same for a name that came from the service: one that the interface does not know stays as it is. */
export function foreignFieldName(name: string): string {
  return namesByField.get(name) ?? name
}

const detailsTitles: Readonly<Record<TransactionDetails['kind'], string>> = {
  cancellation: 'Cancellation',
  refund: 'Refund',
  fail: 'Failure',
}

export function detailsTitle(kind: TransactionDetails['kind']): string {
  return detailsTitles[kind]
}

/** A sum of a payment as every amount is written; null where the text is none. */
export function sumWords(text: string, { currency }: Pick<Transaction, 'currency'>): string | null {
  const read = readHundredths(text)
  return read.ok ? formatMoney({ hundredths: read.value, currency: shortText(currency, 12) }) : null
}

/** A payment's amount as money; one that cannot be read as its own text (architecture.md, "Money and records"). */
export function amountWords(record: Pick<Transaction, 'amount' | 'currency' | 'fields'>): string {
  const { amount, fields } = record
  const currency = shortText(record.currency, 12)
  if (amount !== null) return formatMoney({ hundredths: amount, currency })
  const text = fields.amount ?? ''
  return text === ''
    ? 'No amount'
    : `Amount unreadable: “${shortForeign(text)}” ${isolatedText(currency)}`.trim()
}
