import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Result } from '../../shared/result'
import type { Retention } from '../../shared/retention'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'
import type { Credentials, LendCredentials } from '../payments/http-payment-service'
import type { Clock } from '../refund/clock'
import type { KeychainFault } from '../vault/keychain'
import { removeCacheFiles } from './cache-file'
import type { CopyOwner, RecentCopy, SavedCopy } from './cache-rows'
import { makeKnownOwner, ownerOf } from './known-owner'
import type { UsedCode } from './saved-record'
import { type CopyCensus, openTransactionCache, type TransactionCache } from './transaction-cache'

/** By whose credentials a record came, and since when: what was forgotten meanwhile is not saved again. */
export type CopyOrigin = CopyOwner & { readonly forgotten: number }

export type FoundCopy = SavedCopy & { readonly kind: CodeKind }

/**
 * The till's saved copies as the rest of the main process knows them (design.md, "Saved copies"). Nothing here
 * fails: without a keychain there are none. Writes happen behind whatever else is to be done now.
 */
export type SavedCopies = {
  readonly originOf: (credentials: Credentials) => CopyOrigin
  readonly save: (origin: CopyOrigin, record: Transaction) => void
  /** A cashier looked this record up; it has been given to `save` before. */
  readonly noteLookup: (used: UsedCode, record: Transaction) => void
  /** The copy of the first kind that has one. */
  readonly find: (kinds: readonly CodeKind[], code: string) => Promise<FoundCopy | null>
  readonly recent: (count: number) => Promise<readonly RecentCopy[]>
  /** Works on the file behind all that was given to `save` before, for the credentials of this moment. */
  readonly work: <T>(work: (cache: TransactionCache, owner: CopyOwner) => T, otherwise: T) => Promise<T>
  /**
   * Where a search reads and for whom, once all that was to be saved is; null without a keychain or credentials.
   */
  readonly forSearch: () => Promise<{
    readonly folder: string
    readonly key: Buffer
    readonly owner: CopyOwner
  } | null>
  /** Somebody else read the file and found it damaged: it is thrown away and made anew. */
  readonly foundDamaged: (detail: string) => Promise<void>
  /** A digest of address and token, to tell when they change; null when there are none. */
  readonly credentialsMark: () => Promise<string | null>
  /** What there is and what lies outside these limits; null while they can not be opened. */
  readonly census: (retention: Retention) => Promise<CopyCensus | null>
  /** To be called whenever the retention may have changed: what lies outside is deleted soon. */
  readonly limitsChanged: () => void
  /** False when the disk does not let go of them. */
  readonly forgetAll: () => Promise<boolean>
  readonly close: () => Promise<void>
}

export type SavedCopiesParts = {
  readonly folder: string
  /** The copies' own key, made when there is none. */
  readonly dataKey: () => Promise<Result<Buffer | null, KeychainFault>>
  readonly withCredentials: LendCredentials
  /** Another text whenever address or token may have changed. */
  readonly secretsMark: () => string
  readonly clock: Clock
  /** What the store has set, read anew each time. */
  readonly retention: () => Retention
  readonly log: (line: string) => void
  /** Called before the file is thrown away: whoever reads it must let go of it. */
  readonly beforeRemoval?: () => void
}

const dayMilliseconds = 24 * 60 * 60 * 1000
/** How long a keychain that did not answer is left alone, in milliseconds. */
const keychainRest = 30 * 1000

type OpenCopies = { readonly cache: TransactionCache; readonly key: Buffer }

