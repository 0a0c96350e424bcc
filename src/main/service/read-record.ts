import { z } from 'zod'
import { leadingMarker } from '../../shared/attempt/marker'
import { fail, type Result, succeed } from '../../shared/base/result'
import { isLongerThan } from '../../shared/base/text'
import { readHundredths } from '../../shared/payment/money'
import { isPinKey, pinKeyPresent } from '../../shared/payment/private-fields'
import { isTime } from '../../shared/payment/refund-rules'
import {
  decidingFields,
  detailsLengths,
  fieldLengths,
  isDecidingField,
  isTooLong,
  maxKept,
  type PlainField,
  plainFields,
  type Transaction,
  type TransactionDetails,
  type TransactionLink,
} from '../../shared/payment/transaction'
import { shorten } from '../system/log'
import { cutTo, type ForeignJson, isNothing } from './read-answer'

/** A value as text, lists and objects as JSON; `problem` says why it is no plain value. */
type Scalar = { readonly text: string; readonly isNumber: boolean; readonly problem: string | null }

/**
 * Reads a value as text. Accepts numbers and booleans where text is documented, and the reverse (interface.md §2.2,
 * `charge`); null is ''. A number that JSON cannot hold exactly is a problem: as an id it would name another transaction.
 */
export function scalarOf(value: unknown): Scalar {
  if (value === null) return { text: '', isNumber: false, problem: null }
  if (typeof value === 'number') {
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) {
      return { text: String(value), isNumber: true, problem: null }
    }
    const problem = 'holds a number too large to be read exactly'
    return { text: '(a number too large to be read exactly)', isNumber: false, problem }
  }
  if (typeof value === 'string' || typeof value === 'boolean') {
    return { text: String(value), isNumber: false, problem: null }
  }
  return { text: jsonWithoutPinKey(value), isNumber: false, problem: 'holds a list or an object' }
}

/** Fields that decide about a refund must be plain values. */
const decidingValue = z
  .unknown()
  .superRefine((value, context) => {
    const { problem } = scalarOf(value)
    if (problem !== null) context.addIssue(problem)
  })
  .optional()

/** The success envelope (interface.md §2.1). Any field may be missing; unknown ones are allowed. */
const wireEnvelope = z.looseObject({
  success: z.literal(true),
  data: z.looseObject(Object.fromEntries(decidingFields.map((name) => [name, decidingValue]))),
})
type Members = Readonly<Record<string, unknown>>
const wireObject = z.looseObject({})

/**
 * Reads the JSON of a successful answer (interface.md §2.1, §2.2). Returns a record of bounded size, or a fault that
 * names the field. Never throws.
 * @param clean removes the access token from a text
 */
export function readEnvelope(json: ForeignJson, clean = (text: string) => text): Result<Transaction, string> {
  if (!json.ok) return json
  const envelope = wireEnvelope.safeParse(json.value)
  if (envelope.success) return succeed(readRecord(envelope.data.data, clean))
  // Named as in the interface: `data.refunded`, `data.id`.
  const [issue] = envelope.error.issues
  const words = issue?.code === 'custom' ? issue.message : 'is not what the interface says'
  return fail(`${(issue?.path ?? []).map(String).join('.') || 'the answer'} ${words}`)
}

const detailsKinds = {
  cancellation_details: 'cancellation',
  refund_details: 'refund',
  fail_details: 'fail',
} as const satisfies Record<string, TransactionDetails['kind']>

const knownFields: ReadonlySet<string> = new Set([...plainFields, '_links', ...Object.keys(detailsKinds)])
const knownDetails: ReadonlySet<string> = new Set(Object.keys(detailsLengths))

function unknownOf(members: Members, known: ReadonlySet<string>, prefix = '') {
  const unknown = Object.entries(members).filter(([name]) => !known.has(name))
  return unknown.map(([name, value]) => [prefix + name, value] as const)
}

