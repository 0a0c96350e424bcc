import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, tryOr } from '../../shared/base/result'
import type { CodeKind } from '../../shared/payment/codes'
import type { Transaction } from '../../shared/payment/transaction'
import type { Credentials } from '../service/address'
import type { ReplyOrigin, SeenRecord } from '../service/show'
import type { Clock } from '../system/clock'
import { makeTurns } from '../system/signal'
import type { Vault } from '../vault/vault'
import { type Cache, openCache, removeCacheFiles } from './cache-file'
import type { CopyViewer, RecentCopy, Retention, Rows, SavedCopy, UsedCode } from './rows'

/** The copies, and the credentials that see them now. */
export type VisibleCopies = { readonly cache: Cache; readonly viewer: CopyViewer }

export type CopyByCode = SavedCopy & { readonly kind: CodeKind; readonly address: string }

type Deps = {
  readonly folder: string
  readonly vault: Pick<Vault, 'dataKey' | 'withCredentials' | 'changes'>
  readonly clock: Clock
  readonly retention: Retention
  /** Whether this profile has ever had a record of refunds (journal/open-record.ts). */
  readonly wasUsed: () => boolean
  readonly log: (line: string) => void
}

const dayMs = 24 * 60 * 60 * 1000
/** How long to wait after the keychain did not answer, or the file did not open. */
const retryMs = 30 * 1000

/** Opens the copies at their first use, off the start-up path, and then deletes those beyond the limits. */
function makeOpener(deps: Deps) {
  const { clock, folder, log, retention } = deps
  let opening: Promise<Cache | null> | null = null
  let failed: { readonly why: string; readonly at: number } | null = null
  let callOff: () => void = () => undefined
  let closed = false

  async function open(): Promise<Cache | null> {
    const key = await deps.vault.dataKey('saved copies', { createIfMissing: true })
    if (!key.ok || key.value === null) return none('the keychain did not answer')
    const cache = openCache({ folder, key: key.value, log })
    if (!cache.run(() => true, false)) return none('their file does not open')
    failed = null
    pruneAfter(0, cache)
    return cache
  }

  /** Logs why there are no copies, to be tried again after a while. */
  function none(why: string): null {
    log(`saved copies: none: ${why}`)
    failed = { why, at: clock.monotonic() }
    opening = null
    return null
  }

  function pruneAfter(milliseconds: number, cache: Cache): void {
    callOff = clock.after(milliseconds, () => void prune(cache))
  }

  async function prune(cache: Cache): Promise<void> {
    while (!closed && cache.run((rows) => rows.prune(retention, clock.now()), false)) await nextTurn()
    if (!closed) pruneAfter(dayMs, cache)
  }

  return {
    async copies(): Promise<Cache | null> {
      if (closed || (failed !== null && clock.monotonic() - failed.at < retryMs)) return null
      // The file of copies is a sign of use itself: beside it a till's first record would look deleted.
      if (opening === null && !tryOr(deps.wasUsed, false)) return null
      opening ??= open().catch((cause: unknown) => none(messageOf(cause)))
      return opening
    },
    /** Why the last attempt to open them failed; null after none, or after one that did not. */
    whyClosed: () => failed?.why ?? null,
    async close() {
      closed = true
      callOff()
      const cache = await opening
      cache?.close()
    },
  }
}

export type SavedCopies = ReturnType<typeof makeSavedCopies>

/**
 * Makes the till's saved copies (architecture.md, "Saved copies"). Never fails: without a keychain there are none. Writes
 * run one by one in a later turn, so that a refund's journal is written before its copy.
 */
