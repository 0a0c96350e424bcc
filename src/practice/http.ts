import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { practiceHeader } from '../shared/practice'
import { fail, type Result, succeed } from '../shared/result'
import type { Refusal } from './ledger'
import type { Switches } from './switches'
import type { WireRecord } from './transaction'

/** The port the service listens on. */
export type FrontDoor = {
  readonly port: number
  /** Nobody can connect any more; connections that are open stay so. */
  readonly shut: () => void
  /** Listens on the same port again. */
  readonly reopen: () => void
  /** Shuts for good and ends every connection. */
  readonly close: () => Promise<void>
}

/** Makes a server listen. Rejects if the port cannot be had. */
export async function openFrontDoor(server: Server, port: number, host: string): Promise<FrontDoor> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A failing accept concerns one caller, a failing reopen the next one: the service goes on.
  server.on('error', () => undefined)
  const own = portOf(server)
  return {
    port: own,
    shut: () => void server.close(),
    reopen: () => {
      if (!server.listening) server.listen(own, host)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The practice service has no port')
  return address.port
}

const reasons: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/**
 * Answers what never becomes a request of the interface (bytes that are no HTTP, a tunnel, an expectation)
 * with the error shape of interface.md §7, and ends the connection.
 * @param saysPractice whether the answer says so.
 */
export function refuseMalformed(server: Server, saysPractice: () => boolean): void {
  const end = (socket: Duplex, status: number, message: string) =>
    endWithError(socket, status, message, saysPractice() ? `${practiceHeader}: 1\r\n` : '')
  const unanswered = new WeakMap<Duplex, IncomingMessage>()
  server.on('request', (request, response) => {
    unanswered.set(request.socket, request)
    response.on('close', () => unanswered.delete(request.socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A whole request came before the bad bytes: "400" would say that it was not carried out.
    if (unanswered.get(socket)?.complete === true) {
      socket.destroy()
      return
    }
    const [status, message] = reasons[error.code ?? ''] ?? [400, 'Bad Request']
    end(socket, status, message)
  })
  server.on('connect', (_request, socket: Duplex) => end(socket, 405, 'Method Not Allowed'))
  server.on('checkExpectation', (request) => end(request.socket, 417, 'Expectation Failed'))
}

function endWithError(socket: Duplex, status: number, message: string, more: string): void {
  socket.on('error', () => socket.destroy())
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ success: false, message, status })
  const head = `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json\r\nConnection: close\r\n${more}`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/** interface.md names no limit for a body; this one is far above any form of the two operations. */
const longestBody = 64 * 1024
/** Beyond this the caller is cut off instead of answered. */
const patience = 1024 * 1024

export type BodyRead =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too_large'; readonly bytes: Buffer }
  /** The connection ended first: there is nobody to answer. */
  | { readonly kind: 'cut_off'; readonly bytes: Buffer }

/** Reads a request's body, a GET's too, up to 64 KiB. Never rejects. */
export function readBody(request: IncomingMessage): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const bytes = () => Buffer.concat(chunks).subarray(0, longestBody)
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= longestBody + chunk.length) chunks.push(chunk)
      if (length > patience) request.destroy()
    })
    request.on('end', () => resolve({ kind: length > longestBody ? 'too_large' : 'whole', bytes: bytes() }))
    request.on('error', () => resolve({ kind: 'cut_off', bytes: bytes() }))
    request.on('close', () => resolve({ kind: 'cut_off', bytes: bytes() }))
  })
}

/** A request that arrived, whole, or cut off when `complete` is false. */
export type RequestSeen = {
  readonly method: string
  /** As it was sent: percent escapes and all, the URL's query string included. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body's bytes as Latin-1 text, which a form body is a part of. */
  readonly body: string
  readonly complete: boolean
  /** ISO 8601, UTC: when it had arrived. */
  readonly at: string
}

/** Which operation of interface.md §4 a request names, or why it names none. */
export type Route =
  | { readonly kind: 'show'; readonly code: string; readonly search: URLSearchParams }
  | { readonly kind: 'refund'; readonly id: string }
  | {
      readonly kind: 'none'
      readonly status: 400 | 404 | 405
      readonly message: string
      readonly allow?: string
    }

const shown = /^\/v1\/transactions\/([^/]+)$/
const refunded = /^\/v1\/transactions\/([^/]+)\/refund$/

/**
 * Finds the operation that a method and a path name (interface.md §4). Ids are percent-decoded. Anything else
 * is 404 or, with a known path, 405; an id that cannot be decoded is 400.
 */
