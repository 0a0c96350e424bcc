import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LockedBy } from '../../shared/attempt/payment-standing'
import type { RecentTransaction } from '../../shared/contract/contract'
import type { Transaction } from '../../shared/payment/transaction'
import type { SavedCopies } from '../copies/saved-copies'
import type { ReplyOrigin } from '../service/show'

type Entry = Omit<RecentTransaction, 'lockedBy'>

export type TillRecents = ReturnType<typeof makeTillRecents>

type Deps = {
  readonly copies: Pick<SavedCopies, 'recent' | 'noteLookup' | 'credentialsStamp'>
  readonly now: () => Date
  /** Asked anew at each list. */
  readonly lockedBy: (id: string) => LockedBy
  readonly push: (recents: readonly RecentTransaction[]) => void
}

const maxRecent = 50

/**
 * This till's last transactions: those of this run from memory, earlier ones from the saved copies. When
 * address or token change, what was looked up with the old ones is not shown any more. Every change is pushed.
 */
export function makeTillRecents({ copies, now, lockedBy, push }: Deps) {
  let ofThisRun: readonly Entry[] = []
  let lastStamp: string | null | undefined
  let changes = 0

  /** Newest first, each transaction once, 50 at maxRecent. */
  async function list(): Promise<readonly RecentTransaction[]> {
    const [stamp, saved] = await Promise.all([copies.credentialsStamp(), copies.recent(maxRecent)])
    if (lastStamp !== undefined && stamp !== lastStamp) ofThisRun = []
    lastStamp = stamp
    const earlier = saved
      .filter(({ record }) => !ofThisRun.some((entry) => entry.record.id === record.id))
      .map(({ lookedAt, ...copy }) => ({ ...copy, at: new Date(lookedAt).toISOString() }))
    return [...ofThisRun, ...earlier]
      .sort((one, other) => other.at.localeCompare(one.at))
      .slice(0, maxRecent)
      .map((entry) => ({ ...entry, lockedBy: lockedBy(entry.record.id) }))
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

  /** Pushes the list in a later turn, once however often this was called until then. */
  const changed = () => void pushNewest()

  return {
    /** Puts a transaction that was just shown on top. */
    add(entry: Omit<Entry, 'at'>, origin: ReplyOrigin | undefined): void {
      const others = ofThisRun.filter(({ record }) => record.id !== entry.record.id)
      ofThisRun = [{ ...entry, at: now().toISOString() }, ...others].slice(0, maxRecent)
      if (origin !== undefined)
        copies.noteLookup(origin, { code: entry.code, foundBy: entry.foundBy }, entry.record)
      changed()
    },
    /** A newer record of a transaction that may be in the list; its place and time stay. */
    update(record: Transaction): void {
      if (!ofThisRun.some((entry) => entry.record.id === record.id)) return
      ofThisRun = ofThisRun.map((entry) => (entry.record.id === record.id ? { ...entry, record } : entry))
      changed()
    },
    clear(): void {
      ofThisRun = []
    },
    list,
    changed,
    /** Pushes the list if address or token are others than when it was read last. */
    async credentialsMayHaveChanged(): Promise<void> {
      // Nobody has seen the list yet: nothing is opened for it.
      if (lastStamp !== undefined && (await copies.credentialsStamp()) !== lastStamp) changed()
    },
  }
}
