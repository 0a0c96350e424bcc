import type { RecentTransaction } from '../../shared/contract'
import type { Transaction } from '../../shared/transaction'
import type { SavedCopies } from '../copies/saved-copies'
import type { ReplyOrigin } from '../payments/payment-service'
import type { RecentTransactions } from './recent'

export type TillRecents = {
  /** Puts a transaction that was just shown on top. */
  readonly add: (entry: Parameters<RecentTransactions['add']>[0], origin: ReplyOrigin | undefined) => void
  /** A newer record of a transaction that may be in the list; its place and time stay. */
  readonly update: (record: Transaction) => void
  readonly clear: () => void
  /** Newest first, each transaction once, 50 at most. */
  readonly list: () => Promise<readonly RecentTransaction[]>
  /** Pushes the list in a later turn, once however often this was called until then. */
  readonly changed: () => void
  /** Pushes the list if address or token are others than when it was read last. */
  readonly credentialsMayHaveChanged: () => Promise<void>
}

type Deps = {
  readonly memory: RecentTransactions
  readonly copies: Pick<SavedCopies, 'recent' | 'noteLookup' | 'credentialsStamp'>
  readonly isUndecided: (id: string) => boolean
  readonly push: (recents: readonly RecentTransaction[]) => void
  /** Resolves in a later turn, when whoever asked has been answered. */
  readonly nextTurn: () => Promise<void>
}

const most = 50

/**
 * This till's last transactions: those of this run from memory, earlier ones from the saved copies. When
 * address or token change, what was looked up with the old ones is not shown any more. Every change is pushed.
 */
export function makeTillRecents({ memory, copies, isUndecided, push, nextTurn }: Deps): TillRecents {
  let lastStamp: string | null | undefined
  let changes = 0

  async function list(): Promise<readonly RecentTransaction[]> {
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
  }

  async function pushNewest(): Promise<void> {
    changes += 1
    const mine = changes
    await nextTurn()
    if (mine !== changes) return
    const recents = await list()
    // Reading takes a while: what changed meanwhile is pushed by its own change.
    if (mine === changes) push(recents)
  }

  const changed = () => void pushNewest()

  return {
    add(entry, origin) {
      memory.add(entry)
      if (origin !== undefined)
        copies.noteLookup(origin, { code: entry.code, foundBy: entry.foundBy }, entry.record)
      changed()
    },
    update(record) {
      if (memory.update(record)) changed()
    },
    clear: memory.clear,
    list,
    changed,
    async credentialsMayHaveChanged() {
      // Nobody has seen the list yet: nothing is opened for it.
      if (lastStamp !== undefined && (await copies.credentialsStamp()) !== lastStamp) changed()
    },
  }
}
