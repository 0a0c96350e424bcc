import type { RecentTransaction, ShownTransaction } from '../../shared/contract/contract'
import type { SavedCopies } from '../copies/saved-copies'
import type { RefundService } from '../refund/service'
import { lockedBy } from '../refund/views'
import type { Line } from '../service/line'
import type { PracticeServices } from '../service/practice-services'
import type { TransactionReader } from '../service/show'
import type { SettingsStore } from '../settings/settings'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import { makeCashierAtWork, makeSignal } from '../system/signal'
import { makeLookUp, makeShownLookups, makeShowSaved } from './look-up'
import { makeOneAtATime, makeRelatedShows } from './related'
import { makeTillRecents } from './till-recents'

type Needs = {
  readonly payments: TransactionReader
  readonly copies: SavedCopies
  readonly refundService: RefundService
  readonly line: Line
  readonly settings: SettingsStore
  readonly practice: PracticeServices
  readonly clock: Clock
  readonly log: Log
}

/** Makes lookups, related records, and the list of recent lookups. */
export function makeLookups(needs: Needs) {
  const { copies, refundService, line, clock } = needs
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
  const shows = makeOneAtATime(base)
  return {
    cashier,
    shownLookups,
    recent,
    lookUp: makeLookUp({ ...base, showSaved }),
    related: {
      ...makeRelatedShows({ ...base, shows, isOffline: line.isOffline }),
      standBackDuring: shows.standBackDuring,
    },
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
