/**
 * The port that sends refunds. Whoever holds it can move money, so it is handed to nobody but the protocol
 * (refund/issue-refund.ts): scripts/testing/sending-port.test.ts lists who may name it.
 */
import type { RefundAnswer } from '../../shared/attempt'
import type { Transaction } from '../../shared/transaction'
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
