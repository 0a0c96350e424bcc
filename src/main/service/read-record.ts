import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Snapshot } from '../../shared/attempt'
import { firstCodePoints, isLongerThan } from '../../shared/code-points'
import {
  detailsLengths,
  fieldLengths,
  isDecidingField,
  isTooLong,
  longestUndocumentedCode,
  maxKept,
} from '../../shared/field-lengths'
import { isPinKey, pinKeyPresent } from '../../shared/masked-record'
import { readHundredths } from '../../shared/money'
import { neverSaved } from '../../shared/never-saved'
import { isTime } from '../../shared/refund-rules'
import { fail, type Result, succeed } from '../../shared/result'
import {
  type Oddities,
  optionalFields,
  type PlainField,
  plainFields,
  type Transaction,
  type TransactionDetails,
  type TransactionLink,
} from '../../shared/transaction'
import { firstBytes, shorten } from '../system/log'
import { type WireFault, wireFault } from './read-json'

/** One value as text, just as it came. Numbers that JSON writes as numbers have no length of their own. */
export type WireScalar = {
  readonly text: string
  readonly isNumber: boolean
  /** It was a list, an object, or a number that cannot be read exactly. */
  readonly isOdd: boolean
}

/**
 * Reads one value of a documented plain field as text. Numbers and booleans are accepted where text is documented and
 * the other way round (interface.md §2.2, `charge`); null is no value. A number that JSON numbers cannot hold
 * exactly is a problem: as an id it would name another transaction.
 */
function readScalar(value: unknown): Result<WireScalar, string> {
  if (value === null) return succeed({ text: '', isNumber: false, isOdd: false })
  if (typeof value === 'string' || typeof value === 'boolean') {
    return succeed({ text: String(value), isNumber: false, isOdd: false })
  }
  if (typeof value !== 'number') return fail('holds a list or an object')
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    return fail('holds a number too large to be read exactly')
  }
  return succeed({ text: String(value), isNumber: true, isOdd: false })
}

const decidingScalar = z.unknown().transform((value, context): WireScalar => {
  const read = readScalar(value)
  if (read.ok) return read.value
  context.addIssue(read.fault)
  return z.NEVER
})

/** A value that decides nothing is read whatever it is; a list or an object as its JSON text. */
const anyScalar = z.unknown().transform((value): WireScalar => {
  const read = readScalar(value)
  if (read.ok) return read.value
  const text = typeof value === 'number' ? `(${read.fault})` : jsonWithoutPinKey(value)
  return { text, isNumber: false, isOdd: true }
})

function plainShape() {
  const entries = plainFields.map(
    (field) => [field, (isDecidingField(field) ? decidingScalar : anyScalar).optional()] as const,
  )
  // `fromEntries` forgets which keys there are; they are exactly the plain fields.
  return Object.fromEntries(entries) as Record<PlainField, z.ZodOptional<typeof anyScalar>>
}

export const wireDetails = z.looseObject({
  request_user_id: anyScalar.optional(),
  first_name: anyScalar.optional(),
  last_name: anyScalar.optional(),
  remark: anyScalar.optional(),
})

export const detailsFields = {
  cancellation_details: 'cancellation',
  refund_details: 'refund',
  fail_details: 'fail',
} as const satisfies Record<string, TransactionDetails['kind']>

export type DetailsField = keyof typeof detailsFields
export const detailsFieldNames: readonly DetailsField[] = [
  'cancellation_details',
  'refund_details',
  'fail_details',
]

/** The record of interface.md §2.2 as it may come: every field may be missing, unknown ones are let through. */
export const wireRecord = z.looseObject({
  ...plainShape(),
  _links: z.unknown().optional(),
  cancellation_details: z.unknown().optional(),
  refund_details: z.unknown().optional(),
  fail_details: z.unknown().optional(),
})

export type WireRecord = z.infer<typeof wireRecord>
export type WireDetails = z.infer<typeof wireDetails>

/** The success envelope (interface.md §2.1). */
export const wireEnvelope = z.looseObject({ success: z.literal(true), data: wireRecord })

