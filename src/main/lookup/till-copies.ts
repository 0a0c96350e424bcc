import { systemClock } from '../refund/clock'
import type { Vault } from '../vault/vault'
import { makeRecentTransactions } from './recent'
import { makeSavedCopies, type SavedCopies } from './saved-copies'
import { makeTillRecents, type TillRecents } from './till-recents'
import { usualRetention } from './transaction-cache'

type Parts = {
  readonly folder: string
  readonly vault: Pick<Vault, 'dataKey' | 'withCredentials'>
  readonly isUndecided: (id: string) => boolean
  readonly log: (line: string) => void
}

export type TillCopies = {
  readonly copies: SavedCopies
  readonly recent: TillRecents
  /** All of them, and the list of recent transactions. False when the disk does not let go of them. */
  readonly forgetCopies: () => Promise<boolean>
}

/** The saved copies of one profile and the list that rests on them. Nothing is opened before it is needed. */
export function makeTillCopies({ folder, vault, isUndecided, log }: Parts): TillCopies {
  const copies = makeSavedCopies({
    folder,
    dataKey: () => vault.dataKey('saved copies', { createIfMissing: true }),
    withCredentials: vault.withCredentials,
    clock: systemClock,
    retention: usualRetention,
    log,
  })
  const memory = makeRecentTransactions(() => new Date(), isUndecided)
  const recent = makeTillRecents(memory, copies, isUndecided)
  return {
    copies,
    recent,
    forgetCopies() {
      recent.clear()
      return copies.forgetAll()
    },
  }
}
