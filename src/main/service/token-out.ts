/**
 * What an exchange brought, with the access token taken out of its texts for people: services repeat requests in their
 * errors (architecture.md, promise 3).
 */
import { type Result, succeed } from '../../shared/result'
import type { PlainField } from '../../shared/transaction'
import { shorten } from '../system/log'
import type { NeverConnected } from './connection'
import type { Exchanged, NoAnswer, NotBegun } from './exchange'
import { changeTexts, readForeignJson, type WireFault } from './read-json'
import { privateMembersOut, withoutPrivateFields } from './read-record'

/** A complete answer, read as JSON where it is some. */
export type ForeignAnswer = {
  readonly kind: 'answered'
  readonly httpStatus: number
  /** Seconds of the `Age` header; above 0 the answer came out of some cache. */
  readonly age: number
  readonly json: Result<unknown, WireFault>
  /** The body for people: without private fields, 16 KiB at most. */
  readonly text: () => string
}

export type Received = NeverConnected | NotBegun | NoAnswer | ForeignAnswer

/** Of a body that is no JSON, in characters: far more than is kept of it. */
const maxLookedAt = 64 * 1024

/** What this program decides by. These fields are never rewritten: an id that looks like a token is still the id. */
const decidingFields = [
  'id',
  'transaction_id',
  'custom_id',
  'company_id',
  'store_id',
  'gateway_code',
  'status',
  'amount',
  'currency',
  'refunded',
  'refunded_at',
  'updated_at',
] as const satisfies readonly PlainField[]

export function receive(outcome: Exchanged, token: string): Received {
  const clean = makeTokenRemover(token)
  if (outcome.kind !== 'answered') return { ...outcome, detail: clean(outcome.detail) }
  const { httpStatus, age, body } = outcome
  const json = readForeignJson(body)
  const cleaned = json.ok ? changeTexts(json.value, clean) : null
  return {
    kind: 'answered',
    httpStatus,
    age,
    json: json.ok ? succeed(withDecidingFields(cleaned, json.value)) : json,
    text: () => {
      const told = json.ok
        ? privateMembersOut(cleaned)
        : withoutPrivateFields(clean(body.slice(0, maxLookedAt)))
      return shorten(`HTTP ${httpStatus}\n${told}`)
    },
  }
}

/** A shorter token would be found by chance in any text. */
const minToken = 8

/** Returns a function that takes the whole token out of a text: as it is, and as URLs, JSON and Base64 write it. */
function makeTokenRemover(token: string): (text: string) => string {
  const inJson = JSON.stringify(token).slice(1, -1)
  const inBase64 = [token, `Bearer ${token}`].flatMap((text) => {
    const bytes = Buffer.from(text)
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
  })
  const forms = [token, encodeURIComponent(token), inJson, inJson.replaceAll('/', '\\/'), ...inBase64]
  return (text) => {
    let cleaned = text
    for (const form of token.length < minToken ? [] : forms) {
      cleaned = cleaned.replaceAll(form, '(access token)')
    }
    return cleaned.replace(/\bBearer [^\s"'<>]{16,}/g, 'Bearer (access token)')
  }
}

function withDecidingFields(cleaned: unknown, came: unknown): unknown {
  const [data, dataAsItCame] = [dataOf(cleaned), dataOf(came)]
  if (data === dataAsItCame || data === null || dataAsItCame === null) return cleaned
  const kept = decidingFields.flatMap((name) =>
    Object.hasOwn(dataAsItCame, name) ? [[name, dataAsItCame[name]] as const] : [],
  )
  return { ...(cleaned as object), data: { ...data, ...Object.fromEntries(kept) } }
}

function dataOf(body: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof body !== 'object' || body === null || !('data' in body)) return null
  const { data } = body
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Readonly<Record<string, unknown>>)
    : null
}