function readRecord(wire: Members, clean: (text: string) => string): Transaction {
  const { fields, tooLong, odd } = readFields(wire, clean)
  const { links, isOdd: linksAreOdd } = readLinks(wire._links, clean)
  const { details, strange, unknown, odd: oddDetails } = readDetails(wire, clean)
  return {
    id: fields.id ?? '',
    transactionId: fields.transaction_id ?? '',
    customId: fields.custom_id ?? '',
    companyId: fields.company_id ?? '',
    status: fields.status ?? '',
    currency: fields.currency ?? '',
    gatewayCode: fields.gateway_code ?? '',
    updatedAt: fields.updated_at ?? '',
    amount: readHundredths(fields.amount ?? ''),
    refunded: readRefunded(fields, details.length + strange.length > 0),
    fields,
    links,
    details,
    extra: readExtra([...unknown, ...strange, ...unknownOf(wire, knownFields)], clean),
    odd: [...odd, ...(linksAreOdd ? ['_links'] : []), ...oddDetails],
    tooLong,
  }
}

type Fields = Partial<Record<PlainField, string>>

/** Fields that Tillside decides or compares by: an id that looks like the token is still the id. */
const verbatimFields: ReadonlySet<PlainField> = new Set<PlainField>([
  ...decidingFields,
  'transaction_id',
  'custom_id',
  'company_id',
  'store_id',
  'gateway_code',
  'refunded_at',
  'updated_at',
])

/** Reads the plain fields, cut to their limits (shared/payment/transaction.ts), the PIN key replaced by a word. */
function readFields(wire: Members, clean: (text: string) => string) {
  const fields: Fields = {}
  const tooLong: PlainField[] = []
  const odd: PlainField[] = []
  for (const name of plainFields) {
    if (wire[name] === undefined) continue
    const scalar = scalarOf(wire[name])
    const { holds, maxLength } = fieldLengths[name]
    const text = verbatimFields.has(name) ? scalar.text : clean(textWithoutPinKey(scalar.text))
    const kept = holds === 'text' ? maxLength : Math.max(maxLength, maxKept)
    fields[name] = withoutPinKey(name, isDecidingField(name) ? text : cutTo(text, kept))
    if (isOdd(name, scalar)) (isDecidingField(name) ? tooLong : odd).push(name)
  }
  return { fields, tooLong, odd }
}

/** The documented, zero-padded form of a time (interface.md §2.2). */
const documentedTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)$/

/** Whether a field is not as documented. An amount sent as a JSON number is never too long: its digits are JSON's. */
function isOdd(name: PlainField, { text, isNumber, problem }: Scalar): boolean {
  const { holds } = fieldLengths[name]
  if (problem !== null || (holds === 'time' && text !== '' && !documentedTime.test(text))) return true
  return isTooLong(text, fieldLengths[name]) && !(holds === 'amount' && isNumber)
}

/** Reads the details objects that are not empty. Returns apart what is no object, and their unknown members. */
function readDetails(wire: Members, clean: (text: string) => string) {
  const odd: string[] = []
  const details: TransactionDetails[] = []
  const strange: (readonly [string, unknown])[] = []
  const unknown: (readonly [string, unknown])[] = []
  for (const [name, kind] of Object.entries(detailsKinds)) {
    const value = wire[name]
    if (isNothing(value)) continue
    const object = wireObject.safeParse(value)
    if (!object.success) {
      strange.push([name, value])
      continue
    }
    const textOf = (member: keyof typeof detailsLengths): string => {
      const { text, problem } = scalarOf(object.data[member] ?? null)
      const whole = clean(textWithoutPinKey(text))
      const { holds, maxLength } = detailsLengths[member]
      const tooLong = isTooLong(whole, detailsLengths[member])
      if (problem !== null || tooLong) odd.push(`${name}.${member}`)
      // An id is left out rather than cut into another one.
      return tooLong && holds !== 'text' ? '' : cutTo(whole, maxLength)
    }
    details.push({
      kind,
      requestUserId: textOf('request_user_id'),
      firstName: textOf('first_name'),
      lastName: textOf('last_name'),
      remark: textOf('remark'),
    })
    unknown.push(...unknownOf(object.data, knownDetails, `${name}.`))
  }
  return { details, strange, unknown, odd: [...odd, ...strange.map(([name]) => name)] }
}

