import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Retention } from '../../shared/retention'
import type { Clock } from '../system/clock'
import type { Vault } from '../vault/vault'
import { openTransactionCache, type TransactionCache } from './transaction-cache'

export type SavedCopiesDeps = {
  readonly folder: string
  /** Has the copies' own key, which is made when there is none, and the credentials that they are seen by. */
  readonly vault: Pick<Vault, 'dataKey' | 'withCredentials' | 'changes'>
  readonly clock: Clock
  /** What the store has set, read anew each time. */
  readonly retention: () => Retention
  readonly log: (line: string) => void
  /** Whether the service of that address has said that it moves no real money; left out, none has. */
  readonly isPractice?: (address: string) => boolean
}

const dayMilliseconds = 24 * 60 * 60 * 1000
/** How long a keychain that did not answer is left alone, in milliseconds. */
const keychainRest = 30 * 1000

type OpenCopies = { readonly cache: TransactionCache; readonly key: Buffer }

/** Opens the copies at their first use, off the start-up path, and then keeps them within their limits. */
export function makeOpener(deps: SavedCopiesDeps, beforeRemoval: () => void) {
  const { clock } = deps
  let opening: Promise<OpenCopies | null> | null = null
  let failedAt: number | null = null
  let callOff: () => void = () => undefined
  let pruning = 0
  let limits = deps.retention()
  let closed = false

  async function open(): Promise<OpenCopies | null> {
    const key = await deps.vault.dataKey('saved copies', { createIfMissing: true })
    if (!key.ok || key.value === null) return none('without a keychain')
    const { folder, log } = deps
    const cache = openTransactionCache({ folder, key: key.value, log, beforeRemoval })
    pruneAfter(0, cache)
    return { cache, key: key.value }
  }

  /** The next use after a rest tries again. */
  function none(why: string): null {
    deps.log(`saved copies: none ${why}`)
    failedAt = clock.now()
    opening = null
    return null
  }

  /** Puts off what was planned before; a round that is under way stops at its next step. */
  function pruneAfter(milliseconds: number, cache: TransactionCache): void {
    pruning += 1
    callOff()
    callOff = clock.after(milliseconds, () => void keepWithinLimits(cache, pruning))
  }

  async function keepWithinLimits(cache: TransactionCache, round: number): Promise<void> {
    const mayGoOn = () => !closed && round === pruning
    limits = deps.retention()
    while (mayGoOn() && cache.prune(limits, clock.now())) await nextTurn()
    if (mayGoOn()) pruneAfter(dayMilliseconds, cache)
  }

  async function limitsChanged(): Promise<void> {
    const { days, count } = deps.retention()
    if (days === limits.days && count === limits.count) return
    limits = { days, count }
    const open = await opening
    if (open !== null && !closed) pruneAfter(0, open.cache)
  }

  async function copies(): Promise<OpenCopies | null> {
    if (closed || (failedAt !== null && clock.now() - failedAt < keychainRest)) return null
    opening ??= open().catch((cause: unknown) => none(`just now: ${String(cause)}`))
    return opening
  }

  return {
    copies,
    cache: async () => (await copies())?.cache ?? null,
    limitsChanged,
    async close() {
      closed = true
      callOff()
      const open = await opening
      open?.cache.close()
    },
  }
}