export function findRoute(method: string, target: string): Route {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const show = shown.exec(path)
  const refund = refunded.exec(path)
  const encoded = show?.[1] ?? refund?.[1]
  if (encoded === undefined) return { kind: 'none', status: 404, message: 'No such path' }
  const allow = show === null ? 'POST' : 'GET'
  if (method !== allow) return { kind: 'none', status: 405, message: `Only ${allow} is allowed here`, allow }
  const code = decodePercent(encoded)
  if (code === null)
    return { kind: 'none', status: 400, message: 'The id in the path is not percent-encoded' }
  if (show === null) return { kind: 'refund', id: code }
  return { kind: 'show', code, search: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)) }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Checks the two headers that both operations require (interface.md §5). Answers the refusal, or null when
 * they are right.
 */
export function checkHeaders(
  headers: IncomingHttpHeaders,
  token: string,
  switches: Switches,
): Refusal | null {
  const given = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given === undefined || !timingSafeEqual(digest(given), digest(token))) {
    const status = Number(switches.unauthenticatedStatus)
    return { status, message: status === 500 ? 'Internal Error' : 'Unauthenticated' }
  }
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const accepted = parameters.length === 0 || switches.contentTypeParameters === 'accept'
  if (mediaType.trim() === 'application/x-www-form-urlencoded' && accepted) return null
  return { status: 415, message: 'The Content-Type must be application/x-www-form-urlencoded' }
}

/** The fields of a form body by name. */
export type FormFields = ReadonlyMap<string, string>

const printable = /^[\x21-\x7e]*$/

/**
 * Reads a body as `application/x-www-form-urlencoded`, strictly: printable ASCII only, every pair with a name
 * and `=`, `+` for a space, whole percent escapes that make UTF-8. Answers what is wrong with it otherwise.
 * @param bytes the body as it arrived; an empty one has no fields.
 */
export function readFormBody(bytes: Uint8Array): Result<FormFields, string> {
  const fields = new Map<string, string>()
  const text = Buffer.from(bytes).toString('latin1')
  if (text === '') return succeed(fields)
  if (!printable.test(text)) return fail('The form body has characters that must be percent-encoded')
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    if (equals < 1) return fail('The form body has a field without a name or without "="')
    const name = decodeFormText(pair.slice(0, equals))
    const value = decodeFormText(pair.slice(equals + 1))
    if (name === null || value === null) return fail('The form body has a broken percent escape')
    if (fields.has(name)) return fail(`The field ${name} is given more than once`)
    fields.set(name, value)
  }
  return succeed(fields)
}

/** Null when an escape is broken or does not make UTF-8. */
function decodeFormText(text: string): string | null {
  return decodePercent(text.replace(/\+/g, ' '))
}

/** Decodes percent escapes, as in a path; null when one is broken or they do not make UTF-8. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** An answer of the interface: JSON with an HTTP status. */
export type JsonAnswer = { readonly httpStatus: number; readonly body: unknown; readonly allow?: string }

/** The envelope of interface.md §2.1. */
export function successAnswer(record: WireRecord): JsonAnswer {
  return { httpStatus: 200, body: { success: true, data: record } }
}

/** The error shape of interface.md §7. */
export function errorAnswer({ status, message }: Refusal, switches: Switches): JsonAnswer {
  const httpStatus = switches.errorHttpStatus === 'same' ? status : 200
  return { httpStatus, body: { success: false, message, status } }
}

/** What leaves the service: the interface's own answers, and the ways in which a script spoils one. */
export type Outgoing =
  | { readonly kind: 'json'; readonly answer: JsonAnswer }
  /** The connection is closed without a byte. */
  | { readonly kind: 'drop' }
  /** Nothing is sent and the connection stays open. */
  | { readonly kind: 'stall' }

/** Sends an answer, or does not. A caller who has gone away is no error. */
export function sendAnswer(
  response: ServerResponse,
  outgoing: Outgoing,
  jsonText: Switches['jsonText'],
): void {
  if (outgoing.kind === 'json') sendJson(response, outgoing.answer, jsonText)
  else if (outgoing.kind === 'drop') response.socket?.destroy()
}

function headersOf(answer: JsonAnswer, text: string): Record<string, string | number> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...(answer.allow === undefined ? {} : { Allow: answer.allow }),
  }
}

function writeJson(body: unknown, jsonText: Switches['jsonText']): string {
  const text = JSON.stringify(body)
  if (jsonText === 'plain') return text
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function sendJson(response: ServerResponse, answer: JsonAnswer, jsonText: Switches['jsonText']): void {
  const text = writeJson(answer.body, jsonText)
  response.writeHead(answer.httpStatus, headersOf(answer, text))
  response.end(text)
}
