/** What the parts of the refund record hand to each other and to whoever refunds. */
import type { Attempt } from '../../shared/attempt/attempt'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import type { RefundsOff } from '../../shared/fault'
import type { Shift } from '../../shared/refund/day'
import type { IllegalTransition } from '../../shared/refund/refund'
import type { JournalLine, StandsOpen } from './journal-line'

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
export type PaymentLock = StandsOpen['locks'][number]

/** An alarm that stands by no attempt, until somebody acknowledged it. */
export type LineAlarm = StandsOpen['alarms'][number]

/** What is open, folded from verified lines alone and kept in memory: the lock is this (protocol 3). */
export type Standing = {
  /** Undecided, watched, or with an alarm that nobody has acknowledged; by marker, oldest first. */
  readonly attempts: ReadonlyMap<string, Attempt>
  readonly locks: readonly PaymentLock[]
  readonly alarms: readonly LineAlarm[]
  /** Names of addresses whose answers said that they move no real money. It decides about no refund. */
  readonly practice: ReadonlySet<string>
  /** Shifts that nobody has closed. Nothing about a refund is decided by them. */
  readonly shifts: readonly Shift[]
  /** When lines were last found lost: what the store's rules counted before is not known. */
  readonly unread: StandsOpen['unread']
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

/** Why there is no journal, and how somebody may begin a new one; null where nothing is to be replaced. */
export type OpeningFault = RefundsOffFault & { readonly replaceable: 'person' | 'token' | null }

/** Who begins a new journal, and why. The caller has checked the PIN or the token. */
export type JournalOrder = { readonly supervisor: string; readonly why: string }

/** What of the old journals stands in the new one (contract.ts, `journal:begin`). */
export type TakenOver = {
  readonly attempts: number
  readonly undecided: number
  readonly unread: number
  readonly missing: number | null
}

/** A place in the order of all lines of all journals: the journal's number in their order, and the line's. */
export type Place = { readonly journal: number; readonly seq: number }
const linesPerJournal = 1e10
export const numberOf = ({ journal, seq }: Place) => journal * linesPerJournal + seq
export const placeOf = (number: number): Place => ({
  journal: Math.floor(number / linesPerJournal),
  seq: number % linesPerJournal,
})