const names = [...neverSaved].join('|')
/** JSON that was cut or spoiled: a private text up to its quote, and of a private list or object all that follows. */
const privateInJson = new RegExp(
  `("(?:${names})"\\s*:\\s*)(?:"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?|[[{][^]*)`,
  'gi',
)
/** In text that is no JSON a private value ends where the next value or mark begins. */
const privateInText = new RegExp(`(${names})[^,;&<\\n]*`, 'gi')

/** A text of the service without private fields: exactly for JSON, as far as they can be seen for any other. */
export function withoutPrivateFields(text: string): string {
  try {
    return privateMembersOut(JSON.parse(text))
  } catch {
    return text.replace(privateInJson, '$1(left out)').replace(privateInText, '$1 (left out)')
  }
}

/** Parsed JSON, written without private members, wherever they stand. */
export function privateMembersOut(json: unknown): string {
  return JSON.stringify(json, (name, value: unknown) => (neverSaved.has(name) ? undefined : value)) ?? ''
}

/** A record, and what was tolerated in it: names of fields and what is odd about them, for the log. */
export type WireReading = { readonly record: Transaction; readonly notes: readonly string[] }

/**
 * Reads the JSON of a successful answer (interface.md §2.1, §2.2). Total: any value at all answers either a
 * record of our own type, of bounded size, or a fault that names the field; it never throws.
 */
export function readEnvelope(json: Result<unknown, WireFault>): Result<WireReading, WireFault> {
  if (!json.ok) return json
  const envelope = wireEnvelope.safeParse(json.value)
  return envelope.success ? succeed(readRecord(envelope.data.data)) : fail(faultOf(envelope.error))
}

function readRecord(wire: WireRecord): WireReading {
  const notes = makeNotes()
  const { fields, cut, odd, tooLong } = boundFields(wire)
  noteMissing(wire, notes)
  const { links, leftOut } = readLinks(wire._links, notes)
  const { found, strange } = detailsIn(wire)
  const named: Named = { cut: [...cut], odd: [...odd, ...strange.map(([name]) => name)] }
  const details = found.map(([name, members]) => detailsOf(name, members, named))
  const extra = readExtra([
    ...found.flatMap(([name, members]) => unknownMembers(members, knownDetails, `${name}.`)),
    ...strange,
    ...unknownMembers(wire, knownFields),
  ])
  const oddities = {
    cut: [...named.cut, ...extra.cut],
    odd: named.odd,
    tooLong,
    linksLeftOut: leftOut,
    extraLeftOut: extra.leftOut,
  }
  for (const name of tooLong) notes.add(`${name} is too long`)
  for (const name of oddities.odd) notes.add(`${name} is not as documented`)
  return {
    record: makeRecord(fields, found.length + strange.length > 0, {
      links,
      details,
      extra: extra.fields,
      oddities,
    }),
    notes: notes.list(),
  }
}

function noteMissing(wire: WireRecord, notes: WireNotes): void {
  for (const name of plainFields) {
    if (wire[name] === undefined && !optionalFields.has(name)) notes.add(`${name} is missing`)
  }
  if (wire._links === undefined) notes.add('_links is missing')
}

/** The details objects that say something, and what stands in their place and is none. */
function detailsIn(wire: WireRecord) {
  const found: (readonly [DetailsField, WireDetails])[] = []
  const strange: (readonly [DetailsField, unknown])[] = []
  for (const name of detailsFieldNames) {
    const value = wire[name]
    // No value, in any of the ways that services write it.
    if (value === undefined || value === null || value === '') continue
    if (typeof value === 'object' && Object.keys(value).length === 0) continue
    const details = Array.isArray(value) ? null : wireDetails.safeParse(value)
    if (details?.success === true) found.push([name, details.data])
    else strange.push([name, value])
  }
  return { found, strange }
}

function detailsOf(name: DetailsField, wire: WireDetails, named: Named): TransactionDetails {
  const texts = boundDetails(name, wire, named)
  return {
    kind: detailsFields[name],
    requestUserId: texts.request_user_id,
    firstName: texts.first_name,
    lastName: texts.last_name,
    remark: texts.remark,
  }
}

