import type { z } from 'zod'
import { readHundredths } from '../../shared/money'
import { fail, type Result, succeed } from '../../shared/result'
import {
  documentedLengths,
  optionalFields,
  type PlainField,
  plainFields,
  type Transaction,
  type TransactionDetails,
} from '../../shared/transaction'
import { readForeignJson, type WireFault, wireFault } from './foreign-json'
import {
  detailsFieldNames,
  detailsFields,
  readLinks,
  type WireDetails,
  type WireRecord,
  wireEnvelope,
} from './wire-record'

/** A record, and what was tolerated in it: names of fields and what is odd about them, for the log. */
export type WireReading = { readonly record: Transaction; readonly notes: readonly string[] }

type Fields = Partial<Record<PlainField, string>>

/**
 * Reads the body of a successful answer (interface.md §2.1, §2.2). Total: any text at all answers either a
 * record of our own type or a fault that names the field; it never throws.
 */
export function readEnvelope(body: string): Result<WireReading, WireFault> {
  const json = readForeignJson(body)
  if (!json.ok) return json
  const envelope = wireEnvelope.safeParse(json.value)
  if (!envelope.success) return fail(faultOf(envelope.error))
  return readRecord(envelope.data.data)
}

function readRecord(wire: WireRecord): Result<WireReading, WireFault> {
  const notes: string[] = []
  const fields = readFields(wire, notes)
  const links = readLinks(wire._links, notes)
  const extra: [string, string][] = []
  const details: TransactionDetails[] = []
  for (const name of detailsFieldNames) {
    const found = wire[name]
    if (found === undefined || found === null || Object.keys(found).length === 0) continue
    details.push(detailsOf(detailsFields[name], found))
    for (const [key, value] of unknownMembers(found, knownDetails)) {
      extra.push([`${name}.${key}`, extraText(value)])
    }
  }
  for (const [key, value] of unknownMembers(wire, knownFields)) extra.push([key, extraText(value)])
  return succeed({ record: makeRecord(fields, { links, details, extra: Object.fromEntries(extra) }), notes })
}

function readFields(wire: WireRecord, notes: string[]): Fields {
  const fields: Fields = {}
  for (const name of plainFields) {
    const text = wire[name]
    if (text !== undefined) fields[name] = text
    else if (!optionalFields.has(name)) notes.push(`${name} is missing`)
  }
  if (wire._links === undefined) notes.push('_links is missing')
  return fields
}

function detailsOf(kind: TransactionDetails['kind'], wire: WireDetails): TransactionDetails {
  return {
    kind,
    requestUserId: wire.request_user_id ?? '',
    firstName: wire.first_name ?? '',
    lastName: wire.last_name ?? '',
    remark: wire.remark ?? '',
  }
}

function makeRecord(fields: Fields, rest: Pick<Transaction, 'links' | 'details' | 'extra'>): Transaction {
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
    lengths: documentedLengths,
    ...rest,
  }
}

function hundredthsOrNull(text: string | undefined): number | null {
  const read = readHundredths(text ?? '')
  return read.ok ? read.value : null
}

/** An empty `refunded` is nothing only where everything else says so too (design.md, "Money and records"). */
function readRefunded(fields: Fields, details: readonly TransactionDetails[]): number | null {
  const untouched = fields.status === 'paid' && (fields.refunded_at ?? '') === '' && details.length === 0
  return fields.refunded === '' && untouched ? 0 : hundredthsOrNull(fields.refunded)
}

const knownFields: ReadonlySet<string> = new Set([...plainFields, '_links', ...detailsFieldNames])
const knownDetails: ReadonlySet<string> = new Set(['request_user_id', 'first_name', 'last_name', 'remark'])

function unknownMembers(value: object, known: ReadonlySet<string>): readonly [string, unknown][] {
  return Object.entries(value).filter(([key]) => !known.has(key))
}

function extraText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch {
    // What could be read may still be nested too deep to be written.
    return '(nested too deep)'
  }
}

/** The first thing that is wrong, named as the interface names it: `data.refunded`, `data.refund_details`. */
function faultOf(error: z.ZodError): WireFault {
  const issue = error.issues[0]
  const field = (issue?.path ?? []).map(String).join('.')
  return wireFault(field, issue?.code === 'custom' ? issue.message : 'is not what the interface says')
}
