import type { RefundAnswer } from '../../shared/attempt'
import { writeHundredths } from '../../shared/money'
import { unreachable } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type { CredentialsFault } from './address'
import { neverConnected } from './connection'
import {
  type CallService,
  lastFour,
  makeServiceCalls,
  type ServiceCallDeps,
  summary,
  transactionPath,
} from './exchange'
import { readErrorShape, wireFaultWords } from './read-json'
import { rawForPeople, readEnvelope, snapshotOf } from './read-record'
import type { ReplyOrigin } from './show'
import type { ForeignAnswer, Received } from './token-out'

/**
 * The port that sends refunds. Whoever holds it can move money, so it is handed to nobody but the protocol
 * (refund/issue-refund.ts): scripts/testing/sending-port.test.ts lists who may name it.
 */

export type RefundRequest = {
  /** The transaction's internal `id`, put into the path percent-encoded. */
  readonly id: string
  /** Hundredths; null sends no `amount` (refund-protocol.md 4). */
  readonly amount: number | null
  /** Already begins with the marker. */
  readonly reason: string
  readonly deviceId: string
  /**
   * The service that answered the fresh show, by its name there: if the stored address names another by now, nothing
   * is sent. Null for a caller to whom any service is right.
   */
  readonly serviceAddress: string | null
  /**
   * Asked once, on a connection that is up, just before the first byte: false writes nothing and answers
   * `not_begun`, reason `too_late` (protocol 1).
   */
  readonly mayBegin: () => boolean
}

/** What came back for a refund POST. `record` stands only beside an answer of kind `record`. */
export type RefundReply = {
  readonly answer: RefundAnswer
  readonly record: Transaction | null
  /** What came back, for people: at most 16 KiB, without `pin_key`, `payer`, `buyer_id`, `extra_parameters`. */
  readonly raw: string
  /** Left out where nothing was sent, or nobody keeps what comes. */
  readonly origin?: ReplyOrigin
}

/** The payment service, as the protocol sends to it (interface.md §4.1). Nothing here retries or follows a redirect. */
export type RefundSender = {
  /** Sends exactly one POST, or none and says so; never throws. */
  readonly refund: (request: RefundRequest) => Promise<RefundReply>
}

/** Sends refunds over HTTP (interface.md §4.1): one exchange on one fresh connection each, nothing tried twice. */
export function makeHttpRefundSender(deps: ServiceCallDeps): RefundSender {
  const { call, log } = makeServiceCalls(deps)
  return { refund: (request) => refund(request, call, log) }
}

/** Where nothing could be sent (no token, no id), the answer is `never_connected`, reason `aborted`. */
async function refund(
  request: RefundRequest,
  call: CallService,
  log: (line: string) => void,
): Promise<RefundReply> {
  const note = (words: string) => log(`refund ${lastFour(request.id)}: ${words}`)
  const { received, origin } = await sendRefund(request, call)
  note(summary(received))
  return { ...readRefundAnswer(received, note), ...(origin === undefined ? {} : { origin }) }
}

type Sent = { readonly received: Received; readonly origin?: ReplyOrigin }

async function sendRefund(request: RefundRequest, call: CallService): Promise<Sent> {
  const path = transactionPath(request.id)
  if (path === null) return neverSent('the transaction has no id that a path can hold')
  const sent = await call(
    { method: 'POST', path: `${path}/refund`, body: refundBody(request), mayBegin: request.mayBegin },
    request.serviceAddress,
  )
  if (sent.ok) return sent.value
  return neverSent(whyNotLent(sent.fault))
}

function neverSent(why: string): Sent {
  return { received: neverConnected('aborted', why) }
}

function whyNotLent(fault: CredentialsFault): string {
  switch (fault.kind) {
    case 'not_set_up':
      return 'nothing is set up'
    case 'loopback_address':
      return 'the policy of this PC allows no payment service on it'
    case 'address_by_policy':
      return 'the policy of this PC allows another payment service only'
    case 'keychain_unavailable':
      return fault.detail
    default:
      return unreachable(fault)
  }
}

function refundBody(request: RefundRequest): string {
  const form = new URLSearchParams()
  if (request.amount !== null) form.set('amount', writeHundredths(request.amount))
  form.set('refund_reason', request.reason)
  form.set('device_unique_id', request.deviceId)
  return form.toString()
}

/**
 * What came back for a refund POST, named but not judged (refund-protocol.md 5 to 7; the judgement is in
 * shared/refund-judgement.ts). `note` takes what was odd, in words without any value.
 */
export function readRefundAnswer(outcome: Received, note: (words: string) => void): RefundReply {
  if (outcome.kind !== 'answered') {
    return { answer: outcome, record: null, raw: `${outcome.kind} ${outcome.reason}: ${outcome.detail}` }
  }
  const { httpStatus } = outcome
  const envelope = readEnvelope(outcome.json)
  if (httpStatus >= 200 && httpStatus <= 299 && envelope.ok) {
    const { record, notes } = envelope.value
    if (notes.length > 0) note(notes.join('; '))
    const answer: RefundAnswer = { kind: 'record', httpStatus, snapshot: snapshotOf(record) }
    return { answer, record, raw: rawForPeople(record) }
  }
  const words = envelope.ok ? 'a record beside an HTTP error' : wireFaultWords(envelope.fault)
  const answer = failedAnswer(outcome, words)
  if (answer.kind === 'unreadable') note(words)
  return { answer, record: null, raw: outcome.text() }
}

function failedAnswer({ httpStatus, json }: ForeignAnswer, detail: string): RefundAnswer {
  const shape = readErrorShape(json)
  return shape === null || !shape.isDocumented
    ? { kind: 'unreadable', httpStatus, detail }
    : { kind: 'error_shape', httpStatus, status: shape.status, message: shape.message }
}
