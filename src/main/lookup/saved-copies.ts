import { createHash } from 'node:crypto'
import type { Result } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'
import type { Credentials, LendCredentials } from '../payments/http-payment-service'
import type { Clock } from '../refund/clock'
import type { KeychainFault } from '../vault/keychain'
import { removeCacheFiles } from './cache-file'
import type { CopyOwner, RecentCopy, SavedCopy } from './cache-rows'
import type { UsedCode } from './saved-record'
import { openTransactionCache, type Retention, type TransactionCache } from './transaction-cache'

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
  /** A digest of address and token, to tell when they change; null when there are none. */
  readonly credentialsMark: () => Promise<string | null>
  /** False when the disk does not let go of them. */
  readonly forgetAll: () => Promise<boolean>
  readonly close: () => Promise<void>
}

export type SavedCopiesParts = {
  readonly folder: string
  /** The copies' own key, made when there is none. */
  readonly dataKey: () => Promise<Result<Buffer | null, KeychainFault>>
  readonly withCredentials: LendCredentials
  readonly clock: Clock
  readonly retention: Retention
  readonly log: (line: string) => void
}

const dayMilliseconds = 24 * 60 * 60 * 1000
/** How long a keychain that did not answer is left alone, in milliseconds. */
const keychainRest = 30 * 1000

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Opens the copies at their first use, off the start-up path, and then keeps them within their limits. */
function makeOpener(parts: SavedCopiesParts) {
  const { clock, retention } = parts
  let opening: Promise<TransactionCache | null> | null = null
  let failedAt: number | null = null
  let callOff: () => void = () => undefined
  let closed = false

  async function open(): Promise<TransactionCache | null> {
    const key = await parts.dataKey()
    if (!key.ok || key.value === null) {
      parts.log('saved copies: none without a keychain')
      failedAt = clock.now()
      opening = null
      return null
    }
    const cache = openTransactionCache({ folder: parts.folder, key: key.value, log: parts.log })
    callOff = clock.after(0, () => void keepWithinLimits(cache))
    return cache
  }

  async function keepWithinLimits(cache: TransactionCache): Promise<void> {
    while (!closed && cache.prune(retention, clock.now())) await nextTurn()
    if (!closed) callOff = clock.after(dayMilliseconds, () => void keepWithinLimits(cache))
  }

  async function cache(): Promise<TransactionCache | null> {
    if (closed || (failedAt !== null && clock.now() - failedAt < keychainRest)) return null
    opening ??= open()
    return opening
  }

  return {
    cache,
    async close() {
      closed = true
      callOff()
      const open = await opening
      open?.close()
    },
  }
}

function ownerOf({ address, token }: Credentials): CopyOwner {
  return { address, credentials: createHash('sha256').update(`${address}\0${token}`).digest('hex') }
}

/** What is saved, one after the other and each behind what runs now: a refund's journal goes before its copy. */
function makeWriter(opener: Pick<ReturnType<typeof makeOpener>, 'cache'>, clock: Clock) {
  let forgotten = 0
  let writing: Promise<unknown> = Promise.resolve()
  /** The origin of each record that was saved, so that a lookup is noted beside the very same copy. */
  const origins = new WeakMap<Transaction, CopyOrigin>()

  function write(origin: CopyOrigin, work: (cache: TransactionCache, at: number) => void): void {
    const at = clock.now()
    writing = writing.then(nextTurn).then(async () => {
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

  /** Read anew each time: what another program put into the keychain holds at once. */
  async function currentOwner(): Promise<CopyOwner | null> {
    const lent = await parts.withCredentials(async (credentials) => ownerOf(credentials))
    return lent.ok ? lent.value : null
  }

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
