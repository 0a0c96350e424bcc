import { formatMoney, readHundredths } from '../../shared/money'
import { type PaymentState, paymentState } from '../../shared/payment-state'
import { isOtherStore, type OwnStore } from '../../shared/payment-store'
import { isolatedText } from '../../shared/shown-text'
import type { Oddities, PlainField, Transaction, TransactionDetails } from '../../shared/transaction'
import { countOf } from './locale'
import type { State } from './states'

type NamedState = Exclude<PaymentState, 'other' | 'other_partly_refunded' | 'other_refunded'>

const states: Readonly<Record<NamedState, State>> = {
  paid: { sign: '✓', word: 'Paid', tone: 'go' },
  partly_refunded: { sign: '↩', word: 'Partly refunded', tone: 'soft' },
  refunded: { sign: '↩', word: 'Refunded', tone: 'soft' },
  cancelled: { sign: '✕', word: 'Cancelled', tone: 'soft' },
  failed: { sign: '✕', word: 'Failed', tone: 'no' },
  precreated: { sign: '…', word: 'Not paid yet', tone: 'soft' },
}

/** A foreign text stands in a line of its own words only as long as a person reads there; "More" has it whole. */
export function shortText(text: string, longest = 60): string {
  const characters = [...text.slice(0, longest * 2 + 1)]
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`
}

/** The same as a part of a sentence: it orders nothing around it, and hides nothing. */
export function shortForeign(text: string, longest?: number): string {
  return isolatedText(shortText(text, longest))
}

/** A transaction's own state in words and a sign. A status that nobody knows is always shown, refunded or not. */
export function transactionState(record: Pick<Transaction, 'status' | 'amount' | 'refunded'>): State {
  const status = record.status === '' ? 'No status' : `Status “${shortForeign(record.status)}”`
  const state = paymentState(record)
  switch (state) {
    case 'other':
      return { sign: '•', word: status, tone: 'soft' }
    case 'other_partly_refunded':
      return { sign: '•', word: `${status} · ${states.partly_refunded.word}`, tone: 'soft' }
    case 'other_refunded':
      return { sign: '•', word: `${status} · ${states.refunded.word}`, tone: 'soft' }
    default:
      return states[state]
  }
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
  other_partly_refunded: `Status ${states.partly_refunded.word}`,
  other_refunded: `Status ${states.refunded.word}`,
}

export const paymentRefundsWords = { title: 'Refunds on this payment, from this till' } as const

export const receiptWords = {
  article: 'Receipt',
  service: 'Payment service',
  till: 'Till',
  device: 'Device ID',
  transaction: 'Transaction',
  code: 'Code',
  refundable: 'Refundable',
  nothingRefundable: 'None',
  refundableLater: 'Locked',
  savedCopy: 'Saved copy',
  changed: (was: string) => (was === '' ? 'Changed' : `was ${was}`),
  more: 'More',
  user: 'User',
  name: 'Name',
  remark: 'Remark',
  noStore: 'Tillside',
  payment: 'Payment',
  toStore: 'returned to the store',
  serviceTime: 'service time',
  /** Across the sheet of a payment that must not be refunded now. */
  locked: 'Do not refund',
  panel: 'This payment',
  notThere: '–',
  print: 'Print',
  savePdf: 'Save as PDF',
  look: 'Check again',
  copy: (name: string) => `Copy ${name}`,
  barcode: (code: string) => `Barcode of ${isolatedText(code)}`,
  qr: (name: string) => `QR code: ${isolatedText(name)}`,
  notInCode: 'This can’t be drawn as a barcode.',
} as const

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

/** So many names are listed; how many more there are is a number. */
const mostNames = 12

function names(all: readonly string[]): string {
  const listed = all.slice(0, mostNames).map((name) => shortForeign(foreignFieldName(name)))
  const rest = all.length - listed.length
  return rest > 0 ? `${listed.join(', ')} and ${rest} more` : listed.join(', ')
}

/** What decides about money and is longer than documented (interface.md §2.2); null when nothing is. */
export function tooLongWords({ tooLong }: Oddities): string | null {
  return tooLong.length === 0 ? null : `Longer than the service promises: ${names(tooLong)}.`
}

/** What of a record is not as documented: one sentence each. */
export function oddityWords(oddities: Oddities): readonly string[] {
  const { cut, odd, linksLeftOut, extraLeftOut } = oddities
  return [
    tooLongWords(oddities),
    odd.length === 0 ? null : `Not in the form that the service promises: ${names(odd)}.`,
    cut.length === 0 ? null : `Longer than the service promises and cut here: ${names(cut)}.`,
    linksLeftOut === 0 ? null : countOf(linksLeftOut, 'more link is left out.', 'more links are left out.'),
    extraLeftOut === 0
      ? null
      : countOf(
          extraLeftOut,
          'more field that Tillside doesn’t know is left out.',
          'more fields that Tillside doesn’t know are left out.',
        ),
  ].filter((words) => words !== null)
}

/** The documented values of `rel` (interface.md §2.2, `_links`). A Map: any other word may come, `__proto__` too. */
const linkNames: ReadonlyMap<string, string> = new Map([
  ['checkout', 'Checkout'],
  ['qrcode', 'QR code'],
  ['checkout_wap', 'Checkout on a phone'],
  ['checkout_code', 'Checkout code'],
  ['qrcode_wap', 'QR code on a phone'],
])

/** What a link is for, in words; one that the interface does not name by its own word. */
export function linkName(rel: string): string {
  return linkNames.get(rel) ?? (rel.trim() === '' ? 'Link' : rel)
}

/** Whether a link's text is an address of the web, which is shown as it is. Nothing is ever opened. */
export function isWebAddress(href: string): boolean {
  return /^https?:\/\//i.test(href)
}

export const linkWords = {
  title: 'Links',
  notWeb: 'Not a web address',
  copy: (name: string) => `the link: ${isolatedText(name)}`,
} as const

/** What More has called stores, by their `store_id`. */
export type StoreNames = ReadonlyMap<string, string>

/** The store that took a payment, by its name or else its id; '' when the record names none. */
export function storeTitle(storeId: string, names: StoreNames): string {
  if (storeId === '') return ''
  const name = names.get(storeId)
  return name === undefined ? `Store ${isolatedText(storeId)}` : isolatedText(name)
}

/** What a cashier is told when a payment was taken at another store; null otherwise. */
export function storeNote(storeId: string, own: OwnStore, names: StoreNames): string | null {
  return isOtherStore(storeId, own) ? `Taken at another store: ${storeTitle(storeId, names)}` : null
}

/** For this till's own slips: where the payment was taken, if that was elsewhere. */
export function takenAt(storeId: string, own: OwnStore, names: StoreNames): string | null {
  return isOtherStore(storeId, own) ? `Payment taken at ${storeTitle(storeId, names)}` : null
}

export const ownStoreWords = {
  question: 'Was this paid at this till’s store?',
  /** The receipt is headed by the store: its id is said where that is by name. */
  which: (storeId: string, names: StoreNames) =>
    names.has(storeId) ? `${storeTitle(storeId, names)}, ${isolatedText(storeId)}` : '',
  yes: 'Yes',
  no: 'No',
}
