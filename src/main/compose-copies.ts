import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecentTransaction } from '../shared/contract'
import type { LockedBy } from '../shared/payment-standing'
import { makeSavedCopies, type SavedCopies } from './copies/saved-copies'
import { makeTillRecents, type TillRecents } from './lookup/till-recents'
import type { CashierAtWork } from './scheduling/cashier-at-work'
import { systemClock } from './scheduling/clock'
import { type CopySearch, makeCopySearch } from './search/copy-search'
import type { Preparation } from './search/copy-searcher'
import { keepSearchReady } from './search/keep-search-ready'
import type { StartThread } from './search/search-thread'
import type { SettingsStore } from './settings/settings'
import { retentionOf } from './settings/settings'
import type { Vault } from './vault/vault'

type Deps = {
  readonly folder: string
  readonly vault: Pick<Vault, 'dataKey' | 'withCredentials' | 'changes'>
  readonly settings: Pick<SettingsStore, 'read'>
  /** Whether the service of that address has said that it moves no real money. */
  readonly isPractice: (address: string) => boolean
  readonly lockedBy: (id: string) => LockedBy
  readonly log: (line: string) => void
  readonly startSearchThread: StartThread
  readonly recentChanged: (recents: readonly RecentTransaction[]) => void
  /** How far the copies are that a search is waiting for. */
  readonly preparingSearch: (preparation: Preparation) => void
}

export type TillCopies = {
  readonly copies: SavedCopies
  readonly recent: TillRecents
  /** All of them, and the list of recent transactions. False when the disk does not let go of them. */
  readonly forgetCopies: () => Promise<boolean>
  readonly copySearch: Pick<CopySearch, 'search' | 'matches'>
  /** From here on what a search reads is made ahead, behind whatever this cashier does. Called once. */
  readonly keepSearchReady: (cashier: Pick<CashierAtWork, 'isGoing'>) => void
  readonly closeCopies: () => Promise<void>
}

/** The saved copies of one profile and the list that rests on them. Nothing is opened before it is needed. */
export function makeTillCopies(deps: Deps): TillCopies {
  const { folder, vault, settings, lockedBy, log } = deps
  const copies = makeSavedCopies({
    folder,
    dataKey: () => vault.dataKey('saved copies', { createIfMissing: true }),
    withCredentials: vault.withCredentials,
    secretsStamp: () => String(vault.changes()),
    clock: systemClock,
    isPractice: deps.isPractice,
    retention: () => retentionOf(settings.read()),
    log,
    beforeRemoval: () => copySearch.drop(),
  })
  const copySearch: CopySearch = makeCopySearch({
    startThread: deps.startSearchThread,
    copies,
    clock: systemClock,
    prepared: deps.preparingSearch,
  })
  let stopKeepingReady: () => void = () => undefined
  const now = () => new Date()
  const recent = makeTillRecents({ copies, now, lockedBy, push: deps.recentChanged, nextTurn })
  return {
    copies,
    recent,
    async forgetCopies() {
      recent.clear()
      const forgotten = await copySearch.whileClosed(copies.forgetAll)
      recent.changed()
      return forgotten
    },
    copySearch,
    keepSearchReady(cashier) {
      stopKeepingReady = keepSearchReady({ copies, copySearch, cashier, clock: systemClock })
    },
    async closeCopies() {
      stopKeepingReady()
      await copySearch.close()
      await copies.close()
    },
  }
}