function makeRecord(
  fields: Fields,
  hasDetails: boolean,
  rest: Pick<Transaction, 'links' | 'details' | 'extra' | 'oddities'>,
): Transaction {
  return {
    id: fields.id ?? '',
    transactionId: fields.transaction_id ?? '',
    customId: fields.custom_id ?? '',
    companyId: fields.company_id ?? '',
    status: fields.status ?? '',
    currency: fields.currency ?? '',
    gatewayCode: fields.gateway_code ?? '',
    updatedAt: fields.updated_at ?? '',
    amount: hundredthsOrNull(fields.amount),
    refunded: readRefunded(fields, hasDetails),
    fields,
    ...rest,
  }
}

function hundredthsOrNull(text: string | undefined): number | null {
  const read = readHundredths(text ?? '')
  return read.ok ? read.value : null
}

/** An empty `refunded` is nothing only where everything else says so too (architecture.md, "Money and records"). */
function readRefunded(fields: Fields, hasDetails: boolean): number | null {
  const untouched = fields.status === 'paid' && !isTime(fields.refunded_at) && !hasDetails
  return fields.refunded === '' && untouched ? 0 : hundredthsOrNull(fields.refunded)
}

const knownFields: ReadonlySet<string> = new Set([...plainFields, '_links', ...detailsFieldNames])
const knownDetails: ReadonlySet<string> = new Set(Object.keys(detailsLengths))

function unknownMembers(
  value: object,
  known: ReadonlySet<string>,
  prefix = '',
): readonly (readonly [string, unknown])[] {
  const unknown = Object.entries(value).filter(([key]) => !known.has(key))
  return prefix === '' ? unknown : unknown.map(([key, member]) => [prefix + key, member] as const)
}

/** The first thing that is wrong, named as the interface names it: `data.refunded`, `data.refund_details`. */
function faultOf(error: z.ZodError): WireFault {
  const issue = error.issues[0]
  const field = (issue?.path ?? []).map(String).join('.')
  return wireFault(field, issue?.code === 'custom' ? issue.message : 'is not what the interface says')
}

/** What is kept of a record, so that it is of bounded size: fields, details, links, what the interface does not know. */

export type Fields = Partial<Record<PlainField, string>>

type Bounded = { readonly fields: Fields } & Pick<Oddities, 'cut' | 'odd' | 'tooLong'>

/**
 * The plain fields of a record but for the PIN key, cut where they may be (shared/field-lengths.ts), and the names of
 * those that aren't as documented.
 */
export function boundFields(wire: WireRecord): Bounded {
  const fields: Fields = {}
  const cut: string[] = []
  const odd: string[] = []
  const tooLong: PlainField[] = []
  for (const name of plainFields) {
    const found = wire[name]
    if (found === undefined) continue
    const { holds, longest } = fieldLengths[name]
    const kept = holds === 'text' ? longest : Math.max(longest, maxKept)
    const isCut = !isDecidingField(name) && isLongerThan(found.text, kept)
    fields[name] = withoutPinKey(name, isCut ? firstCodePoints(found.text, kept) : found.text)
    if (isCut) cut.push(name)
    else if (isOdd(name, found)) (isDecidingField(name) ? tooLong : odd).push(name)
  }
  return { fields, cut, odd, tooLong }
}

/** A time in the documented, zero-padded form, of a day that can be (interface.md §2.2). */
const documentedTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)$/

/** An amount that came as a JSON number is never too long: its digits are JSON's, not the service's. */
function isOdd(name: PlainField, { text, isNumber, isOdd }: WireScalar): boolean {
  const { holds } = fieldLengths[name]
  if (isOdd || (holds === 'time' && text !== '' && !documentedTime.test(text))) return true
  return isTooLong(text, fieldLengths[name]) && !(holds === 'amount' && isNumber)
}

/** What was found so far that isn't as documented. */
export type Named = { readonly cut: string[]; readonly odd: string[] }

type DetailsTexts = Readonly<Record<keyof typeof detailsLengths, string>>

/**
 * The texts of a details object, each cut to its length and then named. The id in it decides nothing, but is never
 * made another one: too long, it is left out and named.
 */
