/**
 * The port that sends refunds. Whoever holds it can move money, so it is handed to nobody but the protocol
 * (refund/protocol.ts): scripts/testing/own-network.real.test.ts lists who may name it.
 */
import type { RefundAnswer } from '../../shared/attempt/attempt'
import { fail, unreachable } from '../../shared/base/result'
import { writeHundredths } from '../../shared/payment/money'
import type { Transaction } from '../../shared/payment/transaction'
import type { CredentialsFault } from './address'
import { neverConnected } from './connection'
import {
  isSuccess,
  lastFour,
  makeServiceCalls,
  type ServiceCallDeps,
  summary,
  transactionPath,
} from './exchange'
import { type Received, rawForPeople, readErrorShape, snapshotOf } from './read-answer'
import { readEnvelope, describeTolerated } from './read-record'
import type { ReplyOrigin } from './show'

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

/**
 * Sends refunds over HTTP (interface.md §4.1): one exchange on one fresh connection each, nothing tried twice. Where
 * nothing could be sent (no token, no id), the answer is `never_connected`, reason `aborted`.
 */
export function makeHttpRefundSender(deps: ServiceCallDeps): RefundSender {
  const { call, log, seen } = makeServiceCalls(deps)
  return {
    refund: async (request) => {
      const { id, mayBegin, serviceAddress } = request
      const note = (words: string) => log(`refund ${lastFour(id)}: ${words}`)
      const path = transactionPath(id)
      const post = { method: 'POST', body: formOf(request), mayBegin } as const
      const sent =
        path === null
          ? fail({ kind: 'no_id' } as const)
          : await call({ ...post, path: `${path}/refund` }, serviceAddress)
      const { received, origin } = sent.ok
        ? sent.value
        : { received: neverConnected('aborted', whyNeverSent(sent.fault)), origin: undefined }
      note(summary(received))
      const reply = { ...readRefundAnswer(received, note), ...(origin === undefined ? {} : { origin }) }
      const { record } = reply
      // A record of another id is no answer to this refund (refund-protocol.md 7).
      if (record?.id === id) seen({ ...reply, record })
      return reply
    },
  }
}

function formOf({ amount, reason, deviceId }: RefundRequest): string {
  const form = new URLSearchParams()
  if (amount !== null) form.set('amount', writeHundredths(amount))
  form.set('refund_reason', reason)
  form.set('device_unique_id', deviceId)
  return form.toString()
}

function whyNeverSent(fault: CredentialsFault | { readonly kind: 'no_id' }): string {
  switch (fault.kind) {
    case 'no_id':
      return 'the transaction has no id that a path can hold'
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

/**
 * What came back for a refund POST, named but not judged (refund-protocol.md 5 to 7; the judgement is in
 * shared/refund/refund-judgement.ts). `note` takes what was odd, in words without any value.
 */
export function readRefundAnswer(outcome: Received, note: (words: string) => void): RefundReply {
  if (outcome.kind !== 'answered') {
    return { answer: outcome, record: null, raw: `${outcome.kind} ${outcome.reason}: ${outcome.detail}` }
  }
  const { httpStatus, json, clean } = outcome
  const envelope = readEnvelope(json, clean)
  if (isSuccess(httpStatus) && envelope.ok) {
    const record = envelope.value
    const tolerated = describeTolerated(record)
    if (tolerated !== null) note(tolerated)
    const answer: RefundAnswer = { kind: 'record', httpStatus, snapshot: snapshotOf(record) }
    return { answer, record, raw: rawForPeople(record) }
  }
  const shape = readErrorShape(json, clean)
  if (shape?.isDocumented === true) {
    const { status, message } = shape
    return { answer: { kind: 'error_shape', httpStatus, status, message }, record: null, raw: outcome.text() }
  }
  const detail = envelope.ok ? 'a record beside an HTTP error' : envelope.fault
  note(detail)
  return { answer: { kind: 'unreadable', httpStatus, detail }, record: null, raw: outcome.text() }
}
