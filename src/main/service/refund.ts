/**
 * The port that sends refunds. Its holder can move money, so only the protocol gets it (refund/protocol.ts);
 * scripts/testing/own-network.real.test.ts lists the files that may name it.
 */
import type { RefundAnswer } from '../../shared/attempt/attempt'
import { fail } from '../../shared/base/result'
import { writeHundredths } from '../../shared/payment/money'
import type { Transaction } from '../../shared/payment/transaction'
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
import { readEnvelope } from './read-record'
import type { ReplyOrigin } from './show'

export type RefundRequest = {
  /** The transaction's internal `id`. */
  readonly id: string
  /** Hundredths; null sends no `amount` (refund-protocol.md 4). */
  readonly amount: number | null
  /** Begins with the marker. */
  readonly reason: string
  readonly deviceId: string
  /** The name of the service that answered the fresh show: nothing is sent to another. Null allows any service. */
  readonly serviceAddress: string | null
  /**
   * Called once, on an open connection, just before the first byte: false writes nothing and answers `not_begun`,
   * reason `too_late` (protocol 1).
   */
  readonly mayBegin: () => boolean
}

/** The answer to a refund POST. `record` is null unless the answer's kind is `record`. */
export type RefundReply = {
  readonly answer: RefundAnswer
  readonly record: Transaction | null
  /** The answer as text for people: at most 16 KiB, without `pin_key`, `payer`, `buyer_id`, `extra_parameters`. */
  readonly raw: string
  /** Left out where nothing was sent, or no copies are saved. */
  readonly origin?: ReplyOrigin | undefined
}

/** Sends refunds (interface.md §4.1). Never retries or follows a redirect. */
export type RefundSender = {
  /** Sends one POST, or none and says so. Never rejects. */
  readonly refund: (request: RefundRequest) => Promise<RefundReply>
}

/**
 * Sends refunds over HTTP (interface.md §4.1), each in one exchange on its own connection. Where nothing can be sent (no
 * token, no id), the answer is `never_connected`, reason `aborted`.
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
          ? fail({ kind: 'no_id', detail: 'the transaction has no id that a path can hold' } as const)
          : await call({ ...post, path: `${path}/refund` }, serviceAddress)
      const { received, origin } = sent.ok
        ? sent.value
        : { received: neverSent(sent.fault), origin: undefined }
      note(summary(received))
      const reply = { ...readRefundAnswer(received, note), origin }
      const { record } = reply
      // A record with another id does not answer this refund (refund-protocol.md 7).
      if (record?.id === id) seen({ ...reply, record })
      return reply
    },
  }
}

function neverSent(fault: { readonly kind: string; readonly detail?: string }) {
  return neverConnected('aborted', fault.detail ?? fault.kind)
}

function formOf({ amount, reason, deviceId }: RefundRequest): string {
  const form = new URLSearchParams()
  if (amount !== null) form.set('amount', writeHundredths(amount))
  form.set('refund_reason', reason)
  form.set('device_unique_id', deviceId)
  return form.toString()
}

/**
 * Reads the answer to a refund POST (refund-protocol.md 5 to 7); shared/refund/refund-judgement.ts judges it.
 * @param note logs what was odd, in words that hold no value
 */
export function readRefundAnswer(outcome: Received, note: (words: string) => void): RefundReply {
  if (outcome.kind !== 'answered') {
    return { answer: outcome, record: null, raw: summary(outcome) }
  }
  const { httpStatus, json, clean } = outcome
  const envelope = readEnvelope(json, clean)
  if (isSuccess(httpStatus) && envelope.ok) {
    const record = envelope.value
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
