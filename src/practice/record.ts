import { writeHundredths } from '../shared/money'
import { fail, type Result, succeed, unreachable } from '../shared/result'
import type { Refusal } from './ledger'
import type { Switches } from './switches'
import {
  detailsBy,
  type LedgerEntry,
  type PlainFacts,
  practiceUsers,
  refundedOf,
  restOf,
  type StoredTransaction,
  storeFacts,
  type TransactionFacts,
  userFacts,
  type WireDetails,
  type WireRecord,
  type WireValue,
} from './transaction'

/**
 * A transaction as the record of interface.md §2.2: all 40 fields, the three details objects only with their
 * status, optional fields without a value as the switches say. Pure.
 */
export function presentRecord(transaction: StoredTransaction, switches: Switches): WireRecord {
  const { facts } = transaction
  const status = presentStatus(transaction, switches)
  const optional = (name: string, value: string | null): Record<string, WireValue> =>
    value === null && switches.emptyOptional === 'absent' ? {} : { [name]: value ?? '' }
  return {
    ...presentOrigin(facts),
    ...optional('payment_link_id', facts.payment_link_id),
    status,
    ...presentMoney(transaction, switches),
    forex: facts.forex,
    paid_at: facts.paid_at,
    can_settle_after: facts.can_settle_after,
    is_balance_settled: facts.is_balance_settled,
    settled_at: facts.settled_at,
    transaction_id: facts.transaction_id,
    reference_id: facts.reference_id,
    payer: facts.payer,
    buyer_id: facts.buyer_id,
    wallet_type: facts.wallet_type,
    ...optional('extra_parameters', facts.extra_parameters),
    ...optional('custom_id', facts.custom_id),
    ...optional('fixed_id', facts.fixed_id),
    refunded_at: presentRefundedAt(transaction, switches),
    created_at: facts.created_at,
    updated_at: presentUpdatedAt(transaction, switches),
    ...optional('expired_at', facts.expired_at),
    ...optional('pin_key', facts.pin_key),
    _links: facts._links,
    ...presentDetails(transaction, status, switches),
    ...(switches.extraFields === 'some' ? { terminal_label: 'Practice till', loyalty: { points: 12 } } : {}),
  }
}

/** Whose transaction it is and the gateway it came through: fields 1 to 9. */
function presentOrigin(facts: TransactionFacts): Record<string, WireValue> {
  const [gatewayId = '0', gatewaySubId = '1'] = facts.gateway_code.split('_')
  return {
    id: facts.id,
    user_id: facts.user_id,
    company_id: facts.company_id,
    store_id: facts.store_id,
    gateway_id: Number(gatewayId),
    gateway_sub_id: Number(gatewaySubId),
    gateway_sub_name: facts.gateway_sub_name,
    gateway_code: facts.gateway_code,
    barcode_id: facts.barcode_id,
  }
}

function isWhollyRefunded(transaction: StoredTransaction): boolean {
  return transaction.refunds.length > 0 && restOf(transaction) === 0
}

function presentStatus(transaction: StoredTransaction, switches: Switches): string {
  if (transaction.refunds.length === 0) return transaction.facts.status
  return isWhollyRefunded(transaction) ? 'refunded' : switches.partRefundStatus
}

/** What a refund gives back of the charge, in hundredths: its share of it. Negative or 0. */
function refundCharge(transaction: StoredTransaction, switches: Switches): number {
  const { charge, amount } = transaction.facts
  if (isWhollyRefunded(transaction)) return -charge
  if (switches.partRefundCharge === 'untouched' || amount === 0) return 0
  return -Math.round((charge * refundedOf(transaction)) / amount)
}

/** Net is what stays with the store: after a full refund always 0.00 (interface.md §3). */
function presentMoney(transaction: StoredTransaction, switches: Switches): Record<string, WireValue> {
  const { facts } = transaction
  const touched = transaction.refunds.length > 0
  const back = refundCharge(transaction, switches)
  const write = (hundredths: number): string | number =>
    switches.amountsAs === 'number' ? hundredths / 100 : writeHundredths(hundredths)
  const untouched = { zero_decimals: '0.00', zero: '0', empty: '' }[switches.untouchedRefunded]
  const untouchedCharge = switches.untouchedRefundCharge === 'empty' ? '' : '0.00'
  return {
    amount: write(facts.amount),
    currency: facts.currency,
    charge: switches.chargeAs === 'number' ? facts.charge / 100 : writeHundredths(facts.charge),
    refunded: touched ? write(refundedOf(transaction)) : untouched,
    refund_charge: touched ? write(back) : untouchedCharge,
    net: write(facts.paid_at === '' && !touched ? 0 : restOf(transaction) - facts.charge - back),
    tips: facts.tips === null ? '' : write(facts.tips),
  }
}

