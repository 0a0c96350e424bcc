import { type IncomingMessage, request as requestOver, validateHeaderValue } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { RefundAnswer } from '../../shared/attempt/attempt'
import type { LostAnswer } from '../../shared/base/common-schemas'
import { codeOfError, fail, type Result, tryOr } from '../../shared/base/result'
import { practiceHeader } from '../../shared/contract/practice'
import {
  addressName,
  type Credentials,
  type LendCredentials,
  type LendingFault,
  readServiceAddress,
  type ServiceAddress,
} from './address'
import {
  connectLimitMs,
  deadline,
  describeError,
  type NetworkRules,
  neverConnected,
  openConnection,
} from './connection'
import type { Line } from './line'
import { type Received, receive } from './read-answer'
import type { Asked, ReplyOrigin, SeenRecord } from './show'

/** In milliseconds. `firstByte` counts from the open connection, `connect` and `whole` from the start. */
type Deadlines = { readonly connect: number; readonly firstByte: number; readonly whole: number }
export const defaultDeadlines: Deadlines = { connect: connectLimitMs, firstByte: 30_000, whole: 60_000 }

/** The two longest documented texts, fully escaped, are three quarters of it. */
const maxAnswerBytes = 2 * 1024 * 1024
/** Four times Node's own limit: a gateway may add cookies and policies of its own. */
const maxHeaderSize = 64 * 1024

export type ExchangeRequest = {
  readonly place: ServiceAddress
  readonly method: 'GET' | 'POST'
  /** Below the base path, with a leading slash, already percent-encoded. */
  readonly path: string
  /** An `application/x-www-form-urlencoded` body, '' for none; also on GET (interface.md §4.2, `query`). */
  readonly body: string
  readonly token: string
  /** Called once, on an open connection, just before the first byte: false writes nothing (protocol 1). */
  readonly mayBegin?: (() => boolean) | undefined
}

export type ExchangeDeps = NetworkRules & {
  readonly deadlines: Deadlines
  /** Called when an answer's headers say that no real money moves, whatever its status and body. */
  readonly practiceHeard?: (() => void) | undefined
}

/** `not_begun`: the connection opened, and nothing was written to it. */
export type Unanswered = Extract<RefundAnswer, { kind: 'never_connected' | 'not_begun' | 'no_answer' }>
type NoAnswer = Extract<Unanswered, { kind: 'no_answer' }>
export type Answered = {
  readonly kind: 'answered'
  readonly httpStatus: number
  /** Seconds of the `Age` header, above 0 for a cached answer: 0 without the header, 1 for one that cannot be read. */
  readonly age: number
  /** Milliseconds since 1970 of the `Date` header, if it can be read. */
  readonly dated?: number | undefined
  readonly body: string
}
export type Exchanged = Unanswered | Answered

/**
 * Does one HTTP exchange on one fresh connection with Node's client, because Chromium's repeats a POST
 * (architecture.md, "Measured facts"). Writes at most one request, follows no redirect, never retries, leaves no socket
 * or timer behind and never rejects. Returns `never_connected` only when nothing can have been written.
 * @param calledOff destroys the socket when aborted; ignored for a POST, which may change something at the service
 */
export async function exchange(
  request: ExchangeRequest,
  deps: ExchangeDeps,
  calledOff?: AbortSignal,
): Promise<Exchanged> {
  const started = performance.now()
  const signal = request.method === 'GET' ? calledOff : undefined
  if (signal?.aborted === true) return neverConnected('aborted', 'nobody waits for the answer any more')
  const unsendable = whyUnsendable(request)
  if (unsendable !== null) return neverConnected('aborted', unsendable)
  const limit = deps.deadlines.connect
  const connection = await openConnection(request.place, { ...deps, limit, signal })
  if (connection.kind === 'never_connected') return connection
  // Writes nothing when it throws.
  if (!tryOr(() => request.mayBegin?.() ?? true, false)) {
    connection.socket.destroy()
    return {
      kind: 'not_begun',
      reason: 'too_late',
      detail: 'the payment has moved, or was asked for too long ago',
    }
  }
  const spent = performance.now() - started
  const limits = { firstByte: deps.deadlines.firstByte, whole: deps.deadlines.whole - spent }
  return exchangeOn(connection.socket, request, limits, deps.practiceHeard)
}

/** Finds what Node's client would throw about, before anything is connected. */
function whyUnsendable(request: ExchangeRequest): string | null {
  if (!/^\/[\x21-\x7e]*$/.test(request.path)) return 'the path holds characters that a request cannot carry'
  try {
    validateHeaderValue('Authorization', `Bearer ${request.token}`)
    return null
  } catch {
    return 'the token holds characters that a header cannot carry'
  }
}