/** Opens the copies at their first use, off the start-up path, and then keeps them within their limits. */
function makeOpener(parts: SavedCopiesParts) {
  const { clock } = parts
  let opening: Promise<OpenCopies | null> | null = null
  let failedAt: number | null = null
  let callOff: () => void = () => undefined
  let pruning = 0
  let limits = parts.retention()
  let closed = false

  async function open(): Promise<OpenCopies | null> {
    const key = await parts.dataKey()
    if (!key.ok || key.value === null) {
      parts.log('saved copies: none without a keychain')
      failedAt = clock.now()
      opening = null
      return null
    }
    const { folder, log, beforeRemoval = () => undefined } = parts
    const cache = openTransactionCache({ folder, key: key.value, log, beforeRemoval })
    pruneAfter(0, cache)
    return { cache, key: key.value }
  }

  /** Puts off what was planned before; a round that is under way stops at its next step. */
  function pruneAfter(milliseconds: number, cache: TransactionCache): void {
    pruning += 1
    callOff()
    callOff = clock.after(milliseconds, () => void keepWithinLimits(cache, pruning))
  }

  async function keepWithinLimits(cache: TransactionCache, round: number): Promise<void> {
    const mayGoOn = () => !closed && round === pruning
    limits = parts.retention()
    while (mayGoOn() && cache.prune(limits, clock.now())) await nextTurn()
    if (mayGoOn()) pruneAfter(dayMilliseconds, cache)
  }

  async function limitsChanged(): Promise<void> {
    const { days, count } = parts.retention()
    if (days === limits.days && count === limits.count) return
    limits = { days, count }
    const open = await opening
    if (open !== null && !closed) pruneAfter(0, open.cache)
  }

  async function copies(): Promise<OpenCopies | null> {
    if (closed || (failedAt !== null && clock.now() - failedAt < keychainRest)) return null
    opening ??= open()
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

/** What is saved, one after the other and each behind what runs now: a refund's journal goes before its copy. */
function makeWriter(opener: Pick<ReturnType<typeof makeOpener>, 'cache'>, clock: Clock) {
  let forgotten = 0
  let writing: Promise<unknown> = Promise.resolve()
  /** The origin of each record that was saved, so that a lookup is noted beside the very same copy. */
  const origins = new WeakMap<Transaction, CopyOrigin>()

  function write(origin: CopyOrigin, work: (cache: TransactionCache, at: number) => void): void {
    const at = clock.now()
    writing = writing
      .then(() => nextTurn())
      .then(async () => {
        const cache = await opener.cache()
        if (cache !== null && origin.forgotten === forgotten) work(cache, at)
      })
  }

  return {
    originOf: (credentials: Credentials): CopyOrigin => ({ ...ownerOf(credentials), forgotten }),
    save(origin: CopyOrigin, record: Transaction): void {
      if (record.id === '') return
      origins.set(record, origin)
      write(origin, (cache, at) => cache.save(origin, record, at))
    },
    noteLookup(used: UsedCode, record: Transaction): void {
      const origin = origins.get(record)
      if (origin !== undefined) write(origin, (cache, at) => cache.noteLookup(origin, record, used, at))
    },
    /** From here on nothing is saved that was asked for before. */
    forget(): void {
      forgotten += 1
    },
    settled: (): Promise<unknown> => writing,
  }
}

export function makeSavedCopies(parts: SavedCopiesParts): SavedCopies {
  const opener = makeOpener(parts)
  const { originOf, save, noteLookup, forget, settled } = makeWriter(opener, parts.clock)

  const currentOwner = makeKnownOwner(parts.withCredentials, parts.secretsMark)

  async function read<T>(work: (cache: TransactionCache, owner: CopyOwner) => T, otherwise: T): Promise<T> {
    const [cache, owner] = await Promise.all([opener.cache(), currentOwner()])
    return cache === null || owner === null ? otherwise : work(cache, owner)
  }

  return {
    originOf,
    save,
    noteLookup,
    find: (kinds, code) =>
      read<FoundCopy | null>((cache, owner) => findByKinds(cache, owner, kinds, code), null),
    async recent(count) {
      await settled()
      return read<readonly RecentCopy[]>((cache, owner) => cache.recent(owner, count), [])
    },
    async forSearch() {
      await settled()
      const [open, owner] = await Promise.all([opener.copies(), currentOwner()])
      return open === null || owner === null ? null : { folder: parts.folder, key: open.key, owner }
    },
    async foundDamaged(detail) {
      const cache = await opener.cache()
      cache?.foundDamaged(detail)
    },
    async work(work, otherwise) {
      await settled()
      return read(work, otherwise)
    },
    async census(retention) {
      await settled()
      const cache = await opener.cache()
      return cache === null ? null : cache.census(retention, parts.clock.now())
    },
    limitsChanged: () => void opener.limitsChanged(),
    credentialsMark: async () => (await currentOwner())?.credentials ?? null,
    async forgetAll() {
      forget()
      await settled()
      const cache = await opener.cache()
      return cache === null ? removeCacheFiles(parts.folder) : cache.forgetAll()
    },
    async close() {
      await settled()
      await opener.close()
    },
  }
}

function findByKinds(
  cache: TransactionCache,
  owner: CopyOwner,
  kinds: readonly CodeKind[],
  code: string,
): FoundCopy | null {
  for (const kind of kinds) {
    const copy = cache.find(owner, kind, code)
    if (copy !== null) return { ...copy, kind }
  }
  return null
}