function showsRefunding(transaction: StoredTransaction, part: boolean): boolean {
  return transaction.refunds.length > 0 && (isWhollyRefunded(transaction) || part)
}

function presentRefundedAt(transaction: StoredTransaction, switches: Switches): string {
  const last = transaction.refunds.at(-1)
  if (last === undefined || !showsRefunding(transaction, switches.partRefundedAt === 'set')) return ''
  return writeWireTime(last.at, switches.clock)
}

function presentUpdatedAt(transaction: StoredTransaction, switches: Switches): string {
  const { facts, touchedAt } = transaction
  const touched = touchedAt === null ? '' : writeWireTime(touchedAt, switches.clock)
  return touched > facts.updated_at ? touched : facts.updated_at
}

function presentDetails(
  transaction: StoredTransaction,
  status: string,
  switches: Switches,
): Record<string, WireDetails> {
  if (showsRefunding(transaction, switches.partRefundDetails === 'present')) {
    const shown = switches.remarkShown === 'first' ? transaction.refunds.at(0) : transaction.refunds.at(-1)
    return shown === undefined ? {} : { refund_details: refundDetails(shown, switches) }
  }
  const { details } = transaction.facts
  if (details === null) return {}
  if (status === 'cancelled') return { cancellation_details: details }
  return status === 'failed' ? { fail_details: details } : {}
}

const remarkLengths = { whole: Number.POSITIVE_INFINITY, cut_at_60: 60, cut_at_20: 20 } as const

function refundDetails(refund: LedgerEntry, switches: Switches): WireDetails {
  const remark = Array.from(refund.reason).slice(0, remarkLengths[switches.remarkLength]).join('')
  return detailsBy(practiceUsers.mei, remark)
}

const hour = 60 * 60 * 1000

/** A moment (ISO 8601, UTC) as the service writes it: `YYYY-mm-dd h:i:s`, no zone (interface.md §2.2). */
export function writeWireTime(moment: string, clock: Switches['clock']): string {
  const shifted = new Date(Date.parse(moment) + (clock === 'plus_eight' ? 8 * hour : 0))
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}

/** The records that `include` adds to a show (interface.md §4.2). What they look like is not shown there (§2.2). */

/** The related records to add to `data`, or the refusal that is answered in place of the whole show. */
export function relatedRecords(
  { facts }: StoredTransaction,
  includes: readonly Include[],
  switches: Switches,
): Result<Record<string, WireValue>, Refusal> {
  const refused = includes.find((name) => isRefused(name, switches))
  if (refused !== undefined) return fail(relatedRefusal(refused, switches))
  const found = includes.map((name): readonly [string, WireValue | undefined] => {
    const related = relatedFacts(name, facts)
    if (related === null) return [name, nothing(switches)]
    return [name, inShape(related, switches.relatedShape)]
  })
  return succeed(
    Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  )
}

function isRefused(name: Include, { relatedRefused }: Switches): boolean {
  return relatedRefused === 'all' || relatedRefused === name
}

function relatedRefusal(name: Include, { relatedRefusedStatus }: Switches): Refusal {
  const words = {
    '403': `This token may not see the ${name}`,
    '404': `There is no ${name} to show`,
    '422': `The ${name} cannot be included`,
  } as const
  return { status: Number(relatedRefusedStatus), message: words[relatedRefusedStatus] }
}

/** How it is said that there is no such record; undefined leaves its name out. */
function nothing({ relatedNone }: Switches): WireValue | undefined {
  switch (relatedNone) {
    case 'empty_text':
      return ''
    case 'empty_object':
      return {}
    case 'null':
      return null
    case 'absent':
      return undefined
    default:
      return unreachable(relatedNone)
  }
}

/** What there is to tell of a related record; null when the transaction has none. */
function relatedFacts(name: Include, facts: TransactionFacts): PlainFacts | null {
  switch (name) {
    case 'store':
      return storeFacts(facts)
    case 'user':
      return userFacts(facts.user_id)
    case 'fixed_code':
      if (facts.fixed_id === null || facts.fixed_id === '') return null
      return { id: facts.fixed_id, name: 'Counter 1', store_id: facts.store_id, amount: '', status: 'active' }
    case 'emv_code': {
      const kinds: ReadonlyMap<string, string> = new Map([
        ['10_1', 'merchant_presented'],
        ['10_2', 'customer_presented'],
      ])
      const kind = kinds.get(facts.gateway_code)
      if (kind === undefined) return null
      return { id: `emv-${facts.transaction_id}`, kind, payload: emvPayload(facts) }
    }
    default:
      return unreachable(name)
  }
}