export function makeSavedCopies(deps: Deps) {
  const { clock } = deps
  const opener = makeOpener(deps)
  const currentViewer = makeKnownViewer(deps.vault)
  const { inTurn, settled } = makeTurns()
  let forgotten = 0

  function write(origin: ReplyOrigin, work: (rows: Rows, at: number) => void): void {
    const at = clock.now()
    void inTurn(async () => {
      await nextTurn()
      const cache = await opener.copies()
      if (cache !== null && origin.forgotten === forgotten) cache.run((rows) => work(rows, at), undefined)
    })
  }

  /** Null without a keychain or credentials. */
  async function visibleCopies(): Promise<VisibleCopies | null> {
    const [cache, viewer] = await Promise.all([opener.copies(), currentViewer()])
    return cache === null || viewer === null ? null : { cache, viewer }
  }

  async function read<T>(work: (rows: Rows, viewer: CopyViewer) => T, otherwise: T): Promise<T> {
    const found = await visibleCopies()
    return found === null ? otherwise : found.cache.run((rows) => work(rows, found.viewer), otherwise)
  }

  /** Works on the rows, after everything that was given to `keep` before, with the current credentials. */
  async function work<T>(use: (rows: Rows, viewer: CopyViewer) => T, otherwise: T): Promise<T> {
    await settled()
    return read(use, otherwise)
  }

  return {
    work,
    /** Names what owns the copies of an answer, which is not saved if all copies are deleted meanwhile. */
    originOf: (credentials: Credentials): ReplyOrigin => ({ ...viewerOf(credentials), forgotten }),
    /** Saves a record for the credentials that it came by, as of when its answer was made. */
    keep({ record, origin, age = 0, askedAt = clock.monotonic() }: SeenRecord): void {
      if (origin === undefined || record.id === '') return
      const old = clock.monotonic() - askedAt + age * 1000
      write(origin, (rows, at) => rows.save(origin, record, Math.round(at - old), at))
    },
    /** Notes that a cashier looked up a record, which has been given to `keep`. */
    noteLookup: (origin: ReplyOrigin, used: UsedCode, record: Transaction): void =>
      write(origin, (rows, at) => rows.noteLookup(origin, record, used, at)),
    /** Returns the copy of the first kind that has one. */
    find: (kinds: readonly CodeKind[], code: string) =>
      read<CopyByCode | null>((rows, viewer) => {
        for (const kind of kinds) {
          const copy = rows.find(viewer, kind, code)
          if (copy !== null) return { ...copy, kind, address: viewer.address }
        }
        return null
      }, null),
    recent: (count: number) => work<readonly RecentCopy[]>((rows, viewer) => rows.recent(viewer, count), []),
    /** Resolves after all pending writes; to null without a keychain or credentials. */
    forSearch: () => settled().then(visibleCopies),
    whyClosed: opener.whyClosed,
    /**
     * Deletes the copies of one payment by its internal id, after a supervisor accepted a lower refunded sum
     * (refund-protocol.md 2).
     */
    async forgetPayment(id: string): Promise<void> {
      await settled()
      const cache = await opener.copies()
      cache?.run((rows) => rows.deletePayment(id), undefined)
    },
    /** Deletes everything, also what was asked for before and comes later. Returns false when the disk refuses. */
    async forgetAll(): Promise<boolean> {
      forgotten += 1
      return inTurn(async () => {
        const cache = await opener.copies()
        return cache === null ? removeCacheFiles(deps.folder) : cache.forgetAll()
      })
    },
    async close(): Promise<void> {
      await settled()
      await opener.close()
    },
  }
}

/** Returns the viewer of these credentials. Neither the token nor its digest is written to a file. */
export function viewerOf({ address, token }: Credentials): CopyViewer {
  return { address, credentials: createHash('sha256').update(`${address}\0${token}`).digest('hex') }
}

/**
 * Returns a function for the current viewer, or null without credentials or a keychain. Remembers the viewer, without
 * the token, until the vault counts a change, because a keychain can be slower than finding a copy.
 */
export function makeKnownViewer({
  changes,
  withCredentials,
}: Pick<Vault, 'changes' | 'withCredentials'>): () => Promise<CopyViewer | null> {
  let known: { readonly stamp: number; readonly viewer: CopyViewer } | null = null
  return async () => {
    // Read first, so that a change during the question is asked for again.
    const stamp = changes()
    if (known !== null && known.stamp === stamp) return known.viewer
    const lent = await withCredentials(async (credentials) => viewerOf(credentials))
    known = lent.ok ? { stamp, viewer: lent.value } : null
    return lent.ok ? lent.value : null
  }
}
