import { z } from 'zod'
import { detailsLengths, isDecidingField } from '../../shared/field-lengths'
import { readHundredths } from '../../shared/money'
import { neverSaved } from '../../shared/never-saved'
import { isTime } from '../../shared/refund-rules'
import { fail, type Result, succeed } from '../../shared/result'
import {
  optionalFields,
  type PlainField,
  plainFields,
  type Transaction,
  type TransactionDetails,
} from '../../shared/transaction'
import { type WireFault, wireFault } from './read-json'
import { jsonWithoutPinKey } from './tls'
import {
  boundDetails,
  boundFields,
  type Fields,
  makeNotes,
  type Named,
  readExtra,
  readLinks,
  type WireNotes,
} from './wire-lengths'

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
