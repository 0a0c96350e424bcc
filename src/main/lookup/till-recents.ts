import type { RecentTransaction } from '../../shared/contract'
import type { SavedCopies } from '../copies/saved-copies'
import type { RecentTransactions } from './recent'

export type TillRecents = Omit<RecentTransactions, 'list'> & {
  /** Newest first, each transaction once, 50 at most. */
  readonly list: () => Promise<readonly RecentTransaction[]>
}

const most = 50

/**
 * This till's last transactions: those of this run from memory, earlier ones from the saved copies. When
 * address or token change, what was looked up with the old ones is not shown any more.
 */
export function makeTillRecents(
  memory: RecentTransactions,
  copies: Pick<SavedCopies, 'recent' | 'noteLookup' | 'credentialsStamp'>,
  isUndecided: (id: string) => boolean,
): TillRecents {
  let lastStamp: string | null | undefined
  return {
    add(entry) {
      memory.add(entry)
      copies.noteLookup({ code: entry.code, foundBy: entry.foundBy }, entry.record)
    },
    update: memory.update,
    clear: memory.clear,
    async list() {
      const [stamp, saved] = await Promise.all([copies.credentialsStamp(), copies.recent(most)])
      if (lastStamp !== undefined && stamp !== lastStamp) memory.clear()
      lastStamp = stamp
      const now = memory.list()
      const known = new Set(now.map(({ record }) => record.id))
      const earlier = saved
        .filter(({ record }) => !known.has(record.id))
        .map(({ code, foundBy, record, lookedAt }) => ({
          code,
          foundBy,
          record,
          at: new Date(lookedAt).toISOString(),
          undecided: isUndecided(record.id),
        }))
      return [...now, ...earlier].sort((one, other) => other.at.localeCompare(one.at)).slice(0, most)
    },
  }
}
