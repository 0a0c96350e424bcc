import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { fail, type Result, succeed, tryOr } from '../shared/base/result'
import { type Refusal, refusal } from './ledger'
import type { Switches } from './switches'
import type { WireRecord } from './transaction'

/** interface.md names no limit for a body; this one is far above any form of the two operations. */
const maxBodyBytes = 64 * 1024
/** Beyond this the caller is cut off instead of answered. */
const maxReadBytes = 1024 * 1024

/** A request that arrived, whole, or cut off when `complete` is false. */
export type RequestSeen = {
  readonly method: string
  /** As it was sent: percent escapes and all, the URL's query string included. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The first 64 KiB of the body's bytes as Latin-1 text, which a form body is a part of. */
  readonly body: string
  /** The body is longer than that. */
  readonly tooLarge: boolean
  readonly complete: boolean
}

/** Reads a request with its body, a GET's too. Never rejects. */
export async function readRequest(request: IncomingMessage): Promise<RequestSeen> {
  const chunks: Buffer[] = []
  let length = 0
  let complete = true
  try {
    for await (const chunk of request) {
      if (length <= maxBodyBytes) chunks.push(chunk)
      length += chunk.length
      if (length > maxReadBytes) request.destroy()
    }
  } catch {
    complete = false
  }
  const body = Buffer.concat(chunks).subarray(0, maxBodyBytes).toString('latin1')
  const { method = '', url: path = '', headers } = request
  return { method, path, headers, body, tooLarge: length > maxBodyBytes, complete }
}

/** An operation of interface.md §4. */
export type Route =
  | { readonly kind: 'show'; readonly code: string; readonly search: URLSearchParams }
  | { readonly kind: 'refund'; readonly id: string }

/**
 * Finds the operation that a method and a path name (interface.md §4). Ids are percent-decoded. Anything else
 * is 404 or, with a known path, 405; an id that cannot be decoded is 400.
 */
export function findRoute(method: string, target: string): Result<Route, Refusal> {
  const [path = '', ...search] = target.split('?')
  const [, encoded, refund] = /^\/v1\/transactions\/([^/]+)(\/refund)?$/.exec(path) ?? []
  if (encoded === undefined) return fail(refusal(404, 'No such path'))
  const allow = refund === undefined ? 'GET' : 'POST'
  if (method !== allow) return fail({ ...refusal(405, `Only ${allow} is allowed here`), allow })
  const code = decodePercent(encoded)
  if (code === null) return fail(refusal(400, 'The id in the path is not percent-encoded'))
  if (refund !== undefined) return succeed({ kind: 'refund', id: code })
  return succeed({ kind: 'show', code, search: new URLSearchParams(search.join('?')) })
}

/** Checks the two headers that both operations require (interface.md §5). Returns null when they are right. */
export function checkHeaders(
  headers: IncomingHttpHeaders,
  token: string,
  switches: Switches,
): Refusal | null {
  const given = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given !== token) return refusal(switches.unauthenticatedStatus, 'Unauthenticated')
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const accepted = parameters.length === 0 || switches.contentTypeParameters === 'accept'
  if (mediaType.trim() === 'application/x-www-form-urlencoded' && accepted) return null
  return refusal(415, 'The Content-Type must be application/x-www-form-urlencoded')
}

/** The fields of a form body by name. */
export type FormFields = ReadonlyMap<string, string>

/**
 * Reads a body as `application/x-www-form-urlencoded`, strictly: printable ASCII only, every pair with a name
 * and `=`, `+` for a space, whole percent escapes that make UTF-8. Fails with what is wrong.
 * @param text the body's bytes as Latin-1; an empty one has no fields.
 */
export function readFormBody(text: string): Result<FormFields, string> {
  const fields = new Map<string, string>()
  if (text === '') return succeed(fields)
  if (!/^[\x21-\x7e]*$/.test(text)) return fail('The form body has characters that must be percent-encoded')
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    if (equals < 1) return fail('The form body has a field without a name or without "="')
    const name = decodePercent(pair.slice(0, equals).replaceAll('+', ' '))
    const value = decodePercent(pair.slice(equals + 1).replaceAll('+', ' '))
    if (name === null || value === null) return fail('The form body has a broken percent escape')
    if (fields.has(name)) return fail(`The field ${name} is given more than once`)
    fields.set(name, value)
  }
  return succeed(fields)
}

/** Decodes percent escapes, as in a path. Returns null when one is broken or they do not make UTF-8. */
function decodePercent(text: string): string | null {
  return tryOr(() => decodeURIComponent(text), null)
}

/** An answer of the interface: JSON with an HTTP status. */
type JsonAnswer = { readonly httpStatus: number; readonly body: unknown; readonly allow?: string }

/** The envelope of interface.md §2.1. */
export function successAnswer(record: WireRecord): JsonAnswer {
  return { httpStatus: 200, body: { success: true, data: record } }
}

/** The error shape of interface.md §7. */
export function errorAnswer({ status, message, ...allow }: Refusal, switches: Switches): JsonAnswer {
  const httpStatus = switches.errorHttpStatus === 'same' ? status : 200
  return { httpStatus, body: { success: false, message, status }, ...allow }
}

/**
 * What leaves the service: an answer, or what a script does in its place. `drop` closes the connection without a byte,
 * `stall` leaves it open and sends nothing.
 */
export type Outgoing = JsonAnswer | 'drop' | 'stall'

/** Sends an answer, or does not. A caller who has gone away is no error. */
export function sendAnswer(
  response: ServerResponse,
  outgoing: Outgoing,
  jsonText: Switches['jsonText'],
): void {
  if (outgoing === 'drop') response.socket?.destroy()
  if (outgoing === 'drop' || outgoing === 'stall') return
  const { httpStatus, body, allow } = outgoing
  const plain = JSON.stringify(body)
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = jsonText === 'plain' ? plain : plain.replace(/[^ -~]/g, escaped)
  response.writeHead(httpStatus, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...(allow === undefined ? {} : { Allow: allow }),
  })
  response.end(text)
}
