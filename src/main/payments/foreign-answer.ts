import { decides, fieldLengths } from '../../shared/field-lengths'
import { fail, type Result, succeed } from '../../shared/result'
import { type PlainField, plainFields } from '../../shared/transaction'
import { shorten } from '../log/bounded-text'
import type { Exchanged, NoAnswer, NotBegun } from './exchange'
import { changeTexts, readForeignJson, type WireFault, wireFault } from './foreign-json'
import type { NeverConnected } from './never-connected'
import { privateMembersOut, withoutPrivateFields } from './private-fields'
import { makeTokenFilter, type TokenFilter } from './token-filter'

/** A complete answer in which no access token stands any more, nor any random piece of it. */
export type ForeignAnswer = {
  readonly kind: 'answered'
  readonly httpStatus: number
  /** Seconds of the `Age` header; above 0 the answer came out of some cache. */
  readonly age: number
  /** The body; a fault where it is no JSON, and where a field that decides held a piece of the token. */
  readonly json: Result<unknown, WireFault>
  /** The body for people: without private fields, 16 KiB at most. */
  readonly text: () => string
}

/** What an exchange brought, past the filter. */
export type Received = NeverConnected | NotBegun | NoAnswer | ForeignAnswer

/** Of a body that is no JSON, in characters: far more than is kept of it. */
const mostLookedAt = 64 * 1024

/**
 * The one way from an exchange to anything that reads it: takes the access token out of every text after it was
 * decoded. Services repeat requests in their errors, and the token may stand nowhere but in the keychain and in
 * the request (architecture.md, promise 3). A field that decides about money is never rewritten: a piece of the token
 * in one makes the whole answer unreadable, with words that name the field.
 */
export function receive(outcome: Exchanged, token: string): Received {
  const filter = makeTokenFilter(token)
  if (outcome.kind !== 'answered') return { ...outcome, detail: filter.clean(outcome.detail) }
  const { httpStatus, age, body } = outcome
  const read = readForeignJson(body)
  if (!read.ok) {
    const text = () =>
      shorten(`HTTP ${httpStatus}\n${withoutPrivateFields(filter.clean(body.slice(0, mostLookedAt)))}`)
    return { kind: 'answered', httpStatus, age, json: read, text }
  }
  const clean = changeTexts(read.value, filter.clean)
  const field = decidingFieldWithToken(read.value, filter)
  return {
    kind: 'answered',
    httpStatus,
    age,
    json: field === null ? succeed(clean) : fail(wireFault(field, 'holds a piece of the access token')),
    text: () => shorten(`HTTP ${httpStatus}\n${privateMembersOut(clean)}`),
  }
}

/**
 * Ids that are only shown or sorted by. A token often begins with the id of the user or the company that it was made
 * for: these lose the piece as texts do, else no answer of that service could be read.
 */
const onlyShown: ReadonlySet<PlainField> = new Set([
  'user_id',
  'company_id',
  'store_id',
  'barcode_id',
  'payment_link_id',
  'reference_id',
  'buyer_id',
  'fixed_id',
  'pin_key',
])

/** What refunds, lookups and locks are decided by, and no token may be taken out of. */
export const decidingFields = plainFields.filter(
  (name) => decides(fieldLengths[name]) && !onlyShown.has(name),
)

/** The first field that decides, of the record that this body may be, in which the token or a piece of it stands. */
function decidingFieldWithToken(body: unknown, filter: TokenFilter): string | null {
  const data = memberOf(body, 'data')
  const found = decidingFields.find((name) => {
    const value = memberOf(data, name)
    return (typeof value === 'string' || typeof value === 'number') && filter.finds(String(value))
  })
  return found === undefined ? null : `data.${found}`
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}
