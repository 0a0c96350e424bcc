import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Snapshot } from '../../shared/attempt/attempt'
import { fail, type Result, succeed, tryOr } from '../../shared/base/result'
import { firstCodePoints, isLongerThan } from '../../shared/base/text'
import { isPrivatePath, speaksOfPrivateField } from '../../shared/payment/private-fields'
import { maxUndocumentedLength, type Transaction } from '../../shared/payment/transaction'
import { shorten } from '../system/log'
import type { Answered, Exchanged, Unanswered } from './exchange'

/** JSON, or what is wrong with the body, in words that hold no value. */
export type ForeignJson = Result<unknown, string>

/** A complete answer. */
export type ForeignAnswer = Omit<Answered, 'body'> & {
  /** As received: use `clean` on every text of it that is shown or kept. */
  readonly json: ForeignJson
  /** Removes the access token from a text. */
  readonly clean: (text: string) => string
  /** Returns the body as text for people: without token and private fields, 16 KiB at most. */
  readonly text: () => string
}

export type Received = Unanswered | ForeignAnswer

/** Of a body that is no JSON; only `maxRawBytes` of it are kept. */
const maxTextChars = 64 * 1024

/**
 * Reads the outcome of an exchange. Texts for people have the access token removed, because services repeat requests in
 * their errors (architecture.md, promise 3).
 */
export function receive(outcome: Exchanged, token: string): Received {
  const clean = makeTokenRemover(token)
  if (outcome.kind !== 'answered') return { ...outcome, detail: clean(outcome.detail) }
  const { body, ...answer } = outcome
  const json = readForeignJson(body)
  const textOfBody = () =>
    json.ok ? publicJson(json.value, clean) : withoutPrivateFields(body.slice(0, maxTextChars))
  return { ...answer, json, clean, text: () => shorten(`HTTP ${answer.httpStatus}\n${clean(textOfBody())}`) }
}

/** A shorter token would match ordinary text by chance. */
const minToken = 8

