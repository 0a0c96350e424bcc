import type { z } from 'zod'
import { detailsLengths } from '../../shared/field-lengths'
import { readHundredths } from '../../shared/money'
import { fail, type Result, succeed } from '../../shared/result'
import {
  optionalFields,
  plainFields,
  type Transaction,
  type TransactionDetails,
} from '../../shared/transaction'
import { type WireFault, wireFault } from './foreign-json'
import {
  boundDetails,
  boundFields,
  type Fields,
  makeNotes,
  readExtra,
  readLinks,
  type WireNotes,
} from './wire-lengths'
import {
  type DetailsField,
  detailsFieldNames,
  detailsFields,
  type WireDetails,
  type WireRecord,
  wireEnvelope,
} from './wire-record'

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
  const { fields, cut, tooLong } = boundFields(wire)
  noteMissing(wire, notes)
  const { links, leftOut } = readLinks(wire._links, notes)
  const found = detailsIn(wire)
  const cutInDetails: string[] = []
  const details = found.map(([name, members]) => detailsOf(name, members, cutInDetails))
  const extra = readExtra([
    ...found.flatMap(([name, members]) => unknownMembers(members, knownDetails, `${name}.`)),
    ...unknownMembers(wire, knownFields),
  ])
  const lengths = {
    cut: [...cut, ...cutInDetails, ...extra.cut],
    tooLong,
    linksLeftOut: leftOut,
    extraLeftOut: extra.leftOut,
  }
  for (const name of tooLong) notes.add(`${name} is too long`)
  return { record: makeRecord(fields, { links, details, extra: extra.fields, lengths }), notes: notes.list() }
}

function noteMissing(wire: WireRecord, notes: WireNotes): void {
  for (const name of plainFields) {
    if (wire[name] === undefined && !optionalFields.has(name)) notes.add(`${name} is missing`)
  }
  if (wire._links === undefined) notes.add('_links is missing')
}

/** The details objects that say something. */
function detailsIn(wire: WireRecord): readonly (readonly [DetailsField, WireDetails])[] {
  return detailsFieldNames.flatMap((name) => {
    const found = wire[name]
    return found === undefined || found === null || Object.keys(found).length === 0
      ? []
      : [[name, found] as const]
  })
}

function detailsOf(name: DetailsField, wire: WireDetails, cut: string[]): TransactionDetails {
  const texts = boundDetails(name, wire, cut)
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
  rest: Pick<Transaction, 'links' | 'details' | 'extra' | 'lengths'>,
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
    refunded: readRefunded(fields, rest.details),
    fields,
    ...rest,
  }
}

function hundredthsOrNull(text: string | undefined): number | null {
  const read = readHundredths(text ?? '')
  return read.ok ? read.value : null
}

/** An empty `refunded` is nothing only where everything else says so too (architecture.md, "Money and records"). */
function readRefunded(fields: Fields, details: readonly TransactionDetails[]): number | null {
  const untouched = fields.status === 'paid' && (fields.refunded_at ?? '') === '' && details.length === 0
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
