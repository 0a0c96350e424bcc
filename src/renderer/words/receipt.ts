import { isolatedText } from '../../shared/base/text'
import type { Words } from '../../shared/languages/en'
import { walletName } from '../../shared/payment/gateway'
import { formatMoney, readHundredths } from '../../shared/payment/money'
import {
  isOtherStore,
  type OwnStore,
  type PaymentState,
  paymentState,
} from '../../shared/payment/payment-state'
import type { PlainField, Transaction } from '../../shared/payment/transaction'
import type { State } from './states'
import { forCustomer, words } from './words'

const { receipt, fields, grammar } = words

/** Whose eyes a receipt is for: the cashier's screen, the customer's paper, or the sheet for the store's own files. */
export type ReceiptFor = 'screen' | 'customer' | 'store'

/** What a receipt says to them: to customers in their languages. */
function said(to: ReceiptFor, pick: (from: Words) => string): string {
  return to === 'customer' ? forCustomer(pick) : pick(words)
}

type NamedState = Exclude<PaymentState, 'other' | 'other_partly_refunded' | 'other_refunded'>

const signs: Readonly<Record<NamedState, Omit<State, 'word'>>> = {
  paid: { sign: '✓', tone: 'go' },
  partly_refunded: { sign: '↩', tone: 'soft' },
  refunded: { sign: '↩', tone: 'soft' },
  cancelled: { sign: '✕', tone: 'soft' },
  failed: { sign: '✕', tone: 'no' },
  precreated: { sign: '…', tone: 'soft' },
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
export function transactionState(
  record: Pick<Transaction, 'status' | 'amount' | 'refunded'>,
  to: ReceiptFor = 'screen',
): State {
  const state = paymentState(record)
  if (state !== 'other' && state !== 'other_partly_refunded' && state !== 'other_refunded')
    return { ...signs[state], word: said(to, ({ receipt }) => receipt.states[state]) }
  const status = said(to, ({ receipt }) =>
    record.status === '' ? receipt.noStatus : receipt.statusNamed(shortForeign(record.status)),
  )
  const refunded = state === 'other_refunded' ? 'refunded' : 'partly_refunded'
  const word =
    state === 'other' ? status : `${status} · ${said(to, ({ receipt }) => receipt.states[refunded])}`
  return { sign: '•', word, tone: 'soft' }
}

/** The words that a search knows a state by. Any other status is found by its own text. */
export const stateNames: Readonly<Record<PaymentState, string>> = {
  ...receipt.states,
  other: receipt.status,
  other_partly_refunded: `${receipt.status} ${receipt.states.partly_refunded}`,
  other_refunded: `${receipt.status} ${receipt.states.refunded}`,
}

/** What the wallet or card is called: by the service's own name for it, else by ours for its code. */
export function gatewayName(
  { gatewayCode, wallet }: { readonly gatewayCode: string; readonly wallet: string },
  to: ReceiptFor = 'screen',
): string {
  if (wallet !== '') return isolatedText(wallet)
  return said(to, ({ gateways, receipt }) => {
    if (gatewayCode === '') return receipt.noGateway
    // A Map: any other code may come, `__proto__` too. It is shown as it came.
    return new Map(Object.entries(gateways)).get(gatewayCode) ?? receipt.gateway(isolatedText(gatewayCode))
  })
}

/** The same of a payment. */
export function paidWith(record: Pick<Transaction, 'gatewayCode' | 'fields'>, to?: ReceiptFor): string {
  return gatewayName({ gatewayCode: record.gatewayCode, wallet: walletName(record) }, to)
}

export const receiptWords = {
  ...receipt,
  changed: (was: string) => (was === '' ? receipt.changedWord : receipt.changed(was)),
  barcode: (code: string) => receipt.barcode(isolatedText(code)),
  qr: (name: string) => receipt.qr(isolatedText(name)),
} as const

/** All documented plain fields, in the interface's order. Its own list stands beside zod, which stays out of here. */
// The keys of this record are exactly the fields: the cast only says what its type already checks.
export const namedFields = Object.keys(fields satisfies Record<PlainField, string>) as readonly PlainField[]

/** A documented field's name in words (interface.md §2.2). */
export function fieldName(field: PlainField, to: ReceiptFor = 'screen'): string {
  return said(to, (from) => from.fields[field])
}

/** What a receipt's own lines are called, and what they say where there is no sum. */
export function lineWords(to: ReceiptFor) {
  return {
    refundable: said(to, ({ receipt }) => receipt.refundable),
    none: said(to, ({ receipt }) => receipt.nothingRefundable),
    later: said(to, ({ receipt }) => receipt.refundableLater),
    serviceTime: said(to, ({ receipt }) => receipt.serviceTime),
    payment: said(to, ({ receipt }) => receipt.payment),
    savedCopy: said(to, ({ receipt }) => receipt.savedCopy),
  }
}

const namesByField: ReadonlyMap<string, string> = new Map(Object.entries(fields))

/** The same for a name that came from the service: one that the interface does not know stays as it is. */
function foreignFieldName(name: string): string {
  return namesByField.get(name) ?? name
}

/** A sum of a payment as every amount is written; null where the text is none. */
export function sumWords(text: string, { currency }: Pick<Transaction, 'currency'>): string | null {
  const read = readHundredths(text)
  return read.ok ? formatMoney({ hundredths: read.value, currency: shortText(currency, 12) }) : null
}

/** A payment's amount as money; one that cannot be read as its own text (architecture.md, "Money and records"). */
export function amountWords(record: Pick<Transaction, 'amount' | 'currency' | 'fields'>): string {
  const currency = shortText(record.currency, 12)
  if (record.amount !== null) return formatMoney({ hundredths: record.amount, currency })
  const text = record.fields.amount ?? ''
  return text === ''
    ? receipt.noAmount
    : receipt.amountUnreadable(shortForeign(text), isolatedText(currency)).trim()
}

/** So many names are listed; how many more there are is a number. */
const mostNames = 12

function names(all: readonly string[]): string {
  const listed = all.slice(0, mostNames).map((name) => shortForeign(foreignFieldName(name)))
  const rest = all.length - listed.length
  const list = listed.join(grammar.comma)
  return rest > 0 ? grammar.andMore(list, String(rest)) : list
}

/** What decides about money and is longer than documented (interface.md §2.2); null when nothing is. */
export function tooLongWords({ tooLong }: Pick<Transaction, 'tooLong'>): string | null {
  return tooLong.length === 0 ? null : receipt.tooLong(names(tooLong))
}

/** What of a record is not as documented: one sentence each. */
export function oddityWords(record: Pick<Transaction, 'odd' | 'tooLong'>): readonly string[] {
  const odd = record.odd.length === 0 ? null : receipt.odd(names(record.odd))
  return [tooLongWords(record), odd].filter((text) => text !== null)
}

const { checkout, qrcode, checkout_wap, checkout_code, qrcode_wap } = receipt.links
/** The documented values of `rel` (interface.md §2.2, `_links`). A Map: any other word may come, `__proto__` too. */
const linkNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ checkout, qrcode, checkout_wap, checkout_code, qrcode_wap }),
)