function headersOf(request: ExchangeRequest): Record<string, string | number> {
  return {
    Host: request.place.hostHeader,
    Authorization: `Bearer ${request.token}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    // Node sends a GET's body without a length.
    'Content-Length': Buffer.byteLength(request.body),
    Accept: 'application/json',
    'Accept-Encoding': 'identity',
    Connection: 'close',
    // A cached show proves nothing (refund-protocol.md 6).
    ...(request.method === 'GET' ? { 'Cache-Control': 'no-cache' } : {}),
  }
}

/** By the encoding that an answer names. Any other (`none`, `utf-8`, '') is a slip of a service or proxy: the body is plain. */
const unpackers: ReadonlyMap<string, typeof gunzipSync> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/** Reads a body, also one that a gateway packed unasked. Null where it is damaged, or longer than an answer may be. */
function readBody(body: Buffer, encoding: string): string | null {
  if (body.length === 0) return ''
  const unpack = unpackers.get(encoding.trim().toLowerCase())
  const plain = tryOr(() => unpack?.(body, { maxOutputLength: maxAnswerBytes }) ?? body, null)
  return plain && new TextDecoder().decode(plain)
}

function ageOf(header: string | undefined): number {
  if (header === undefined) return 0
  return /^\s*\d{1,9}\s*$/.test(header) ? Number(header) : 1
}

function datedBy(header: string | undefined): number | undefined {
  const dated = Date.parse(header ?? '')
  return Number.isNaN(dated) ? undefined : dated
}

/** Sends the request on an open connection, and waits for the whole answer. */
function exchangeOn(
  socket: Socket,
  request: ExchangeRequest,
  limits: { readonly firstByte: number; readonly whole: number },
  practiceHeard?: () => void,
): Promise<NoAnswer | Answered> {
  // Node reports a closed and a reset connection alike.
  const progress = { began: false, closedByService: false }
  socket.once('end', () => {
    progress.closedByService = true
  })
  return new Promise((resolve) => {
    const settle = (outcome: NoAnswer | Answered) => {
      cancelWhole()
      cancelFirstByte()
      socket.destroy()
      resolve(outcome)
    }
    const noAnswer = (reason: LostAnswer, detail: string) => settle({ kind: 'no_answer', reason, detail })
    let answerSoFar: IncomingMessage | null = null
    const failed = (error: unknown) => {
      // Nothing that comes behind a whole answer takes it away: its `end` follows.
      if (answerSoFar?.complete !== true) noAnswer(lossOf(error, progress), describeError(error))
    }
    const cancelWhole = deadline(limits.whole, () => noAnswer('timeout', 'the whole exchange took too long'))
    const cancelFirstByte = deadline(limits.firstByte, () => noAnswer('timeout', 'no answer began in time'))
    try {
      const outgoing = requestOver({
        method: request.method,
        path: request.place.basePath + request.path,
        headers: headersOf(request),
        // Without an agent, nothing is pooled. With `agent: false`, Node would open a second connection instead.
        createConnection: () => socket,
        maxHeaderSize,
      })
      outgoing.once('socket', () => {
        socket.once('data', () => {
          progress.began = true
          cancelFirstByte()
        })
      })
      outgoing.on('error', failed)
      outgoing.once('close', () => failed(new Error('the connection ended without an answer')))
      outgoing.once('upgrade', () => noAnswer('malformed', 'the service wants to change the protocol'))
      outgoing.once('response', (answer) => {
        answerSoFar = answer
        if (saysPractice(answer.headers)) practiceHeard?.()
        answer.on('error', failed)
        const { 'content-encoding': encoding = '', age, date } = answer.headers
        const parts: Buffer[] = []
        let length = 0
        answer.on('data', (part: Buffer) => {
          length += part.length
          parts.push(part)
          if (length > maxAnswerBytes) noAnswer('too_large', 'the answer is longer than 2 MiB')
        })
        answer.once('end', () => {
          if (!answer.complete) return noAnswer('truncated', 'the answer ended early')
          const body = readBody(Buffer.concat(parts), encoding)
          if (body === null) return noAnswer('malformed', 'the answer cannot be unpacked')
          const httpStatus = answer.statusCode ?? 0
          settle({ kind: 'answered', httpStatus, age: ageOf(age), dated: datedBy(date), body })
        })
      })
      outgoing.end(request.body)
    } catch (error) {
      // The connection is open, so something may have been sent.
      noAnswer('malformed', describeError(error))
    }
  })
}

function lossOf(
  error: unknown,
  { began, closedByService }: { readonly began: boolean; readonly closedByService: boolean },
): LostAnswer {
  const code = codeOfError(error)
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large'
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') return 'malformed'
  if (began) return 'truncated'
  return closedByService ? 'closed' : 'reset'
}

/** What both ports, reading and sending, need for a call. */
export type ServiceCallDeps = Omit<ExchangeDeps, 'deadlines' | 'practiceHeard'> & {
  readonly credentials: LendCredentials
  /** Names the service at a stored address (refund-protocol.md 14); `addressName` by default. */
  readonly nameOf?: ((address: string) => string) | undefined
  /** Gets the name of a service whose answer says that it moves no real money (shared/contract/practice.ts). */
  readonly practiceHeard?: ((service: string) => void) | undefined
  /** Names the credentials that the answer's copy belongs to, where copies are saved. */
  readonly originOf?: ((credentials: Credentials) => ReplyOrigin) | undefined
  /** The monotonic clock, in milliseconds. */
  readonly monotonic?: (() => number) | undefined
  /** Gets lines about each call, without the token, and with the last four characters of a code only. */
  readonly log?: ((line: string) => void) | undefined
  readonly line?: Pick<Line, 'callBegins'> | undefined
  /** Gets every record that the service shows, before the caller does. */
  readonly seen?: ((seen: SeenRecord) => void) | undefined
}

type ServiceCall = Pick<ExchangeRequest, 'method' | 'path' | 'body' | 'mayBegin'>
type Sent = { readonly received: Received } & Asked

/** Makes what both ports call the service by. Never retries or throws. */
export function makeServiceCalls(deps: ServiceCallDeps) {
  const { credentials, originOf, practiceHeard, line } = deps
  const { log = () => {}, seen = () => {}, nameOf = addressName, monotonic = () => performance.now() } = deps

  /**
   * Makes one call with the stored credentials. Returns the answer without the token.
   * @param meantFor the name of the service that the call is for; null for whichever is stored
   */
  async function call(
    request: ServiceCall,
    meantFor: string | null,
    calledOff?: AbortSignal,
  ): Promise<Result<Sent, LendingFault>> {
    const ended = line?.callBegins()
    let isTried = false
    const sent = await credentials(async (lent) => {
      const serviceAddress = nameOf(lent.address)
      // After the keychain, whose delay must not count as time between two shows (protocol 6).
      const askedAt = monotonic()
      const place = placeOf(lent.address, meantFor === null || meantFor === serviceAddress)
      isTried = place.ok
      const heard = () => practiceHeard?.(serviceAddress)
      const how = { ...deps, deadlines: defaultDeadlines, practiceHeard: heard }
      const outcome = place.ok
        ? await exchange({ ...request, place: place.value, token: lent.token }, how, calledOff)
        : neverConnected('aborted', place.fault)
      return { received: receive(outcome, lent.token), serviceAddress, askedAt, origin: originOf?.(lent) }
    })
    const end = sent.ok && isTried ? sent.value.received.kind : 'not_begun'
    ended?.(end !== 'answered' && calledOff?.aborted === true ? 'not_begun' : end)
    return sent
  }

  return { call, log, seen }
}

function placeOf(address: string, isMeant: boolean): Result<ServiceAddress, string> {
  if (!isMeant) return fail('the address of the payment service has changed')
  const place = readServiceAddress(address)
  return place.ok ? place : fail(place.fault.why)
}

/** Describes how a call ended, for the log and for people. */
export function summary(outcome: Received): string {
  if (outcome.kind === 'answered') return `HTTP ${outcome.httpStatus}`
  return `${outcome.kind} ${outcome.reason}: ${outcome.detail}`
}

/** Returns the last four characters of a code, enough to find its line in the log; none of a short code. */
export function lastFour(code: string): string {
  return code.length > 8 ? `…${code.slice(-4)}` : '…'
}

/** Whether HTTP says success: 2xx. */
export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus <= 299
}

/**
 * Returns the path of a transaction (interface.md §4) for a code of any kind, percent-encoded so that no code leads to
 * another path. Null for the empty code, and for text that is not valid Unicode.
 */
export function transactionPath(code: string): string | null {
  // "." and ".." are path segments of their own.
  const isDots = /^\.{1,2}$/.test(code)
  const segment = isDots ? code.replaceAll('.', '%2E') : tryOr(() => encodeURIComponent(code), '')
  return segment === '' ? null : `/v1/transactions/${segment}`
}

/**
 * Whether an answer's headers say that its service moves no real money (shared/contract/practice.ts): 1, or a list that
 * begins with it where a proxy added its own.
 * @param headers by their names in lower case
 */
function saysPractice(headers: Readonly<Record<string, string | readonly string[] | undefined>>): boolean {
  const value = headers[practiceHeader.toLowerCase()]
  return /^\s*1\s*(?:,|$)/.test(String(value ?? ''))
}
