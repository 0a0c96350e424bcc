import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Snapshot } from '../../shared/attempt/attempt'
import { fail, type Result, succeed } from '../../shared/base/result'
import { firstCodePoints, isLongerThan } from '../../shared/base/text'
import { longestUndocumentedCode } from '../../shared/payment/field-lengths'
import { isPrivatePath, neverSaved } from '../../shared/payment/private-fields'
import type { Transaction, TransactionDetails } from '../../shared/payment/transaction'
import { shorten } from '../system/log'
import type { Answered, Exchanged, Unanswered } from './exchange'

/** Or what is wrong with a body, in words that name fields of the interface and hold no value. */
export type ForeignJson = Result<unknown, string>

/** A complete answer, read as JSON where it is some. */
export type ForeignAnswer = Omit<Answered, 'body'> & {
  /** Just as it came: what is told of it goes through `clean`. */
  readonly json: ForeignJson
  /** Takes the access token out of a text. */
  readonly clean: (text: string) => string
  /** The body for people: without token and private fields, 16 KiB at most. */
  readonly text: () => string
}

export type Received = Unanswered | ForeignAnswer

/** Of a body that is no JSON, in characters: far more than is kept of it. */
const maxLookedAt = 64 * 1024

/**
 * Reads what an exchange brought, with the access token taken out of its texts for people: services repeat requests in
 * their errors (architecture.md, promise 3).
 */
export function receive(outcome: Exchanged, token: string): Received {
  const clean = makeTokenRemover(token)
  if (outcome.kind !== 'answered') return { ...outcome, detail: clean(outcome.detail) }
  const { body, ...answer } = outcome
  const json = readForeignJson(body)
  const told = () =>
    json.ok ? publicJson(json.value, clean) : withoutPrivateFields(body.slice(0, maxLookedAt))
  return { ...answer, json, clean, text: () => shorten(`HTTP ${answer.httpStatus}\n${clean(told())}`) }
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

/** Deeper than any record, and shallow enough for all that walks through one. */
const maxDepth = 1000

/**
 * Values of one answer, lists and objects among them: a hundred times a record's. Half a million of them, which have
 * room in an answer, hold main up for the better part of a second.
 */
export const maxValues = 10_000

const sign = { quote: 34, comma: 44, list: 91, escape: 92, listEnd: 93, object: 123, objectEnd: 125 } as const

/**
 * What is too much about a text, if it is JSON: counted before it is parsed, which takes longest. Signs inside strings
 * do not count.
 */
function findExcess(text: string): string | null {
  let [values, depth, inString] = [1, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === sign.quote) inString = !inString
    else if (inString) at += code === sign.escape ? 1 : 0
    else if (code === sign.comma) values += 1
    else if (code === sign.list || code === sign.object) {
      values += 1
      depth += 1
    } else if (code === sign.listEnd || code === sign.objectEnd) depth -= 1
    if (depth > maxDepth) return 'is nested too deep'
    if (values > maxValues) return `has more than ${maxValues} values`
  }
  return null
}

/**
 * Reads text of the service as JSON. Members named `__proto__` are left out wherever they stand. Answers a
 * fault for anything that is not JSON, that is nested deeper than 1,000 levels or has more than 10,000 values.
 */
export function readForeignJson(text: string): ForeignJson {
  const excess = findExcess(text)
  if (excess !== null) return fail(`the answer ${excess}`)
  try {
    return succeed(JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value)))
  } catch {
    return fail('the answer is not JSON')
  }
}

/** Whether this is no value, in any of the ways that services write it. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The documented error answer (interface.md §7). `status` is the service's own, not the HTTP status. */
export type ErrorShape = {
  readonly status: number
  readonly message: string
  /** Whether `status` is an integer, as documented. As text it tells of a look-up, and never of a refund. */
  readonly isDocumented: boolean
}

/** In bytes: it is read aloud, printed and kept in the journal. The document gives it no length. */
const maxMessage = 1024

