/** What the refund journal promises (architecture.md, "The refund protocol"); made by journal.ts over one opened file. */
import type { Attempt, AttemptEvent, Snapshot } from '../../shared/attempt'
import type { AttemptState } from '../../shared/attempt-states'
import type { Fault, RefundsOff } from '../../shared/fault'
import type { PaymentEvent, TillEvent } from '../../shared/journal-events'
import type { Past } from '../../shared/past'
import type { IllegalTransition } from '../../shared/refund'
import type { Result } from '../../shared/result'
import type { RefundSoFar } from '../../shared/rules'
import type { AttemptLine, Head, JournalLine } from './journal-line'

export type JournalFault =
  | { readonly kind: 'unwritable'; readonly detail: string }
  /** Another attempt on the same payment is undecided, or the payment is locked. */
  | { readonly kind: 'locked' }
  /** The line is longer than a line may be. */
  | { readonly kind: 'too_long' }
  | IllegalTransition

/** Why a journal cannot be used. */
export type RefundsOffFault = { readonly why: RefundsOff; readonly detail: string }

/** A lock that no attempt holds. `line` is the number of the line that made it. */
export type PaymentLock =
  | {
      readonly kind: 'unread'
      readonly line: number
      readonly at: number
      /** The SHA-256 of the payment's id in hexadecimal, or its beginning. */
      readonly lock: string
      readonly marker: string
      readonly since: number | null
    }
  | {
      readonly kind: 'lowering_returned'
      readonly line: number
      readonly at: number
      readonly id: string
      readonly refunded: number
    }

/** An alarm that stands by no attempt, until somebody acknowledged it. */
export type LineAlarm = {
  readonly line: number
  readonly at: number
  readonly event: Extract<TillEvent, { kind: 'payment_alarmed' | 'could_not_be_read' }>
}

/** What is open, folded from verified lines alone and kept in memory: the lock is this (protocol 3). */
export type Standing = {
  /** Undecided, watched, or with an alarm that nobody has acknowledged; by marker, oldest first. */
  readonly attempts: ReadonlyMap<string, Attempt>
  readonly locks: readonly PaymentLock[]
  readonly alarms: readonly LineAlarm[]
  /** Names of addresses whose answers said that they move no real money. It decides about no refund. */
  readonly practice: ReadonlySet<string>
}

/** What Activity asks for. Texts are compared by blind index: whole and exact, but for case and blanks around them. */
export type PageOrder = {
  /** The row's own number that the page before ended with; null is the newest. */
  readonly before: number | null
  readonly count: number
  readonly marker?: string | undefined
  readonly code?: string | undefined
  readonly cashier?: string | undefined
  readonly state?: AttemptState | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}
export type Page = { readonly attempts: readonly Attempt[]; readonly next: number | null }

/** A line with its hash and the hash before it. */
export type ExportedLine = { readonly line: JournalLine; readonly hash: string; readonly before: string }

/** Lines that cannot be read any more, by their numbers. */
export type UnreadLines = { readonly first: number; readonly last: number }

export type Journal = {
  readonly id: string
  /** The last line that is known to be on the disk. */
  readonly head: () => Head
  /** The till's running time: milliseconds that its programs have run since its first. No wall clock has a part in it. */
  readonly ran: () => number
  readonly standing: () => Standing
  /**
   * Adds one event and answers the attempt it leads to. Nothing is written when it answers a fault. `sending` is
   * refused (`locked`) while anything undecided or any lock stands on the payment.
   */
  readonly append: (marker: string, event: AttemptEvent) => Result<Attempt, JournalFault>
  /** Adds one line about a payment; answers the line's number. `lowered` also lowers the high-water value. */
  readonly appendPayment: (event: PaymentEvent) => Result<number, JournalFault>
  readonly appendTill: (event: TillEvent) => Result<number, JournalFault>
  readonly attempt: (marker: string) => Attempt | null
  /** What memory has of a payment, by its internal id as in all that follows. Nothing is decided by anything else. */
  readonly past: (id: string) => Past
  /** What the store's rules count, of all payments; from memory. */
  readonly refunds: () => readonly RefundSoFar[]
  /** Undecided, oldest first; from memory. */
  readonly undecided: () => readonly Attempt[]
  /** The undecided attempt or other lock on a payment; null when there is none. From memory. */
  readonly lockOn: (id: string) => Attempt | PaymentLock | null
  /** The newest of `count` attempts before a place; `next` continues. Flat in the length of the journal. */
  readonly page: (order: PageOrder) => Page
  /**
   * Attempts made from one moment to another, in milliseconds since 1970, in the order of `page`, some at a time: those
   * that are there when the first are asked for, each as it stands when it is read. Null where one cannot be read: the end.
   */
  readonly attemptsBetween: (from: number, to: number) => Generator<readonly Attempt[] | null, void>
  readonly lines: (marker: string) => readonly AttemptLine[]
  /** All lines from the first to the last of a time. Null where nobody can tell which these are: the end. */
  readonly linesBetween: (from: number, to: number) => Generator<ExportedLine | UnreadLines | null, void>
  /**
   * The highest `refunded` seen of a payment, in hundredths; null if never seen.
   * @param currency what an answer in that currency is compared with; without one the highest of all.
   */
  readonly highWater: (id: string, currency?: string) => number | null
  /** When the last lowering of that payment was accepted, in milliseconds since 1970, and the value that it took back; null if never. */
  readonly lowering: (id: string) => { readonly at: number; readonly from: number } | null
  /** Raises the value by what an answer said; what contradicts itself raises nothing (shared/high-water.ts). */
  readonly raiseHighWater: (snapshot: Snapshot) => Result<number | null, JournalFault>
  /** Whether the values seen in the last month can be asked for: while they cannot, refunds are off. */
  readonly isReady: () => boolean
  /**
   * Goes on with what is done behind the cashier, for about so many milliseconds: making the index anew, then verifying
   * the files of earlier runs. Answers whether there is more to do.
   */
  readonly workBehind: (milliseconds: number) => boolean
  /** What an export is checked with (`chainKey`); it opens nothing. */
  readonly verificationKey: () => Buffer
  readonly close: () => void
}

/** Why there is no journal, and how somebody may begin a new one; null where nothing is to be replaced. */
export type OpeningFault = RefundsOffFault & { readonly replaceable: 'pin' | 'token' | null }

/** Who begins a new journal, and why. The caller has checked the PIN or the token. */
export type JournalOrder = { readonly supervisor: string; readonly why: string }

/** What of the old journals stands in the new one (contract.ts, `journal:begin`). */
export type TakenOver = {
  readonly attempts: number
  readonly undecided: number
  readonly unread: number
  readonly missing: number | null
}

/** The journals of one profile, as whoever refunds needs them (refund-protocol.md 11 and 12). */
export type Journals = {
  readonly open: () => Promise<Result<Journal, OpeningFault>>
  /** The caller has checked PIN or token, and has closed the journal that was open. */
  readonly begin: (order: JournalOrder) => Promise<Result<TakenOver, Fault>>
}

/** A place in the order of all lines of all journals: the journal's number in their order, and the line's. */
export type Place = { readonly journal: number; readonly seq: number }
const linesPerJournal = 1e10
export const numberOf = ({ journal, seq }: Place) => journal * linesPerJournal + seq
export const placeOf = (number: number): Place => ({
  journal: Math.floor(number / linesPerJournal),
  seq: number % linesPerJournal,
})
