import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LockedBy } from '../../shared/attempt/payment-standing'
import type { RecentTransaction, ShownTransaction } from '../../shared/contract/contract'
import type { Transaction } from '../../shared/payment/transaction'
import type { SavedCopies } from '../copies/saved-copies'
import type { RefundService } from '../refund/service'
import { lockedBy } from '../refund/tell'
import type { PracticeServices } from '../service/service'
import type { ReplyOrigin, TransactionReader } from '../service/show'
import type { SettingsStore } from '../settings/settings'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import { makeCashierAtWork, makeSignal } from '../system/signal'
import { makeLookUp, makeShownLookups, makeShowSaved } from './look-up'
import { makeFindRelated } from './related'

type Needs = {
  readonly payments: TransactionReader
  readonly copies: SavedCopies
  readonly refundService: RefundService
  readonly settings: SettingsStore
  readonly practice: PracticeServices
  readonly clock: Clock
  readonly log: Log
}

/** Makes lookups, related records, and the list of recent lookups. */
export function makeLookups(needs: Needs) {
  const { copies, refundService, clock } = needs
  const now = () => new Date(clock.now())
  /** Fires with a saved copy for the newest lookup. */
  const copyFound = makeSignal<ShownTransaction>()
  const recentChanged = makeSignal<readonly RecentTransaction[]>()
  const recent = makeTillRecents({
    copies,
    now,
    lockedBy: (id) => lockedBy(refundService.standingOf(id).lock),
    push: recentChanged.fire,
  })
  const cashier = makeCashierAtWork()
  const shownLookups = makeShownLookups()
  const base = { ...needs, shownLookups, recent, cashier, now }
  const showSaved = makeShowSaved({ ...base, copyFound: copyFound.fire })
  return {
    cashier,
    shownLookups,
    recent,
    lookUp: makeLookUp({ ...base, showSaved }),
    findRelated: makeFindRelated(base),
    copyFound,
    recentChanged,
    /** Returns the internal id of the payment that was looked up last, or refunded; null for none. */
    async newestId(): Promise<string | null> {
      const [lookedUp] = await recent.list()
      const [attempt] = refundService.page({ before: null, count: 1 }).attempts
      return lookedUp?.record.id ?? attempt?.intent.id ?? null
    },
  }
}

type Entry = Omit<RecentTransaction, 'lockedBy'>

export type TillRecents = ReturnType<typeof makeTillRecents>

type RecentDeps = {
  readonly copies: Pick<SavedCopies, 'recent' | 'noteLookup' | 'credentialsStamp'>
  readonly now: () => Date
  readonly lockedBy: (id: string) => LockedBy
  readonly push: (recents: readonly RecentTransaction[]) => void
}

const maxRecent = 50

/**
 * Keeps the list of this till's recent transactions: those of this run in memory, earlier ones from the saved copies.
 * Drops those of former credentials. Pushes every change.
 */
export function makeTillRecents({ copies, now, lockedBy, push }: RecentDeps) {
  let ofThisRun: readonly Entry[] = []
  let lastStamp: string | null | undefined
  let changes = 0

  /** Returns the newest transactions, each once. */
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
    // A change during the reading pushes by itself.
    if (mine === changes) push(recents)
  }

  /** Pushes the list in a later turn, once for several calls. */
  const changed = () => void pushNewest()

  return {
    /** Puts a transaction on top. */
    add(entry: Omit<Entry, 'at'>, origin: ReplyOrigin | undefined): void {
      const others = ofThisRun.filter(({ record }) => record.id !== entry.record.id)
      ofThisRun = [{ ...entry, at: now().toISOString() }, ...others].slice(0, maxRecent)
      if (origin !== undefined)
        copies.noteLookup(origin, { code: entry.code, foundBy: entry.foundBy }, entry.record)
      changed()
    },
    /** Takes a newer record of a transaction in the list, whose place and time stay. */
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
    /** Pushes the list if address or token changed since it was read last. */
    async credentialsMayHaveChanged(): Promise<void> {
      // Opens nothing for a list that was never read.
      if (lastStamp !== undefined && (await copies.credentialsStamp()) !== lastStamp) changed()
    },
  }
}