const errorShape = z.object({
  success: z.literal(false),
  message: z.string(),
  status: z.union([z.number().int(), z.string().regex(/^\d{1,9}$/)]),
})

/**
 * Reads JSON as the documented error shape; null when it is anything else. Other members are tolerated.
 * @param clean takes the access token out of a text
 */
export function readErrorShape(json: ForeignJson, clean = (text: string) => text): ErrorShape | null {
  if (!json.ok) return null
  const shape = errorShape.safeParse(json.value)
  if (!shape.success) return null
  const { status, message } = shape.data
  const told = shorten(clean(message), maxMessage)
  return { status: Number(status), message: told, isDocumented: typeof status === 'number' }
}

/** What of a record or an answer is kept for the journal and shown to people: bounded, and without private fields. */

/** In code points: a check can write a snapshot into the journal, which is never pruned. */
export const maxSnapshotText = 1000

/** The part of a record that the refund protocol judges by. The remark of the refund goes before any other. */
export function snapshotOf(record: Transaction): Snapshot {
  const details = record.details.find(({ kind }) => kind === 'refund') ?? record.details[0]
  return {
    id: boundForJournal(record.id),
    status: boundForJournal(record.status),
    currency: boundForJournal(record.currency),
    amount: record.amount,
    refunded: record.refunded,
    refundedAt: boundForJournal(record.fields.refunded_at ?? ''),
    updatedAt: boundForJournal(record.updatedAt),
    remark: boundForJournal(details?.remark ?? '', maxSnapshotText),
  }
}

/**
 * A text of bounded length that is still another for every other text: what is cut ends in a digest of the whole,
 * so that the judgement never takes two for the same that only begin alike. A marker stands at the beginning, and no
 * documented code or time is nearly as long as the default.
 */
function boundForJournal(text: string, longest = longestUndocumentedCode): string {
  if (!isLongerThan(text, longest)) return text
  const end = ` … (cut, ${createHash('sha256').update(text).digest('hex').slice(0, 16)})`
  return firstCodePoints(text, longest - end.length) + end
}

/** A record as text for people and for the journal: without private fields, 16 KiB at most. */
export function rawForPeople(record: Transaction): string {
  const { fields, links, details, extra } = record
  const told = [
    ...Object.entries(fields),
    ...Object.entries(extra).map(([name, text]) => [name, withoutNested(text)] as const),
  ]
    .filter(([name]) => !isPrivatePath(name))
    .map(([name, text]) => [name, cutText(text)] as const)
  const named = {
    ...Object.fromEntries(told),
    _links: links,
    ...Object.fromEntries(details.map((given) => [`${given.kind}_details`, detailsForPeople(given)])),
  }
  return shorten(JSON.stringify(named, null, 1))
}

/** Under the interface's own names: they are what the provider's support knows. */
function detailsForPeople({ requestUserId, firstName, lastName, remark }: TransactionDetails): object {
  return {
    request_user_id: requestUserId,
    first_name: cutText(firstName),
    last_name: cutText(lastName),
    remark: cutText(remark),
  }
}

/** One long text must not push what decides out of what is kept. */
function cutText(text: string): string {
  return isLongerThan(text, maxSnapshotText)
    ? `${firstCodePoints(text, maxSnapshotText)} … (cut)`
    : text
}

/** A text without private fields where it is JSON: objects that the interface does not know stand so in a record. */
export function withoutNested(text: string): string {
  return /^\s*[[{]/.test(text) ? withoutPrivateFields(text) : text
}

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
    return publicJson(JSON.parse(text))
  } catch {
    return text.replace(privateInJson, '$1(left out)').replace(privateInText, '$1 (left out)')
  }
}

/**
 * Parsed JSON, written without private members, wherever they stand.
 * @param change is made to every text in it
 */
export function publicJson(json: unknown, change = (text: string) => text): string {
  const written = (name: string, value: unknown) =>
    neverSaved.has(name) ? undefined : typeof value === 'string' ? change(value) : value
  return JSON.stringify(json, written) ?? ''
}
