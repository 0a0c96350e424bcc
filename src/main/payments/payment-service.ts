/**
 * The payment service, as the main process reads it (interface.md §4). Nothing here retries, follows a redirect or
 * throws: the outcome of a call is a value. The port that sends refunds stands apart, in refund-sender.ts.
 */
import type { FaultOf } from '../../shared/fault'
import type { RelatedKind } from '../../shared/related'
import type { RelatedRecord } from '../../shared/related-schemas'
import type { Result } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'

/** Which transaction to show: a code, and the identifier it is matched against (interface.md §4.2). */
export type ShowRequest = { readonly kind: CodeKind; readonly code: string }

/** Every way in which a show can fail. None of them changes anything at the service. */
export type ShowFault = FaultOf<
  | 'not_connected'
  | 'no_answer'
  | 'service_error'
  | 'token_not_accepted'
  | 'not_found'
  | 'strange_answer'
  | 'other_record'
  | 'not_set_up'
  | 'keychain_unavailable'
  | 'loopback_address'
  | 'address_by_policy'
>

/**
 * By whose credentials a reply came: what is kept of its record is theirs (copies/). `credentials` is a digest of
 * address and token; `forgotten` counts how often all copies had been forgotten when they were lent.
 */
export type ReplyOrigin = {
  readonly address: string
  readonly credentials: string
  readonly forgotten: number
}

/** One fresh answer to a show, whatever it was asked for: what checks and high-water values rest on. */
export type FreshShow = {
  readonly record: Transaction
  /** The service that answered: its stored address, normalised (refund-protocol.md 14). */
  readonly serviceAddress: string
  /** When it was asked, by the monotonic clock: a show counts by the moment it was asked (protocol 6). */
  readonly askedAt: number
  /** Seconds of an `Age` header; 0 without one. Above 0 it came out of some cache and proves nothing. */
  readonly age: number
  /** Left out where nobody keeps what comes. */
  readonly origin?: ReplyOrigin
}

export type ShowReply = FreshShow & { readonly raw: string }

/** The port that reads transactions: a call is one exchange on one fresh connection, and changes nothing there. */
export type TransactionReader = {
  /** Promises that the record carries the code that was asked for under that kind. */
  readonly show: (request: ShowRequest) => Promise<Result<ShowReply, ShowFault>>
}

/** A show that also asks for one related record (interface.md §4.2, `include`). */
export type RelatedRequest = ShowRequest & { readonly related: RelatedKind }

/** A related record as labelled lines; none where the service says that there is no such record. */
export type RelatedLines = Pick<RelatedRecord, 'lines' | 'cut'>

export type RelatedReply = FreshShow & {
  /** The record that came along, without the related one. It is a fresh show like any other, but never painted. */
  readonly record: Transaction
  readonly shown: RelatedLines
  /** What of it may be saved: without `pin_key`, `payer`, `buyer_id` and `extra_parameters` at any depth. */
  readonly saved: RelatedLines
}

/** The payment service's other reading port: related records, one to a show because several are not documented. */
export type RelatedService = {
  /**
   * Promises that the record carries the code that was asked for. Aborting destroys the socket; the answer is then
   * some fault that says nothing about the service.
   */
  readonly showRelated: (
    request: RelatedRequest,
    signal: AbortSignal,
  ) => Promise<Result<RelatedReply, ShowFault>>
}
