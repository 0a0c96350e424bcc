import type { RecentTransaction } from '../../shared/contract'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'

export type RecentTransactions = {
  /** Puts a transaction that was just shown on top. */
  readonly add: (entry: {
    readonly code: string
    readonly foundBy: CodeKind
    readonly record: Transaction
  }) => void
  /** A newer record of a transaction that may be in the list; its place and time stay. Answers whether it is. */
  readonly update: (record: Transaction) => boolean
  readonly clear: () => void
  /** Newest first, each transaction once, 50 at most. */
  readonly list: () => readonly RecentTransaction[]
}

const most = 50

type Entry = Omit<RecentTransaction, 'undecided'>

/** This till's last transactions, in memory only. `isUndecided` is asked anew at each list. */
export function makeRecentTransactions(
  now: () => Date,
  isUndecided: (id: string) => boolean,
): RecentTransactions {
  let entries: readonly Entry[] = []
  return {
    add: ({ code, foundBy, record }) => {
      const others = entries.filter((entry) => entry.record.id !== record.id)
      entries = [{ code, foundBy, record, at: now().toISOString() }, ...others].slice(0, most)
    },
    update: (record) => {
      if (!entries.some((entry) => entry.record.id === record.id)) return false
      entries = entries.map((entry) => (entry.record.id === record.id ? { ...entry, record } : entry))
      return true
    },
    clear: () => {
      entries = []
    },
    list: () => entries.map((entry) => ({ ...entry, undecided: isUndecided(entry.record.id) })),
  }
}