export function boundDetails(of: DetailsField, wire: WireDetails, named: Named): DetailsTexts {
  const bound = (name: keyof typeof detailsLengths, found: WireScalar | undefined): string => {
    const text = found?.text ?? ''
    const { holds, longest } = detailsLengths[name]
    if (found?.isOdd === true) named.odd.push(`${of}.${name}`)
    if (!isTooLong(text, detailsLengths[name])) return text
    named.cut.push(`${of}.${name}`)
    return holds === 'text' ? firstCodePoints(text, longest) : ''
  }
  return {
    request_user_id: bound('request_user_id', wire.request_user_id),
    first_name: bound('first_name', wire.first_name),
    last_name: bound('last_name', wire.last_name),
    remark: bound('remark', wire.remark),
  }
}

/** Most oddities of one record that a log line names. */
const mostNotes = 20

/** What is odd about a record, in words that hold names of the interface and numbers, never values. */
export type WireNotes = {
  readonly add: (words: string) => void
  /** The first 20, then how many more there were. */
  readonly list: () => readonly string[]
}

export function makeNotes(): WireNotes {
  const kept: string[] = []
  let more = 0
  return {
    add(words) {
      if (kept.length < mostNotes) kept.push(words)
      else more += 1
    },
    list: () => (more === 0 ? [...kept] : [...kept, `and ${more} more`]),
  }
}

/** Most links of one record that are kept; the document names five values of `rel`. */
export const mostLinks = 20
/** In code points. A longer address or word is left out: cut, it would lead elsewhere. */
export const longestHref = 4096
export const longestRel = 64

type Links = { readonly links: readonly TransactionLink[]; readonly leftOut: number }

/**
 * Reads `_links` (interface.md §2.2). What is no link is noted and left out; links beyond the limits are left out
 * and counted. Links never make a record fail.
 */
export function readLinks(value: unknown, notes: WireNotes): Links {
  if (value === undefined || value === null || value === '') return { links: [], leftOut: 0 }
  if (!Array.isArray(value)) {
    notes.add('_links is not a list')
    return { links: [], leftOut: 0 }
  }
  const links: TransactionLink[] = []
  let leftOut = 0
  for (const [index, entry] of value.entries()) {
    const link = linkOf(entry)
    if (link === null) notes.add(`_links[${index}] is not a link`)
    else if (links.length === mostLinks || isLinkTooLong(link)) leftOut += 1
    else links.push(link)
  }
  return { links, leftOut }
}

function linkOf(entry: unknown): TransactionLink | null {
  if (typeof entry !== 'object' || entry === null || !('rel' in entry) || !('href' in entry)) return null
  const { rel, href } = entry
  return typeof rel === 'string' && typeof href === 'string' ? { rel, href } : null
}

function isLinkTooLong({ rel, href }: TransactionLink): boolean {
  return isLongerThan(rel, longestRel) || isLongerThan(href, longestHref)
}

/** Most fields of one record that the interface does not know, those of its details objects among them. */
export const mostExtra = 200
/** In bytes of UTF-8; a longer one is cut and named. */
export const longestExtra = 4 * 1024
/** In code points; a field with a longer name is left out: a cut name would be another field's. */
export const longestExtraName = 128

export type Extra = {
  readonly fields: Readonly<Record<string, string>>
  /** The names of those that were cut. */
  readonly cut: readonly string[]
  readonly leftOut: number
}

/** Unknown fields as text, in the order in which they came; nested ones as JSON text. None holds a PIN key. */
export function readExtra(members: readonly (readonly [name: string, value: unknown])[]): Extra {
  const kept = members.filter(([name]) => !isLongerThan(name, longestExtraName)).slice(0, mostExtra)
  const cut: string[] = []
  const fields = kept.map(([name, value]) => {
    const whole = withoutPinKey(name, textOf(value))
    const text = firstBytes(whole, longestExtra)
    if (text !== whole) cut.push(name)
    return [name, text] as const
  })
  return { fields: Object.fromEntries(fields), cut, leftOut: members.length - kept.length }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? textWithoutPinKey(value) : jsonWithoutPinKey(value)
}

/**
 * The key of PIN encryption (interface.md §2.2 #36) is nobody's business at a counter. What the wire parser reads holds
 * a word in its place, wherever it stands, so that it cannot be shown, printed, copied, saved or sent to the window.
 */

