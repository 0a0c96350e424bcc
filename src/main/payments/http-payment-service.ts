import { performance } from 'node:perf_hooks'
import type { FaultOf } from '../../shared/fault'
import { writeHundredths } from '../../shared/money'
import { fail, type Result } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import { addressName } from './address-name'
import { type Deadlines, type ExchangeDeps, type ExchangeRequest, exchange, usualDeadlines } from './exchange'
import { type Received, receive } from './foreign-answer'
import type {
  PaymentService,
  RefundReply,
  RefundRequest,
  RelatedReply,
  RelatedRequest,
  RelatedService,
  ReplyOrigin,
  ShowFault,
  ShowReply,
  ShowRequest,
} from './payment-service'
import { readRefundAnswer } from './refund-answer'
import { readRelatedAnswer } from './related-answer'
import { readServiceAddress } from './service-address'
import { type Asked, readShowAnswer } from './show-answer'
import { neverConnected } from './socket'
import { relatedPath, transactionPath } from './transaction-path'

export type Credentials = { readonly address: string; readonly token: string }
export type CredentialsFault = FaultOf<'not_set_up' | 'keychain_unavailable'>

/** Lends address and token for one use (the vault's `withCredentials`); nothing here keeps them. */
export type LendCredentials = <T>(
  use: (credentials: Credentials) => Promise<T>,
) => Promise<Result<T, CredentialsFault>>

export type HttpPaymentServiceDeps = Omit<ExchangeDeps, 'deadlines'> & {
  readonly credentials: LendCredentials
  readonly deadlines?: Deadlines | undefined
  /**
   * What a stored address is called where services are told apart (design.md, protocol 14): normalised, and one name
   * for practice whatever its port.
   */
  readonly nameOf?: ((address: string) => string) | undefined
  /** Whose what comes back is to be, where it is kept. */
  readonly originOf?: ((credentials: Credentials) => ReplyOrigin) | undefined
  /** Milliseconds of a clock that nobody can set; the refund service's own (refund/clock.ts). */
  readonly monotonic?: (() => number) | undefined
  /** Takes lines about each call: no token, and codes by their last four characters only. */
  readonly log?: ((line: string) => void) | undefined
}

type Call = Pick<ExchangeRequest, 'method' | 'path' | 'body' | 'mayBegin'>
type Sent = { readonly received: Received } & Asked
/**
 * One call with the credentials, and what came back past the filter that takes the token out of it.
 * @param meantFor the service that the call is for, by name; null when any that is stored is right.
 */
type Send = (
  call: Call,
  meantFor: string | null,
  calledOff?: AbortSignal,
) => Promise<Result<Sent, CredentialsFault>>
type Log = (line: string) => void

/** The payment service over HTTP (interface.md §4): one fresh exchange per call, nothing tried twice. */
export function makeHttpPaymentService(deps: HttpPaymentServiceDeps): PaymentService & RelatedService {
  const {
    credentials,
    originOf,
    log = () => {},
    nameOf = addressName,
    monotonic = () => performance.now(),
  } = deps
  const exchangeDeps: ExchangeDeps = { ...deps, deadlines: deps.deadlines ?? usualDeadlines }

  async function exchangeWith(
    call: Call,
    { address, token }: Credentials,
    meantFor: string | null,
    calledOff?: AbortSignal,
  ): Promise<Received> {
    if (meantFor !== null && meantFor !== nameOf(address)) {
      return neverConnected('aborted', 'the address of the payment service has changed')
    }
    const place = readServiceAddress(address)
    if (!place.ok) return neverConnected('aborted', place.fault.detail)
    return receive(await exchange({ ...call, place: place.value, token }, exchangeDeps, calledOff), token)
  }

  const send: Send = (call, meantFor, calledOff) => {
    // Before anything is waited for: a show counts by the moment it was asked.
    const askedAt = monotonic()
    return credentials(async (lent) => ({
      received: await exchangeWith(call, lent, meantFor, calledOff),
      serviceAddress: nameOf(lent.address),
      askedAt,
      ...(originOf === undefined ? {} : { origin: originOf(lent) }),
    }))
  }

  return {
    show: (request) => show(request, send, log),
    showRelated: (request, signal) => showRelated(request, signal, send, log),
    refund: (request) => refund(request, send, log),
  }
}

async function show(request: ShowRequest, send: Send, log: Log): Promise<Result<ShowReply, ShowFault>> {
  const path = transactionPath(request.code)
  if (path === null) return fail({ kind: 'not_found', message: 'No transaction can have this code.' })
  const note = (words: string) => log(`show ${request.kind} ${lastFour(request.code)}: ${words}`)
  const sent = await send({ method: 'GET', path, body: queryBody(request.kind) }, null)
  note(sent.ok ? summary(sent.value.received) : sent.fault.kind)
  if (!sent.ok) return sent
  const { received, ...asked } = sent.value
  return readShowAnswer(request, received, asked, note)
}

async function showRelated(
  request: RelatedRequest,
  signal: AbortSignal,
  send: Send,
  log: Log,
): Promise<Result<RelatedReply, ShowFault>> {
  const { kind, code, related } = request
  const path = relatedPath(code, related)
  if (path === null) return fail({ kind: 'not_found', message: 'No transaction can have this code.' })
  const note = (words: string) => log(`show ${kind} ${lastFour(code)} with ${related}: ${words}`)
  const sent = await send({ method: 'GET', path, body: queryBody(kind) }, null, signal)
  note(sent.ok ? summary(sent.value.received) : sent.fault.kind)
  if (!sent.ok) return sent
  const { received, ...asked } = sent.value
  return readRelatedAnswer(request, received, asked, note)
}

/** Where nothing could be sent (no token, no id), the answer is `never_connected`, reason `aborted`. */
async function refund(request: RefundRequest, send: Send, log: Log): Promise<RefundReply> {
  const note = (words: string) => log(`refund ${lastFour(request.id)}: ${words}`)
  const { received, origin } = await sendRefund(request, send)
  note(summary(received))
  return { ...readRefundAnswer(received, note), ...(origin === undefined ? {} : { origin }) }
}

async function sendRefund(request: RefundRequest, send: Send): Promise<Pick<Sent, 'received' | 'origin'>> {
  const path = transactionPath(request.id)
  if (path === null) return neverSent('the transaction has no id that a path can hold')
  const sent = await send(
    { method: 'POST', path: `${path}/refund`, body: refundBody(request), mayBegin: request.mayBegin },
    request.serviceAddress,
  )
  if (sent.ok) return sent.value
  return neverSent(sent.fault.kind === 'not_set_up' ? 'nothing is set up' : sent.fault.detail)
}

function neverSent(why: string): { readonly received: Received } {
  return { received: neverConnected('aborted', why) }
}

/** `query` says what the path's code is matched against; the internal id is asked without (design.md, Codes). */
function queryBody(kind: CodeKind): string {
  return kind === 'internal_id' ? '' : new URLSearchParams({ query: kind }).toString()
}

function refundBody(request: RefundRequest): string {
  const form = new URLSearchParams()
  if (request.amount !== null) form.set('amount', writeHundredths(request.amount))
  form.set('refund_reason', request.reason)
  form.set('device_unique_id', request.deviceId)
  return form.toString()
}

function summary(outcome: Received): string {
  return outcome.kind === 'answered' ? `HTTP ${outcome.httpStatus}` : `${outcome.kind} ${outcome.reason}`
}

/** Enough of a code to find a line by; nothing of one so short that this would be all of it. */
function lastFour(code: string): string {
  return code.length > 8 ? `…${code.slice(-4)}` : '…'
}
