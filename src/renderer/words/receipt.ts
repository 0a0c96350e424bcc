import { type PaymentState, paymentState } from '../../shared/payment-state'
import { isolatedText } from '../../shared/shown-text'
import type { Transaction } from '../../shared/transaction'
import type { State } from './state-words'

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
