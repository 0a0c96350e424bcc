import type { Attempt, AttemptEvent, DecisionOrder, SlipWay } from '../../shared/attempt'
import type { ActivityOrder, LineNotice } from '../../shared/contract'
import type { Fault, RefundsOff } from '../../shared/fault'
import type { Act } from '../../shared/journal-events'
import type { Attention, LateNews } from '../../shared/late-news'
import type { Money } from '../../shared/money'
import type { AttemptView, Decidable, Lock, PaymentStanding } from '../../shared/payment-standing'
import type { Result } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'
import type { ExportSigner } from '../journal/export/export-keys'
import type { ExportPiece, ExportRange } from '../journal/export/write-export'
import type { HeadAnchor } from '../journal/head-anchor'
import type { JournalKeys } from '../journal/journal-keys'
import type { Head } from '../journal/journal-line'
import type { Journal, JournalOrder, Journals, TakenOver } from '../journal/journal-types'
import type { RefundSender } from '../service/refund'
import type { FreshShow, TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import type { Signal } from '../system/signal'
import type { Probes } from './probes'
import type { StalePayments } from './stale'
import type { PendingEvents, SeenMeanwhile } from './unwritten'

/** What the cashier confirmed, beside what main itself last showed for that lookup. */
export type RefundOrder = {
  readonly shown: Transaction
  /** The service that showed it, by name; where it is given, another service's fresh show is another record. */
  readonly shownBy?: string
  readonly foundBy: { readonly kind: CodeKind; readonly code: string }
  readonly amount: Money
  readonly reason: string
  readonly confirmed: boolean
  readonly cashier: string
  /** Who allowed it with the PIN, which the caller has checked; null when nobody was asked (protocol 9). */
  readonly allowedBy: string | null
}

/** How a refund ended, and the record that the answer held: null without one, or when it was of another `id`. */
export type IssuedRefund = { readonly attempt: AttemptView; readonly record: Transaction | null }

export type AttemptHistory = {
  readonly attempt: AttemptView
  readonly events: readonly AttemptEvent[]
  readonly decidable: { readonly refunded: Decidable; readonly notRefunded: Decidable }
}

/** A person's word; the caller has checked the PIN. */
export type PersonsWord = { readonly supervisor: string; readonly why: string }

export type ActivityAnswer = {
  readonly open: readonly AttemptView[]
  readonly notices: readonly LineNotice[]
  readonly attempts: readonly AttemptView[]
  readonly next: number | null
}

/**
 * All that the rest of the main process may ask about refunds (architecture.md, "The refund protocol"). It owns the
 * journal and the only way to send a refund.
 */
export type RefundService = {
  /** Null while refunds work; else why they are off on this till. */
  readonly refundsOff: () => RefundsOff | null
  /** How a new journal may be begun; null where nothing is to be replaced (protocol 12). */
  readonly replaceable: () => 'pin' | 'token' | null
  /** Runs the protocol's steps. An answer of ok means that an attempt was written down, whatever its state. */
  readonly issue: (order: RefundOrder) => Promise<Result<IssuedRefund, Fault>>
  /** Takes note of a fresh show, whatever it was made for: raises the high-water value, counts as a check that is due. */
  readonly observe: (show: FreshShow) => void
  /** Raises the high-water value by a saved copy. No check. Ignored where a later lowering says otherwise (protocol 2). */
  readonly raiseFromCopy: (copy: {
    readonly record: Transaction
    /** Milliseconds since 1970. */
    readonly savedAt: number
  }) => void
  /** What locks a payment (by internal `id`), or null. */
  readonly lockOn: (id: string) => Lock | null
  /** The same, and why the service's last answer about that payment is not believed yet, if it is not. */
  readonly standingOf: (id: string) => PaymentStanding
  /** A supervisor accepts a lower `refunded` (hundredths) that he saw; the PIN has been checked. */
  readonly acceptLower: (
    id: string,
    refunded: number,
    word: PersonsWord,
  ) => Promise<Result<PaymentStanding, Fault>>
  /** Ends a lock that no attempt holds; the PIN has been checked. */
  readonly release: (line: number, word: PersonsWord & { readonly saw: string }) => Result<null, Fault>
  readonly acknowledge: (
    alarm:
      | { readonly of: 'attempt'; readonly marker: string; readonly number: number }
      | { readonly of: 'line'; readonly line: number },
    word: { readonly supervisor: string; readonly note: string },
  ) => Result<null, Fault>
  /** A slip of that refund was printed or saved: it is counted. Nothing is said where it cannot be; the slip is out. */
  readonly slipMade: (marker: string, how: SlipWay) => void
  /** A page of what this till did, newest first (contract.ts, `activity:page`). */
  readonly page: (order: ActivityOrder) => ActivityAnswer
  readonly open: (marker: string) => AttemptHistory | null
  /** Asks the service now about one attempt. */
  readonly check: (marker: string) => Promise<Result<AttemptHistory, Fault>>
  /** Records a supervisor's decision, after a show at this moment; the PIN has been checked by the caller. Sends no refund. */
  readonly decide: (marker: string, decision: DecisionOrder) => Promise<Result<AttemptHistory, Fault>>
  /**
   * The journal's lines of a time range with their hashes, as text that `verify-journal` can check, or its attempts as
   * a table; in pieces, because it may be long (export-journal.ts).
   */
  readonly exportPieces: (
    range: ExportRange,
    format: 'csv' | 'json',
    signer: ExportSigner | null,
  ) => Result<Iterable<ExportPiece>, Fault>
  /** Writes down an act that is no refund; dropped with a line in the log when there is no journal to write it in. */
  readonly acted: (act: Act, by: string | null) => void
  /**
   * Begins a new journal where the old one cannot be used any more; the caller has checked PIN or token. Old files
   * stay as they are; what of them can be read is taken over. Sends nothing.
   */
  readonly beginJournal: (order: JournalOrder) => Promise<Result<TakenOver, Fault>>
  /** How many lines the journal has, and the last one's hash; null where there is none. */
  readonly journalHead: () => Head | null
  /** The names of services that said they are practice, as far as the journal has it. */
  readonly practiceServices: () => readonly string[]
  /** Writes down that the service of that name said so, once; not where there is no journal to write it in. */
  readonly notePractice: (name: string) => void
  readonly undecidedCount: () => number
  /** How many attempts and lines wait, and for whom. */
  readonly attention: () => Attention
  /** What changed about refunds whose cashier has gone on. */
  readonly news: () => readonly LateNews[]
  readonly isSending: () => boolean
  /** Resolves when no refund is being sent and the journal's head is in the keychain. */
  readonly settled: () => Promise<void>
  /** The line came back, the PC woke up, or address or keychain may have changed: what waits is due now. */
  readonly wake: () => void
  /** Ends the schedule and closes the journal. Nothing may be asked afterwards. */
  readonly close: () => Promise<void>
}

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
  /** The stored address by its name, '' when none is stored; practice has one name, whatever its port (protocol 14). */
  readonly serviceName: () => string
  /** Why no refund is sent though the journal is in order; null when they may be. Nothing withholds them unless given. */
  readonly withheld?: (() => RefundsOff | null) | undefined
  readonly news: RefundNews
  readonly log: (line: string) => void
}

