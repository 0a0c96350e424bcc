import type { Attempt, AttemptEvent, Decision } from '../../shared/attempt'
import type { Fault, RefundsOff } from '../../shared/fault'
import type { Money } from '../../shared/money'
import type { Result } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'

/** What the cashier confirmed, beside what main itself last showed under that lookup number. */
export type RefundOrder = {
  readonly shown: Transaction
  readonly foundBy: { readonly kind: CodeKind; readonly code: string }
  readonly amount: Money
  readonly reason: string
  readonly confirmed: boolean
  readonly cashier: string
}

/** How a refund ended, and the record that the answer held: null without one, or when it was of another `id`. */
export type IssuedRefund = { readonly attempt: Attempt; readonly record: Transaction | null }

export type AttemptHistory = { readonly attempt: Attempt; readonly events: readonly AttemptEvent[] }

/** Who begins a new journal, and why. */
export type JournalOrder = { readonly supervisor: string; readonly why: string }

/** What of the old journal stands in the new one. `whole`: it could be read to the end that was known. */
export type TakenOver = {
  readonly attempts: number
  readonly undecided: number
  readonly whole: boolean
}

/**
 * All that the rest of the main process may ask about refunds (design.md, "The refund protocol"). It owns the
 * journal and the only way to send a refund.
 */
export type RefundDesk = {
  /** Null while refunds work; else why they are off on this till. */
  readonly refundsOff: () => RefundsOff | null
  /** Runs the protocol's steps. An answer of ok means that an attempt was written down, whatever its state. */
  readonly issue: (order: RefundOrder) => Promise<Result<IssuedRefund, Fault>>
  /** Takes note of any record the service showed: raises the mark, and lets open attempts be judged by it. */
  readonly observe: (record: Transaction) => void
  /** Raises the journal's mark by a record that was saved earlier. No look: no attempt is judged by it. */
  readonly raiseMark: (record: Transaction) => void
  /** The undecided attempt that locks a transaction (by internal `id`), or null. */
  readonly lockOn: (id: string) => Attempt | null
  /** Newest first; undecided ones whatever their time. Times are milliseconds since 1970, bounds inclusive. */
  readonly list: (range: { readonly from: number | null; readonly to: number | null }) => readonly Attempt[]
  readonly open: (marker: string) => AttemptHistory | null
  /** Asks the service now about one attempt. */
  readonly look: (marker: string) => Promise<Result<AttemptHistory, Fault>>
  /** Records a supervisor's decision; the PIN has been checked by the caller. Sends nothing. */
  readonly decide: (marker: string, decision: Decision) => Result<Attempt, Fault>
  /** The journal's lines of a time range with their hashes, as text that `verify-journal` can check. */
  readonly exportRange: (
    range: { readonly from: number; readonly to: number },
    format: 'csv' | 'json',
  ) => Result<string, Fault>
  /**
   * Begins a new journal in the place of one that is damaged or rolled back; the PIN has been checked by the
   * caller. The old one is set aside untouched, what of it can be read is taken over. Sends nothing.
   */
  readonly beginJournal: (order: JournalOrder) => Promise<Result<TakenOver, Fault>>
  readonly undecidedCount: () => number
  readonly isSending: () => boolean
  /** Resolves when no refund is being sent and the journal's head is in the keychain. */
  readonly settled: () => Promise<void>
  /** The line came back, or the PC woke up: looks that wait are due now. */
  readonly wake: () => void
  /** Ends the schedule and closes the journal. Nothing may be asked afterwards. */
  readonly close: () => Promise<void>
}
