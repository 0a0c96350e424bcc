/** The types of refunds: an order, a person's word, what the service announces, and what the protocol works on. */

import type { Attempt, Intent } from '../../shared/attempt/attempt'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { AttemptEvidence } from '../../shared/contract/contract'
import type { RefundsOff } from '../../shared/fault'
import type { CodeKind } from '../../shared/payment/codes'
import type { Money } from '../../shared/payment/money'
import type { Transaction } from '../../shared/payment/transaction'
import type { PersonRef } from '../../shared/people/people'
import type { ChosenReason, Rules } from '../../shared/people/rules'
import type { Journal } from '../journal/journal'
import type { HeadAnchor, JournalKeys } from '../journal/journal-keys'
import type { Journals } from '../journal/open-journals'
import type { RefundSender } from '../service/refund'
import type { TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import type { PendingEvents, Probes, SeenMeanwhile, StalePayments } from './memory'
import type { ServiceTime } from './order'
import type { RefundNews, Teller } from './tell'

/** What the cashier confirmed, beside what main itself last showed for that lookup. */
export type RefundOrder = {
  readonly shown: Transaction
  /** The name of the service that showed it. Where given, a fresh show by another service is another record. */
  readonly shownBy?: string
  readonly foundBy: { readonly kind: CodeKind; readonly code: string }
  readonly amount: Money
  readonly reason: ChosenReason
  readonly confirmed: boolean
  readonly typed: boolean
  readonly cashier: PersonRef | null
  /** The second person, whom the caller has authenticated, and the rules they said yes to; null when nobody was asked. */
  readonly allowedBy: NonNullable<Intent['allowedBy']> | null
}

/** How a refund ended, and the record in its answer; null without one, or when it is of another payment. */
export type IssuedRefund = { readonly attempt: AttemptView; readonly record: Transaction | null }

export type AttemptHistory = Omit<AttemptEvidence, 'storeId'>

/** A saved copy of a record; `savedAt` is milliseconds since 1970. */
export type SavedRecord = { readonly record: Transaction; readonly savedAt: number }

/** What a refund service needs, except the port that sends. */
export type RefundDeps = {
  readonly journals: Journals
  readonly keys: Pick<JournalKeys, 'writeHead'>
  readonly payments: TransactionReader
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  /** The store's rules for refunds; null where they cannot be read any more. */
  readonly rules: () => Rules | null
  /** The `store_id` of this till's store; '' where nobody has set it. */
  readonly ownStore: () => string
  /** The name of the stored address; '' without one. Practice has one name, whatever its port (protocol 14). */
  readonly serviceName: () => string
  /** Why refunds are withheld though the journal is in order; null when they are not. */
  readonly withheld?: (() => RefundsOff | null) | undefined
  readonly news: RefundNews
  readonly log: (line: string) => void
}

/** The same with the port that sends refunds, which only the protocol's one POST uses. */
export type SendingDeps = RefundDeps & { readonly sender: RefundSender }

/** What is known of attempts and payments. */
export type Known = Pick<RefundDeps, 'clock' | 'serviceName' | 'log'> & {
  readonly journal: Journal
  readonly probes: Probes
  readonly stale: StalePayments
}

/** What the protocol works on, made once for an open record. */
export type Till = Known &
  Pick<RefundDeps, 'payments' | 'randomBytes' | 'deviceId' | 'rules' | 'ownStore'> & {
    /** Announces each line that it takes, and starts bringing its head to the keychain. */
    readonly journal: Journal
    /** How many lines the disk has not taken so far. */
    readonly refusedLines: () => number
    readonly headAnchor: HeadAnchor
    readonly pendingEvents: PendingEvents
    /** Values that were seen and could not be written. */
    readonly meanwhile: SeenMeanwhile
    readonly serviceTime: ServiceTime
    readonly tell: Teller
  }

/** Whether an attempt was sent to the address that is stored now. Elsewhere no rule settles it (protocol 14). */
export function isHere({ serviceName }: Pick<Known, 'serviceName'>, { intent }: Attempt): boolean {
  return intent.serviceAddress === serviceName()
}
