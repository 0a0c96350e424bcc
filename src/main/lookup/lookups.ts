import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LockedBy } from '../../shared/attempt/payment-standing'
import type { RecentTransaction, ShownTransaction } from '../../shared/contract/contract'
import type { Transaction } from '../../shared/payment/transaction'
import type { UsedCode } from '../copies/rows'
import type { SavedCopies } from '../copies/saved-copies'
import type { RefundService } from '../refund/service'
import { lockedBy } from '../refund/tell'
import type { KnownPayment, PracticeServices } from '../service/service'
import type { ReplyOrigin, TransactionReader } from '../service/show'
import type { SettingsStore } from '../settings/settings'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import { makeCashierAtWork, makeSignal } from '../system/signal'
import { makeLookUp, makeShownLookups } from './look-up'
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

export type Lookups = ReturnType<typeof makeLookups>

/** Makes lookups, related records, and the list of recent lookups. */
export function makeLookups(needs: Needs) {
  const { copies, refundService, clock } = needs
  const now = () => new Date(clock.now())
  /** Fires with a saved copy for the newest lookup. */
  const copyFound = makeSignal<ShownTransaction>()
  const recentChanged = makeSignal<readonly RecentTransaction[]>()
  const recent = makeTillRecents({
    copies,
    lockedBy: (id) => lockedBy(refundService.standingOf(id).lock),
    push: recentChanged.fire,
  })
  const cashier = makeCashierAtWork()
  const shownLookups = makeShownLookups(refundService.standingOf)
  const base = { ...needs, shownLookups, recent, cashier, now }
  return {
    cashier,
    shownLookups,
    recent,
    lookUp: makeLookUp({ ...base, copyFound: copyFound.fire }),
    findRelated: makeFindRelated(base),
    copyFound,
    recentChanged,
    /** Returns the payment that was looked up last, or refunded; null for none. */
    async newestPayment(): Promise<KnownPayment | null> {
      const [lookedUp] = await recent.list()
      const [attempt] = refundService.page({ before: null, count: 1 }).attempts
      if (lookedUp === undefined) return attempt?.intent ?? null
      const { record, foundBy: kind, code } = lookedUp
      return { id: record.id, transactionId: record.transactionId, foundBy: { kind, code } }
    },
  }
}

export type TillRecents = ReturnType<typeof makeTillRecents>

type RecentDeps = {
  readonly copies: Pick<SavedCopies, 'recent' | 'noteLookup'>
  readonly lockedBy: (id: string) => LockedBy
  readonly push: (recents: readonly RecentTransaction[]) => void
}

const maxRecent = 50

/** Lists this till's recent transactions, from the saved copies. Pushes every change once the list was read. */
export function makeTillRecents({ copies, lockedBy, push }: RecentDeps) {
  /** The internal ids of the list that was read last; null before. */
  let listed: ReadonlySet<string> | null = null
  let changes = 0

  /** Returns the newest transactions, each once. */
  async function list(): Promise<readonly RecentTransaction[]> {
    const saved = await copies.recent(maxRecent)
    listed = new Set(saved.map(({ record }) => record.id))
    return saved.map(({ lookedAt, ...copy }) => {
      return { ...copy, at: new Date(lookedAt).toISOString(), lockedBy: lockedBy(copy.record.id) }
    })
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
  function changed(): void {
    if (listed !== null) void pushNewest()
  }

  return {
    /** Puts a transaction on top. Without an origin no copies are saved. */
    add(used: UsedCode, record: Transaction, origin: ReplyOrigin | undefined): void {
      if (origin !== undefined) copies.noteLookup(origin, used, record)
      changed()
    },
    /** Must be called when a record has been saved: it may be in the list. */
    update(record: Transaction): void {
      if (listed?.has(record.id)) changed()
    },
    list,
    changed,
  }
}
