import { request as requestOver, validateHeaderValue } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { RefundAnswer } from '../../shared/attempt/attempt'
import type { LostAnswer } from '../../shared/base/call-failures'
import { codeOfError, fail, type Result } from '../../shared/base/result'
import { practiceHeader } from '../../shared/contract/practice'
import {
  addressName,
  type Credentials,
  type CredentialsFault,
  type LendCredentials,
  readServiceAddress,
  type ServiceAddress,
} from './address'
import { deadline, type NetworkRules, neverConnected, openConnection, wordsOf } from './connection'
import type { Line } from './line'
import { type Received, receive } from './read-answer'
import type { Asked, ReplyOrigin, SeenRecord } from './show'

/**
 * Milliseconds. `connect` ends with the connection up, `firstByte` counts from there, `whole` from the start. None counts
 * before the socket had its turn (`deadline`).
 */
export type Deadlines = { readonly connect: number; readonly firstByte: number; readonly whole: number }
export const defaultDeadlines: Deadlines = { connect: 10_000, firstByte: 30_000, whole: 60_000 }

/** Longest answer that is read, in bytes: the two longest documented texts, all escaped, are three quarters of it. */
const maxAnswerBytes = 2 * 1024 * 1024

export type ExchangeRequest = {
  readonly place: ServiceAddress
  readonly method: 'GET' | 'POST'
  /** Below the base path, begins with a slash, already percent-encoded; goes out exactly as it is. */
  readonly path: string
  /** An `application/x-www-form-urlencoded` body, '' for none; also on GET (interface.md §4.2, `query`). */
  readonly body: string
  readonly token: string
  /**
   * Asked once, on a connection that is up, just before the first byte: false writes nothing (architecture.md,
   * protocol 1). Left out, it may always begin.
   */
  readonly mayBegin?: (() => boolean) | undefined
}

export type ExchangeDeps = NetworkRules & {
  readonly deadlines: Deadlines
  /**
   * Called when an answer begins whose headers say that no real money moves, whatever its status and whatever becomes of
   * its body. Nothing of the exchange depends on it.
   */
  readonly practiceHeard?: (() => void) | undefined
}

/** `not_begun`: the connection came up, and nothing was written to it. */
export type Unanswered = Extract<RefundAnswer, { kind: 'never_connected' | 'not_begun' | 'no_answer' }>
type NoAnswer = Extract<Unanswered, { kind: 'no_answer' }>
export type Answered = {
  readonly kind: 'answered'
  readonly httpStatus: number
  /** Seconds of the `Age` header; above 0 the answer came out of some cache. 0 without one, 1 for one that cannot be read. */
  readonly age: number
  /** Milliseconds since 1970 of the `Date` header; left out without one that can be read. */
  readonly dated?: number
  readonly body: string
}
export type Exchanged = Unanswered | Answered

/**
 * One HTTP exchange on one fresh connection over Node's own client: Chromium's sends a POST again by itself
 * (architecture.md, "Measured facts"). Writes at most one request, follows no redirect, tries nothing twice, leaves no
 * socket or timer behind and never rejects. `never_connected` only when nothing can have been written.
 * @param calledOff aborted when nobody wants the answer any more: the socket is destroyed. Only what changes nothing
 * at the service can be called off, so for a POST it does nothing.
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
  const connection = await openConnection(request.place, { ...deps, limit, signal }).catch((error: unknown) =>
    neverConnected('aborted', wordsOf(error)),
  )
  if (connection.kind === 'never_connected') return connection
  if (!mayStillBegin(request)) {
    connection.socket.destroy()
    return { kind: 'not_begun', reason: 'too_late', detail: 'too long since the record was asked for' }
  }
  const spent = performance.now() - started
  const limits = { firstByte: deps.deadlines.firstByte, whole: deps.deadlines.whole - spent }
  return exchangeOn(connection.socket, request, limits, deps.practiceHeard)
}

/** A throw would be a bug of the caller's, and nothing is written yet: then nothing will be. */
function mayStillBegin({ mayBegin }: ExchangeRequest): boolean {
  try {
    return mayBegin?.() ?? true
  } catch {
    return false
  }
}

/** What Node's client would throw about is found out before anything is connected. */
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
    // By hand, because on GET Node would otherwise send the body without any length.
    'Content-Length': Buffer.byteLength(request.body),
    Accept: 'application/json',
    'Accept-Encoding': 'identity',
    Connection: 'close',
    // A show that came out of some cache proves nothing (refund-protocol.md 6).
    ...(request.method === 'GET' ? { 'Cache-Control': 'no-cache' } : {}),
  }
}

function ageOf(header: string | undefined): number {
  if (header === undefined) return 0
  return /^\s*\d{1,9}\s*$/.test(header) ? Number(header) : 1
}

function datedBy(header: string | undefined): { readonly dated?: number } {
  const dated = Date.parse(header ?? '')
  return Number.isNaN(dated) ? {} : { dated }
}