/** What a link is for, in words; one that the interface does not name by its own word. */
export function linkName(rel: string): string {
  return linkNames.get(rel) ?? (rel.trim() === '' ? receipt.links.unnamed : rel)
}

/** Whether a link's text is an address of the web, which is shown as it is. Nothing is ever opened. */
export function isWebAddress(href: string): boolean {
  return /^https?:\/\//i.test(href)
}

export const linkWords = {
  ...receipt.links,
  copy: (name: string) => receipt.links.copy(isolatedText(name)),
} as const

/** What More has called stores, by their `store_id`. */
export type StoreNames = ReadonlyMap<string, string>

/** The store that took a payment, by its name or else its id; '' when the record names none. */
export function storeTitle(storeId: string, names: StoreNames): string {
  if (storeId === '') return ''
  const name = names.get(storeId)
  return name === undefined ? receipt.store(isolatedText(storeId)) : isolatedText(name)
}

/** What a cashier is told when a payment was taken at another store; null otherwise. */
export function storeNote(storeId: string, own: OwnStore, names: StoreNames): string | null {
  return isOtherStore(storeId, own) ? receipt.atOtherStore(storeTitle(storeId, names)) : null
}

/** For this till's own slips: where the payment was taken, if that was elsewhere. */
export function takenAt(storeId: string, own: OwnStore, names: StoreNames): string | null {
  return isOtherStore(storeId, own) ? receipt.takenAt(storeTitle(storeId, names)) : null
}

export const ownStoreWords = {
  question: receipt.ownStore,
  /** The receipt is headed by the store: its id is said where that is by name. */
  which: (storeId: string, names: StoreNames) =>
    names.has(storeId) ? `${storeTitle(storeId, names)}${grammar.comma}${isolatedText(storeId)}` : '',
  yes: receipt.yes,
  no: receipt.no,
} as const