/** The same with the port that sends refunds: it goes no further than the protocol's one POST. */
export type SendingDeps = RefundDeps & { readonly sender: RefundSender }

/** What the protocol works with, made once for an open record. */
export type Till = {
  readonly journal: Journal
  readonly payments: TransactionReader
  readonly headAnchor: Pick<HeadAnchor, 'keep'>
  readonly pendingEvents: PendingEvents
  readonly probes: Probes
  readonly stale: StalePayments
  /** What was seen and could not be written. */
  readonly meanwhile: SeenMeanwhile
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  /** The stored address by its name, '' when none is stored. */
  readonly serviceName: () => string
  readonly tell: Signals
  readonly log: (line: string) => void
}

export type Signals = {
  /** A line about the attempt was written. */
  readonly changed: (attempt: Attempt) => void
  /** Nothing was written, but its next check or its quiet shows may be others now. */
  readonly touched: (attempt: Attempt) => void
  /** The payment's lock or staleness may have changed. */
  readonly paymentChanged: (id: string) => void
  /** A write was tried, and the disk took it or not. */
  readonly tried: (written: boolean) => void
}

/** Whether an attempt was sent to the address that is stored now: elsewhere no rule settles it (protocol 14). */
export function isHere({ serviceName }: Pick<Till, 'serviceName'>, { intent }: Attempt): boolean {
  return intent.serviceAddress === serviceName()
}