const speaksOfPinKey = /pin[\s_-]?key/i

/** A plain field's or member's own text, unless it is the key: then only whether there is one. */
export function withoutPinKey(name: string, text: string): string {
  return text !== '' && isPinKey(name) ? pinKeyPresent : text
}

/** A value that nobody documented, as JSON text without any PIN key, also in JSON that is a text within it. */
export function jsonWithoutPinKey(value: unknown): string {
  return JSON.stringify(value, keysOut) ?? ''
}

/** A text that nobody documented. One that speaks of such a key and is no JSON is left out: nobody knows where it ends. */
export function textWithoutPinKey(text: string): string {
  if (!speaksOfPinKey.test(text)) return text
  try {
    return jsonWithoutPinKey(JSON.parse(text))
  } catch {
    return '(left out)'
  }
}

function keysOut(name: string, value: unknown): unknown {
  if (isPinKey(name)) return value === null || value === '' ? value : pinKeyPresent
  return typeof value === 'string' ? textWithoutPinKey(value) : value
}

/** In code points: a check can write a snapshot into the journal, which is never pruned. */
export const longestSnapshotRemark = 1000
/** No documented code or time is nearly as long. */
const longestSnapshotCode = longestUndocumentedCode

/** The part of a record that the refund protocol judges by. The remark of the refund goes before any other. */
export function snapshotOf(record: Transaction): Snapshot {
  const details = record.details.find(({ kind }) => kind === 'refund') ?? record.details[0]
  return {
    id: boundForJournal(record.id, longestSnapshotCode),
    status: boundForJournal(record.status, longestSnapshotCode),
    currency: boundForJournal(record.currency, longestSnapshotCode),
    amount: record.amount,
    refunded: record.refunded,
    refundedAt: boundForJournal(record.fields.refunded_at ?? '', longestSnapshotCode),
    updatedAt: boundForJournal(record.updatedAt, longestSnapshotCode),
    remark: boundForJournal(details?.remark ?? '', longestSnapshotRemark),
  }
}

/**
 * A text of bounded length that is still another for every other text: what is cut ends in a digest of the whole,
 * so that the judgement never takes two for the same that only begin alike. A marker stands at the beginning.
 */
function boundForJournal(text: string, longest: number): string {
  if (!isLongerThan(text, longest)) return text
  const end = ` … (cut, ${createHash('sha256').update(text).digest('hex').slice(0, 16)})`
  return firstCodePoints(text, longest - end.length) + end
}

/** A record as text for people and for the journal: without private fields, 16 KiB at most. */
export function rawForPeople(record: Transaction): string {
  const { fields, links, details, extra } = record
  const told = [
    ...Object.entries(fields),
    ...Object.entries(extra).map(([name, text]) => [name, withoutNestedPrivateFields(text)] as const),
  ]
    .filter(([name]) => !neverSaved.has(name.split('.').at(-1) ?? name))
    .map(([name, text]) => [name, briefly(text)] as const)
  const named = {
    ...Object.fromEntries(told),
    _links: links,
    ...Object.fromEntries(details.map(asDocumented)),
  }
  return shorten(JSON.stringify(named, null, 1))
}

/** Under the interface's own names: they are what the provider's support knows. */
function asDocumented(details: TransactionDetails): readonly [DetailsField, object] {
  const { kind, requestUserId, firstName, lastName, remark } = details
  const name = {
    cancellation: 'cancellation_details',
    refund: 'refund_details',
    fail: 'fail_details',
  } as const
  return [
    name[kind],
    {
      request_user_id: requestUserId,
      first_name: briefly(firstName),
      last_name: briefly(lastName),
      remark: briefly(remark),
    },
  ]
}

/** One long text must not push what decides out of what is kept. */
function briefly(text: string): string {
  return isLongerThan(text, longestSnapshotRemark)
    ? `${firstCodePoints(text, longestSnapshotRemark)} … (cut)`
    : text
}

/** Objects that the interface does not know stand in a record as JSON text. */
function withoutNestedPrivateFields(text: string): string {
  return /^[[{]/.test(text) ? withoutPrivateFields(text) : text
}