const includeValues = ['store', 'fixed_code', 'emv_code', 'user'] as const
export type Include = (typeof includeValues)[number]

function isInclude(text: string): text is Include {
  return includeValues.some((value) => value === text)
}

/** Reads the URL's `include` (interface.md §4.2), several of them as the switch says. Answers what is wrong otherwise. */
export function readIncludes(
  search: URLSearchParams,
  switches: Switches,
): Result<readonly Include[], string> {
  const given = search.getAll('include')
  // PHP-like services write a repeated parameter with brackets.
  const all = [...given, ...search.getAll('include[]')]
  if (all.length > 1 && switches.severalIncludes === 'comma') return fail('include is given more than once')
  const names = switches.severalIncludes === 'repeated' ? all : all.flatMap((text) => text.split(','))
  const wrong = names.find((name) => !isInclude(name))
  if (wrong !== undefined) return fail(`include has a value that is not allowed: ${wrong.slice(0, 40)}`)
  return succeed([...new Set(names.filter(isInclude))])
}

export type RelatedShape = Switches['relatedShape']

/** The same facts in another shape: interface.md §2.2 does not show the one that a service gives them. */
export function inShape(facts: PlainFacts, shape: RelatedShape): WireValue {
  switch (shape) {
    case 'object':
      return facts
    case 'nested':
      return nested(facts)
    case 'wide':
      return wide(facts)
    case 'list':
      return [facts]
    case 'text':
      return JSON.stringify(facts)
    default:
      return unreachable(shape)
  }
}

function nested({ id = '', ...attributes }: PlainFacts): WireValue {
  return { id, record: { attributes, meta: { version: 3, tags: ['practice', { kind: 'made up' }] } } }
}

const deepest = 40
const members = 300

function deep(levels: number): WireValue {
  return levels === 0 ? 'the bottom' : { deeper: deep(levels - 1) }
}

/**
 * Valid JSON, and more than anybody would send: every kind of value, names that a JavaScript object has of its
 * own, markup, marks that turn the direction of writing, a long text, deep nesting, hundreds of members.
 */
function wide(facts: PlainFacts): WireValue {
  return Object.fromEntries<WireValue>([
    ...Object.entries(facts),
    ['__proto__', { name: 'not a prototype' }],
    ['constructor', 'not a function'],
    ['toString', ''],
    ['', 'a member without a name'],
    ['a_name_of_many_characters_'.repeat(20), 'x'],
    ['number', -1234.5],
    ['large_number', 1e21],
    ['yes', true],
    ['no', false],
    ['nothing', null],
    ['empty_list', []],
    ['empty_object', {}],
    ['list', ['one', 2, [3, { four: '4' }]]],
    ['markup', '<img src="x" onerror="alert(1)"><b>bold</b>'],
    ['backwards', 'abc\u202edef\u202cghi'],
    ['lines', 'first\nsecond\r\nthird\u0000\u0007'],
    ['long_text', '0123456789'.repeat(500)],
    ['deep', deep(deepest)],
    ...Array.from({ length: members }, (_, index): [string, WireValue] => [`member_${index + 1}`, index]),
  ])
}

/** ISO 4217 numbers of the currencies in the practice data; 999 is "no currency". */
const currencyNumbers: ReadonlyMap<string, string> = new Map([
  ['HKD', '344'],
  ['USD', '840'],
  ['EUR', '978'],
  ['GBP', '826'],
  ['CNY', '156'],
  ['JPY', '392'],
])

/** One data object of an EMV code: a tag of two digits, the length in two digits, the value. */
function dataObject(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`
}

/** The checksum that ends an EMV code: CRC-16 with the polynomial 1021 that begins at FFFF, in four hex digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** What the payment's EMV code held: the text of such a QR code, for a merchant that does not exist. */
export function emvPayload(facts: TransactionFacts): string {
  const merchant = dataObject('00', 'example.practice') + dataObject('01', facts.transaction_id)
  const text = [
    dataObject('00', '01'),
    dataObject('01', '12'),
    dataObject('26', merchant),
    dataObject('52', '5999'),
    dataObject('53', currencyNumbers.get(facts.currency) ?? '999'),
    dataObject('54', writeHundredths(facts.amount)),
    dataObject('58', 'HK'),
    dataObject('59', 'Practice Store'),
    dataObject('60', 'Hong Kong'),
    '6304',
  ].join('')
  return text + checksum(text)
}