/** An empty `refunded` is 0 only where all other fields agree (architecture.md, "Money and records"). */
function readRefunded(fields: Fields, hasDetails: boolean): number | null {
  const untouched = fields.status === 'paid' && !isTime(fields.refunded_at) && !hasDetails
  return fields.refunded === '' && untouched ? 0 : readHundredths(fields.refunded ?? '')
}

/** The interface documents five values of `rel`. */
export const maxLinks = 20
/** In code points. A longer link is left out: cut, it would lead elsewhere. */
export const maxHref = 4096
export const maxRel = 64

const wireLink = z.object({ rel: z.string(), href: z.string() })

/** Reads `_links` (interface.md §2.2). Leaves out what is no link, or beyond the limits. */
function readLinks(value: unknown, clean: (text: string) => string) {
  const links: TransactionLink[] = []
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  for (const entry of entries) {
    const { rel, href } = wireLink.safeParse(entry).data ?? {}
    if (rel === undefined || href === undefined || isLongerThan(rel, maxRel)) continue
    if (speaksOfPinKey.test(href)) continue
    if (links.length < maxLinks && !isLongerThan(href, maxHref)) {
      links.push({ rel: clean(rel), href: clean(href) })
    }
  }
  return { links, isOdd: links.length < entries.length || !(isNothing(value) || Array.isArray(value)) }
}

/** Of undocumented fields, including those of the details objects. */
export const maxExtra = 200
/** A longer one is cut, and says so. */
export const maxExtraBytes = 4 * 1024
/** In code points. A field with a longer name is left out: cut, the name would be another field's. */
export const maxExtraName = 128

/** Reads undocumented fields as text, nested ones as JSON, without PIN keys. "…" holds how many were left out. */
function readExtra(members: readonly (readonly [string, unknown])[], clean: (text: string) => string) {
  const kept = members.filter(([name]) => !isLongerThan(name, maxExtraName)).slice(0, maxExtra)
  const leftOut = members.length - kept.length
  const fields = kept.map(([came, value]) => {
    const name = clean(came)
    const plain = typeof value === 'string' ? textWithoutPinKey(value) : scalarOf(value).text
    return [name, shorten(clean(withoutPinKey(name, plain)), maxExtraBytes)] as const
  })
  return { ...Object.fromEntries(fields), ...(leftOut === 0 ? {} : { '…': String(leftOut) }) }
}

/**
 * The key of PIN encryption (interface.md §2.2 #36) is replaced by a word at any depth, so that it is never shown,
 * printed, copied, saved or sent to the window.
 */
const speaksOfPinKey = /pin[\s_-]?key/i

function withoutPinKey(name: string, text: string): string {
  return text !== '' && isPinKey(name) ? pinKeyPresent : text
}

/**
 * Removes the PIN key from a text. Plain text that mentions one is left out, because its end is unknown, but for the
 * marker that a remark begins with: it is evidence (refund-protocol.md 4).
 */
function textWithoutPinKey(text: string): string {
  if (!speaksOfPinKey.test(text)) return text
  try {
    return jsonWithoutPinKey(JSON.parse(text))
  } catch {
    const marker = leadingMarker(text)
    return marker === null ? '(left out)' : `${marker} (left out)`
  }
}

/** Writes a value as JSON without PIN keys, also within texts that hold JSON. */
function jsonWithoutPinKey(value: unknown): string {
  const keyOut = (name: string, member: unknown): unknown => {
    if (isPinKey(name)) return member === null || member === '' ? member : pinKeyPresent
    return typeof member === 'string' ? textWithoutPinKey(member) : member
  }
  return JSON.stringify(value, keyOut) ?? ''
}
