/** What refunds are made with: an order, a person's word, whom the service tells, and what the protocol works on. */

import type { Attempt, Intent } from '../../shared/attempt/attempt'
import type { AttemptView, PaymentStanding } from '../../shared/attempt/payment-standing'
import type { AttemptEvidence } from '../../shared/contract/contract'
import type { RefundsOff } from '../../shared/fault'
import type { Money } from '../../shared/payment/money'
import type { CodeKind } from '../../shared/payment/scan-code'
import type { Transaction } from '../../shared/payment/transaction'
import type { PersonRef } from '../../shared/people/people'
import type { ChosenReason } from '../../shared/people/reasons'
import type { Rules } from '../../shared/people/rules'
import type { Journal } from '../journal/journal'
import type { HeadAnchor, JournalKeys } from '../journal/journal-keys'
import type { Journals } from '../journal/open-journals'
import type { RefundSender } from '../service/refund'
import type { TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import type { Signal } from '../system/signal'
import type { Probes } from './probes'
import type { ServiceTime } from './rules'
import type { StalePayments } from './stale'
import type { Teller } from './tell'
import type { PendingEvents, SeenMeanwhile } from './unwritten'

/** What the cashier confirmed, beside what main itself last showed for that lookup. */
export type RefundOrder = {
  readonly shown: Transaction
  /** The service that showed it, by name; where it is given, another service's fresh show is another record. */
  readonly shownBy?: string
  readonly foundBy: { readonly kind: CodeKind; readonly code: string }
  readonly amount: Money
  readonly reason: ChosenReason
  readonly confirmed: boolean
  readonly typed: boolean
  readonly cashier: PersonRef | null
  /** Who said yes, as the caller has checked, and to which rules; null when nobody was asked (protocol 9). */
  readonly allowedBy: NonNullable<Intent['allowedBy']> | null
}

/** How a refund ended, and the record that the answer held: null without one, or when it was of another `id`. */
export type IssuedRefund = { readonly attempt: AttemptView; readonly record: Transaction | null }

export type AttemptHistory = Omit<AttemptEvidence, 'storeId'>

/** A record that was kept of a payment; `savedAt` is milliseconds since 1970. */
export type SavedRecord = { readonly record: Transaction; readonly savedAt: number }

/** A person's word; the caller has checked the PIN. */
export type PersonsWord = { readonly supervisor: string; readonly why: string }

/** What the refund service tells: made before it is opened, so that nothing told while it opens is missed. */
export type RefundNews = {
  /** Every attempt that changed. */
  readonly attemptChanged: Signal<AttemptView>
  /** A payment's lock or staleness changed. */
  readonly paymentChanged: Signal<PaymentStanding>
  /** `refundsOff`, `undecidedCount` … may answer otherwise than before. */
  readonly stateChanged: Signal
  /** Saved copies of that payment from before now must go: a lower value was accepted (protocol 2). */
  readonly lowerAccepted: Signal<{ readonly id: string }>
}

/** What a refund service is made of, but for the port that sends. */
export type RefundDeps = {
  readonly journals: Journals
  readonly keys: Pick<JournalKeys, 'writeHead'>
  readonly payments: TransactionReader
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  /** The store's rules for refunds, null where nobody knows them any more; and the `store_id` of this till's own store; '' when nobody has said. */
  readonly rules: () => Rules | null
  readonly ownStore: () => string
  /** The stored address by its name, '' when none is stored; practice has one name, whatever its port (protocol 14). */
  readonly serviceName: () => string
  /** Why no refund is sent though the journal is in order; null when they may be. Nothing withholds them unless given. */
  readonly withheld?: (() => RefundsOff | null) | undefined
  readonly news: RefundNews
  readonly log: (line: string) => void
}

/** The same with the port that sends refunds: it goes no further than the protocol's one POST. */
export type SendingDeps = RefundDeps & { readonly sender: RefundSender }

/** What is known of attempts and payments. */
export type Known = Pick<RefundDeps, 'clock' | 'serviceName' | 'log'> & {
  readonly journal: Journal
  readonly probes: Probes
  readonly stale: StalePayments
}

/** What the protocol works with, made once for an open record. */
export type Till = Known &
  Pick<RefundDeps, 'payments' | 'randomBytes' | 'deviceId' | 'rules' | 'ownStore'> & {
    /** Each line that it takes is told, and its head is on its way to the keychain. */
    readonly journal: Journal
    /** Whether the disk took the last line. */
    readonly takesLines: () => boolean
    readonly headAnchor: HeadAnchor
    readonly pendingEvents: PendingEvents
    /** What was seen and could not be written. */
    readonly meanwhile: SeenMeanwhile
    readonly serviceTime: ServiceTime
    readonly tell: Teller
  }

/** Whether an attempt was sent to the address that is stored now: elsewhere no rule settles it (protocol 14). */
export function isHere({ serviceName }: Pick<Known, 'serviceName'>, { intent }: Attempt): boolean {
  return intent.serviceAddress === serviceName()
}