/** Sends the request on a connection that is up, and waits for the whole answer. */
function exchangeOn(
  socket: Socket,
  request: ExchangeRequest,
  limits: { readonly firstByte: number; readonly whole: number },
  practiceHeard?: () => void,
): Promise<NoAnswer | Answered> {
  // How far it came, because Node reports a closed and a reset connection alike.
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
    const failed = (error: unknown) => noAnswer(lossOf(error, progress), wordsOf(error))
    const cancelWhole = deadline(limits.whole, () => noAnswer('timeout', 'the whole exchange took too long'))
    const cancelFirstByte = deadline(limits.firstByte, () => noAnswer('timeout', 'no answer began in time'))
    try {
      const outgoing = requestOver({
        method: request.method,
        path: request.place.basePath + request.path,
        headers: headersOf(request),
        // No agent takes part, so nothing is pooled or kept alive. With `agent: false` Node would ignore this
        // function and open a second connection.
        createConnection: () => socket,
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
        if (saysPractice(answer.headers)) practiceHeard?.()
        answer.on('error', failed)
        const { 'content-encoding': encoding = 'identity', age, date } = answer.headers
        if (encoding.toLowerCase() !== 'identity')
          return noAnswer('malformed', 'the answer is compressed, which was not asked for')
        const parts: Buffer[] = []
        let length = 0
        answer.on('data', (part: Buffer) => {
          length += part.length
          parts.push(part)
          if (length > maxAnswerBytes) noAnswer('too_large', 'the answer is longer than 2 MiB')
        })
        answer.once('end', () => {
          if (!answer.complete) return noAnswer('truncated', 'the answer ended early')
          const body = new TextDecoder().decode(Buffer.concat(parts))
          settle({
            ...{ kind: 'answered', httpStatus: answer.statusCode ?? 0, age: ageOf(age), ...datedBy(date) },
            body,
          })
        })
      })
      outgoing.end(request.body)
    } catch (error) {
      // The connection is up, so it no longer counts as never sent, whatever went wrong.
      noAnswer('malformed', wordsOf(error))
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

/** What a call to the payment service takes, for whichever port. */
export type ServiceCallDeps = Omit<ExchangeDeps, 'deadlines' | 'practiceHeard'> & {
  readonly credentials: LendCredentials
  readonly deadlines?: Deadlines | undefined
  /**
   * What a stored address is called where services are told apart (refund-protocol.md 14): normalised, and one name
   * for practice whatever its port.
   */
  readonly nameOf?: ((address: string) => string) | undefined
  /** Told the name of a service whose answer says that it moves no real money (shared/contract/practice.ts). Never throws. */
  readonly practiceHeard?: ((service: string) => void) | undefined
  /** Whose what comes back is to be, where it is kept. */
  readonly originOf?: ((credentials: Credentials) => ReplyOrigin) | undefined
  /** Milliseconds of a clock that nobody can set; the refund service's own (refund/clock.ts). */
  readonly monotonic?: (() => number) | undefined
  /** Takes lines about each call: no token, and codes by their last four characters only. */
  readonly log?: ((line: string) => void) | undefined
  /** Told how each call ended (line.ts). */
  readonly line?: Pick<Line, 'callBegins'> | undefined
  /** Given every record that the service showed, before whoever asked has it. */
  readonly seen?: ((seen: SeenRecord) => void) | undefined
}

type ServiceCall = Pick<ExchangeRequest, 'method' | 'path' | 'body' | 'mayBegin'>
type Sent = { readonly received: Received } & Asked

/** How the ports call the service: nothing is tried twice, nothing throws. */
export function makeServiceCalls(deps: ServiceCallDeps) {
  const { credentials, originOf, practiceHeard, line, deadlines = defaultDeadlines } = deps
  const { log = () => {}, seen = () => {}, nameOf = addressName, monotonic = () => performance.now() } = deps

  /**
   * One call with the credentials, and what came back past the filter that takes the token out of it.
   * @param meantFor the service that the call is for, by name; null when any that is stored is right.
   */
  async function call(
    request: ServiceCall,
    meantFor: string | null,
    calledOff?: AbortSignal,
  ): Promise<Result<Sent, CredentialsFault>> {
    const ended = line?.callBegins()
    const sent = await credentials(async (lent) => {
      const serviceAddress = nameOf(lent.address)
      // Before the line is waited for, and after the keychain: two shows that a slow keychain held up are not as far apart
      // as they were wanted (protocol 6).
      const askedAt = monotonic()
      const place = placeOf(lent.address, meantFor === null || meantFor === serviceAddress)
      const how = { ...deps, deadlines, practiceHeard: () => practiceHeard?.(serviceAddress) }
      const outcome = place.ok
        ? await exchange({ ...request, place: place.value, token: lent.token }, how, calledOff)
        : neverConnected('aborted', place.fault)
      const origin = originOf === undefined ? {} : { origin: originOf(lent) }
      return { received: receive(outcome, lent.token), serviceAddress, askedAt, ...origin }
    })
    const end = sent.ok ? sent.value.received.kind : 'not_begun'
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

/** What came back, for a line of the log. */
export function summary(outcome: Received): string {
  return outcome.kind === 'answered' ? `HTTP ${outcome.httpStatus}` : `${outcome.kind} ${outcome.reason}`
}

/** Enough of a code to find a line by; nothing of one so short that this would be all of it. */
export function lastFour(code: string): string {
  return code.length > 8 ? `…${code.slice(-4)}` : '…'
}

export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus <= 299
}

/**
 * The path of a transaction (interface.md §4) for a code of any kind, percent-encoded so that no code can lead
 * to another path. Null for a code that no path can hold: the empty one, and text that is not valid Unicode.
 */
export function transactionPath(code: string): string | null {
  if (code === '') return null
  try {
    // "." and ".." are legal in a path and mean another one.
    const segment = /^\.{1,2}$/.test(code) ? code.replaceAll('.', '%2E') : encodeURIComponent(code)
    return `/v1/transactions/${segment}`
  } catch {
    return null
  }
}

/**
 * Whether an answer's headers say that its service moves no real money (shared/contract/practice.ts): the value is 1, or a list of
 * several that begins so, for somebody on the way may have said it too.
 * @param headers by their names in lower case
 */
export function saysPractice(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean {
  const value = headers[practiceHeader.toLowerCase()]
  return /^\s*1\s*(?:,|$)/.test(String(value ?? ''))
}
