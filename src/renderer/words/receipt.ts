import type { Language } from '../../shared/base/choices'
import { isolatedText, shortText } from '../../shared/base/text'
import type { Words } from '../../shared/languages/en'
import { formatMoney, readHundredths } from '../../shared/payment/money'
import {
  isOtherStore,
  type OwnStore,
  type PaymentState,
  paymentState,
  walletName,
} from '../../shared/payment/refund-rules'
import type { PlainField, Transaction } from '../../shared/payment/transaction'
import type { State } from './refund'
import { paperWords, speech, words } from './words'

const { receipt, fields, grammar } = words

/** Whom a receipt is for: the cashier's screen, the customer's paper, or the store's files. */
export type ReceiptFor = 'screen' | 'customer' | 'store'

/** Returns the catalogue of the reader's language or languages. */
export function wordsFor(to: ReceiptFor): Words {
  return to === 'customer' ? paperWords : words
}

/** Returns the language that the reader's days and times are in: of two, the first. */
export function languageFor(to: ReceiptFor): Language | undefined {
  return to === 'customer' ? speech.paper[0] : speech.screen
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

/** In the place of a value that the service left out. */
export const noValue = '–'

export function moneyOrNone(hundredths: number | null, currency: string): string {
  return hundredths === null ? noValue : formatMoney({ hundredths, currency: shortText(currency, 12) })
}

/** Returns its first 60 characters, isolated for a sentence. "More" shows the whole. */
export function shortForeign(text: string): string {
  return isolatedText(shortText(text, 60))
}

/** Returns a payment's state in words. An unknown status is always named. */
export function transactionState(
  record: Pick<Transaction, 'status' | 'amount' | 'refunded'>,
  to: ReceiptFor = 'screen',
): State {
  const state = paymentState(record)
  const { states, noStatus, statusNamed } = wordsFor(to).receipt
  if (state !== 'other' && state !== 'other_partly_refunded' && state !== 'other_refunded')
    return { ...signs[state], word: states[state] }
  const status = record.status === '' ? noStatus : statusNamed(shortForeign(record.status))
  const refunded = state === 'other_refunded' ? 'refunded' : 'partly_refunded'
  const word = state === 'other' ? status : `${status} · ${states[refunded]}`
  return { sign: '•', word, tone: 'soft' }
}

/** The words that a search knows a state by. Any other status matches its own text. */
export const stateNames: Readonly<Record<PaymentState, string>> = {
  ...receipt.states,
  other: fields.status,
  other_partly_refunded: `${fields.status} ${receipt.states.partly_refunded}`,
  other_refunded: `${fields.status} ${receipt.states.refunded}`,
}

/** Returns the name of the wallet or card: the service's, else ours for its code. */
export function gatewayName(
  { gatewayCode, wallet }: { readonly gatewayCode: string; readonly wallet: string },
  to: ReceiptFor = 'screen',
): string {
  const { gateways, receipt } = wordsFor(to)
  if (wallet !== '') return isolatedText(wallet)
  if (gatewayCode === '') return receipt.noGateway
  // A Map, for keys such as `__proto__`. Unknown codes are shown as they came.
  return new Map(Object.entries(gateways)).get(gatewayCode) ?? receipt.gateway(isolatedText(gatewayCode))
}

export function paidWith(record: Pick<Transaction, 'gatewayCode' | 'fields'>, to?: ReceiptFor): string {
  return gatewayName({ gatewayCode: record.gatewayCode, wallet: walletName(record) }, to)
}

/** All documented plain fields in the interface's order, listed here because zod must not be loaded. */
// Object.keys loses the key type.
export const namedFields = Object.keys(fields satisfies Record<PlainField, string>) as readonly PlainField[]

/** Returns a documented field's name (interface.md §2.2). */
export function fieldName(field: PlainField, to: ReceiptFor = 'screen'): string {
  return wordsFor(to).fields[field]
}

/** Formats a sum; null when it can't be parsed. */
export function sumWords(text: string, { currency }: Pick<Transaction, 'currency'>): string | null {
  const read = readHundredths(text)
  return read !== null ? formatMoney({ hundredths: read, currency: shortText(currency, 12) }) : null
}

/** Formats a payment's amount; an unparsable one as it came (architecture.md, "Money and records"). */
export function amountWords(
  record: Pick<Transaction, 'amount' | 'currency' | 'fields'>,
  to: ReceiptFor = 'screen',
): string {
  const { noAmount, amountUnreadable } = wordsFor(to).receipt
  const currency = shortText(record.currency, 12)
  if (record.amount !== null) return formatMoney({ hundredths: record.amount, currency })
  const text = record.fields.amount ?? ''
  return text === '' ? noAmount : amountUnreadable(shortForeign(text), isolatedText(currency)).trim()
}

const maxNamesListed = 12

/** Lists fields of the service by their names, unknown ones as they came. */
function names(all: readonly string[]): string {
  const known = new Map<string, string>(Object.entries(fields))
  const listed = all.slice(0, maxNamesListed).map((name) => shortForeign(known.get(name) ?? name))
  const rest = all.length - listed.length
  const list = listed.join(grammar.comma)
  return rest > 0 ? grammar.andMore(list, String(rest)) : list
}

/** Names fields that decide about money and are too long (interface.md §2.2); null for none. */
export function tooLongWords({ tooLong }: Pick<Transaction, 'tooLong'>): string | null {
  return tooLong.length === 0 ? null : receipt.tooLong(names(tooLong))
}

/** Returns what is not as documented, a sentence each. */
export function oddityWords(record: Pick<Transaction, 'odd' | 'tooLong'>): readonly string[] {
  const odd = record.odd.length === 0 ? null : receipt.odd(names(record.odd))
  return [tooLongWords(record), odd].filter((text) => text !== null)
}

/** The documented values of `rel` (interface.md §2.2, `_links`). */
const documentedLinks = ['checkout', 'qrcode', 'checkout_wap', 'checkout_code', 'qrcode_wap'] as const

/** Returns the name of a link; an unknown `rel` as it came. */
export function linkName(rel: string, to: ReceiptFor = 'screen'): string {
  const { links } = wordsFor(to).receipt
  const documented = documentedLinks.find((each) => each === rel)
  if (documented !== undefined) return links[documented]
  return rel.trim() === '' ? links.unnamed : rel
}

/** Whether a link is a web address. Nothing is ever opened. */
export function isWebAddress(href: string): boolean {
  return /^https?:\/\//i.test(href)
}

/** Names of stores by `store_id`, from related records. */
export type StoreNames = ReadonlyMap<string, string>

/** Returns a store's name or id; '' when unknown. */
export function storeTitle(storeId: string, names: StoreNames, to: ReceiptFor = 'screen'): string {
  if (storeId === '') return ''
  const name = names.get(storeId)
  return name === undefined ? wordsFor(to).receipt.store(isolatedText(storeId)) : isolatedText(name)
}

/** Says that a payment was taken at another store; null otherwise. */
export function storeNote(
  storeId: string,
  own: OwnStore,
  names: StoreNames,
  to: ReceiptFor = 'screen',
): string | null {
  if (!isOtherStore(storeId, own)) return null
  return wordsFor(to).receipt.atOtherStore(isolatedText(names.get(storeId) ?? storeId))
}

const capitals: ReadonlySet<string> = new Set(['id', 'url', 'emv', 'qr'])

/** Makes "First name" of `first_name`; leaves anything else as it came. */
function partName(part: string): string {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(part)) return part
  const name = part
    .split('_')
    .map((word) => (capitals.has(word) ? word.toUpperCase() : word))
    .join(' ')
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** Makes a related record's path readable: `address.post_code` becomes "Address, Post code". */
export function relatedLineName(path: string): string {
  return path.split('.').map(partName).join(', ')
}
