/** The journals of one profile, as whoever refunds needs them (refund-protocol.md 11 and 12). */
import type { Fault } from '../../shared/fault'
import type { Result } from '../../shared/result'
import type { Journal, RefundsOffFault } from './journal-types'

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

export type Journals = {
  readonly open: () => Promise<Result<Journal, OpeningFault>>
  /** The caller has checked PIN or token, and has closed the journal that was open. */
  readonly begin: (order: JournalOrder) => Promise<Result<TakenOver, Fault>>
}