/** Returns a function that removes the whole token from a text: plain, URL-encoded, JSON-escaped and in Base64. */
function makeTokenRemover(token: string): (text: string) => string {
  const inJson = JSON.stringify(token).slice(1, -1)
  const inBase64 = [token, `Bearer ${token}`].flatMap((text) => {
    const bytes = Buffer.from(text)
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
  })
  const inUrl = encodeURIComponent(token)
  const inLowerUrl = inUrl.replace(/%../g, (escaped) => escaped.toLowerCase())
  const forms = [token, inUrl, inLowerUrl, inJson, inJson.replaceAll('/', '\\/'), ...inBase64]
  return (text) => {
    let cleaned = text
    for (const form of token.length < minToken ? [] : forms) {
      cleaned = cleaned.replaceAll(form, '(access token)')
    }
    return cleaned.replace(/\bBearer [^\s"'<>]{16,}/g, 'Bearer (access token)')
  }
}

/** Deeper than any record, and safe for recursive code. */
const maxDepth = 1000

/** A hundred times a record's, lists and objects included. Half a million fit an answer, and block main for nearly a second. */
export const maxValues = 10_000

const charCode = {
  quote: 34,
  comma: 44,
  list: 91,
  escape: 92,
  listEnd: 93,
  object: 123,
  objectEnd: 125,
} as const

/** Counts depth and values outside strings before parsing, which is slow. Returns what is excessive, or null. */
function findExcess(text: string): string | null {
  let [values, depth, inString] = [1, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === charCode.quote) inString = !inString
    else if (inString) at += code === charCode.escape ? 1 : 0
    else if (code === charCode.comma) values += 1
    else if (code === charCode.list || code === charCode.object) {
      values += 1
      depth += 1
    } else if (code === charCode.listEnd || code === charCode.objectEnd) depth -= 1
    if (depth > maxDepth) return 'is nested too deep'
    if (values > maxValues) return `has more than ${maxValues} values`
  }
  return null
}

/**
 * Parses a body as JSON, without members named `__proto__`. Returns a fault for what is not JSON, is nested deeper than
 * 1,000 levels or has more than 10,000 values.
 */
export function readForeignJson(text: string): ForeignJson {
  const excess = findExcess(text)
  if (excess !== null) return fail(`the answer ${excess}`)
  const withoutProto = (name: string, value: unknown) => (name === '__proto__' ? undefined : value)
  return tryOr(() => succeed<unknown>(JSON.parse(text, withoutProto)), fail('the answer is not JSON'))
}

/** Whether a value is empty: null, '', {} or []. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The documented error answer (interface.md §7). `status` is the body's own, not the HTTP status. */
type ErrorShape = {
  readonly status: number
  readonly message: string
  /** Whether `status` is a number, as documented. As text it counts for a lookup, and never for a refund. */
  readonly isDocumented: boolean
}

/** The interface documents no length. */
const maxMessageBytes = 1024

const errorShape = z.object({
  success: z.literal(false),
  message: z.string(),
  status: z.union([z.number().int(), z.string().regex(/^\d{1,9}$/)]),
})

/**
 * Reads JSON as the documented error, other members allowed. Returns null for anything else.
 * @param clean removes the access token from a text
 */
export function readErrorShape(json: ForeignJson, clean = (text: string) => text): ErrorShape | null {
  if (!json.ok) return null
  const shape = errorShape.safeParse(json.value)
  if (!shape.success) return null
  const { status, message } = shape.data
  const shortened = shorten(clean(message), maxMessageBytes)
  return { status: Number(status), message: shortened, isDocumented: typeof status === 'number' }
}

/** In code points: snapshots are written into the journal, which is never pruned. */
const maxSnapshotText = 1000

/** Takes the part of a record that the refund protocol judges by. Prefers the remark of the refund. */
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
 * Bounds a text for the journal. A cut one ends in a digest of the whole, so that two texts that begin alike still
 * differ. Markers stand at the beginning, and documented codes and times are far shorter.
 */
function boundForJournal(text: string, maxLength = maxUndocumentedLength): string {
  if (!isLongerThan(text, maxLength)) return text
  const end = ` … (cut, ${createHash('sha256').update(text).digest('hex').slice(0, 16)})`
  return firstCodePoints(text, maxLength - end.length) + end
}

/** Returns a record as text for people and the journal: without private fields, 16 KiB at most. */
export function rawForPeople(record: Transaction): string {
  const { fields, links, details, extra } = record
  // By the interface's names, which the provider's support knows.
  const named = details.map(({ kind, requestUserId, firstName, lastName, remark }) => [
    `${kind}_details`,
    { request_user_id: requestUserId, first_name: firstName, last_name: lastName, remark },
  ])
  const all = { ...fields, ...extra, _links: links, ...Object.fromEntries(named) }
  // A long text must not push the deciding fields out of the 16 KiB.
  return shorten(publicJson(all, (text) => cutTo(withoutNested(text), maxSnapshotText), 1))
}

/** Cuts a text to so many code points, the last one "…". */
export function cutTo(text: string, maxLength: number): string {
  return isLongerThan(text, maxLength) ? `${firstCodePoints(text, maxLength - 1)}…` : text
}

/** Removes private fields from a text that looks like JSON, as undocumented objects do in a record. */
export function withoutNested(text: string): string {
  return /^\s*[[{]/.test(text) ? withoutPrivateFields(text) : text
}

/** Removes private fields from JSON. Leaves out any other text that names one. */
function withoutPrivateFields(text: string): string {
  try {
    return publicJson(JSON.parse(text))
  } catch {
    return speaksOfPrivateField(text) ? '(left out)' : text
  }
}

/**
 * Writes JSON without private members at any depth.
 * @param change applied to every text
 */
function publicJson(json: unknown, change = (text: string) => text, indent = 0): string {
  const written = (name: string, value: unknown) =>
    isPrivatePath(name) ? undefined : typeof value === 'string' ? change(value) : value
  return JSON.stringify(json, written, indent) ?? ''
}
