import type { RefundAnswer } from '../../shared/attempt'
import { writeHundredths } from '../../shared/money'
import { unreachable } from '../../shared/result'
import type { CredentialsFault } from './address'
import {
  type CallService,
  lastFour,
  makeServiceCalls,
  type ServiceCallDeps,
  summary,
  transactionPath,
} from './exchange'
import type { ForeignAnswer, Received } from './foreign-answer'
import { neverConnected } from './never-connected'
import { readErrorShape, wireFaultWords } from './read-json'
import type { RefundReply, RefundRequest, RefundSender } from './refund-sender'
import { rawForPeople, snapshotOf } from './refund-snapshot'
import type { ReplyOrigin } from './show'
import { readEnvelope } from './wire'

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
