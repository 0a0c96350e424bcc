/** The types that the parts of the refund record share with each other and with the refund service. */
import type { Attempt } from '../../shared/attempt/attempt'
import type { Output } from '../../shared/contract/contract'
import type { RefundsOff } from '../../shared/fault'
import type { Shift } from '../../shared/refund/day'
import type { IllegalTransition } from '../../shared/refund/refund'
import type { JournalLine, StandsOpen } from './journal-line'

export type JournalFault =
  | { readonly kind: 'unwritable'; readonly detail: string }
  /** Another attempt on the same payment is undecided, or the payment is locked. */
  | { readonly kind: 'locked' }
  /** The line is over the limit. */
  | { readonly kind: 'too_long' }
  | IllegalTransition

/** Why a journal cannot be used. */
export type RefundsOffFault = { readonly why: RefundsOff; readonly detail: string }

/** A lock without an attempt. `line` is the number of the line that made it. */
export type PaymentLock = StandsOpen['locks'][number]

/** An alarm without an attempt that nobody has acknowledged. */
export type LineAlarm = StandsOpen['alarms'][number]

/** All that is open, folded from verified lines only and kept in memory: the lock is this (protocol 3). */
export type Standing = {
  /** Attempts that are undecided, watched, or have an unacknowledged alarm; by marker, oldest first. */
  readonly attempts: ReadonlyMap<string, Attempt>
  readonly locks: readonly PaymentLock[]
  readonly alarms: readonly LineAlarm[]
  /** Names of addresses whose answers said that they move no real money. They decide about no refund. */
  readonly practice: ReadonlySet<string>
  /** Shifts that nobody has closed. They decide about no refund. */
  readonly shifts: readonly Shift[]
  /** When lines were last found lost, so that what the store's rules counted before is unknown; null if never. */
  readonly unread: StandsOpen['unread']
}

/** A line of the record, as the index stores it. */
export type IndexedLine = {
  readonly journal: number
  readonly file: number
  readonly line: JournalLine
  /** The attempt after the line; null for a line about none. */
  readonly attempt: Attempt | null
}

export type Page = { readonly attempts: readonly Attempt[]; readonly next: number | null }

/** A line with its hash and the hash before it. */
export type ExportedLine = { readonly line: JournalLine; readonly hash: string; readonly before: string }

/** The numbers of the first and last of consecutive lines that can no longer be read. */
export type UnreadLines = { readonly first: number; readonly last: number }

/** Why there is no journal, and whose proof may begin a new one; null where none may replace it. */
export type OpeningFault = RefundsOffFault & { readonly replaceable: 'person' | 'token' | null }

/** Who decides something, and why. The caller has checked the PIN, or for a new journal the token. */
export type PersonsWord = { readonly supervisor: string; readonly why: string }

/** How much the new journal took over. */
export type TakenOver = Output<'journal:begin'>

/** A line's place among all lines of all journals: its journal's number in their order, and its own. */
export type Place = { readonly journal: number; readonly seq: number }
const linesPerJournal = 1e10
export const numberOf = ({ journal, seq }: Place) => journal * linesPerJournal + seq
export const placeOf = (number: number): Place => ({
  journal: Math.floor(number / linesPerJournal),
  seq: number % linesPerJournal,
})
