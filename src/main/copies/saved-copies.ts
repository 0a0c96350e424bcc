import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Retention } from '../../shared/base/retention'
import type { RelatedKind } from '../../shared/lookup/related'
import type { CodeKind } from '../../shared/payment/scan-code'
import type { Transaction } from '../../shared/payment/transaction'
import type { Credentials } from '../service/address'
import type { RelatedLines, ReplyOrigin, SeenRecord } from '../service/show'
import type { Clock } from '../system/clock'
import { makeSignal, makeTurns } from '../system/signal'
import type { Vault } from '../vault/vault'
import { type Cache, openCache, removeCacheFiles } from './cache-file'
import type { CopyCensus, CopyViewer, RecentCopy, Rows, SavedCopy, SavedRelated, UsedCode } from './rows'

/** The copies, and whose of them may be seen now. */
export type SeenCopies = { readonly cache: Cache; readonly viewer: CopyViewer }

/** `origin` is whoever may see it now. */
export type CopyByCode = SavedCopy & { readonly kind: CodeKind; readonly origin: ReplyOrigin }

type Deps = {
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

const dayMs = 24 * 60 * 60 * 1000
/** A keychain that did not answer is left alone for so long. */
const keychainRestMs = 30 * 1000

/** Opens the copies at their first use, off the start-up path, and then keeps them within their limits. */
function makeOpener(deps: Deps, beforeRemoval: () => void) {
  const { clock, folder, log } = deps
  let opening: Promise<Cache | null> | null = null
  let failedAt: number | null = null
  let callOff: () => void = () => undefined
  let pruning = 0
  let limits = deps.retention()
  let closed = false

  async function open(): Promise<Cache | null> {
    const key = await deps.vault.dataKey('saved copies', { createIfMissing: true })
    if (!key.ok || key.value === null) return none('without a keychain')
    const cache = openCache({ folder, key: key.value, log, beforeRemoval })
    pruneAfter(0, cache)
    return cache
  }

  /** The next use after a rest tries again. */
  function none(why: string): null {
    log(`saved copies: none ${why}`)
    failedAt = clock.now()
    opening = null
    return null
  }

  /** Puts off what was planned before; a round that is under way stops at its next step. */
  function pruneAfter(milliseconds: number, cache: Cache): void {
    pruning += 1
    callOff()
    callOff = clock.after(milliseconds, () => void keepWithinLimits(cache, pruning))
  }

  async function keepWithinLimits(cache: Cache, round: number): Promise<void> {
    const mayGoOn = () => !closed && round === pruning
    limits = deps.retention()
    while (mayGoOn() && cache.run((rows) => rows.prune(limits, clock.now()), false)) await nextTurn()
    if (mayGoOn()) pruneAfter(dayMs, cache)
  }

  return {
    async copies(): Promise<Cache | null> {
      if (closed || (failedAt !== null && clock.now() - failedAt < keychainRestMs)) return null
      opening ??= open().catch((cause: unknown) => none(`just now: ${String(cause)}`))
      return opening
    },
    async limitsChanged(): Promise<void> {
      const { days, count } = deps.retention()
      if (days === limits.days && count === limits.count) return
      limits = { days, count }
      const cache = await opening
      if (cache !== null && !closed) pruneAfter(0, cache)
    },
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
 * The till's saved copies as the rest of the main process knows them (architecture.md, "Saved copies"). Nothing here
 * fails: without a keychain there are none. Writes happen one after the other, each behind what runs now: a refund's
 * journal goes before its copy.
 */
export function makeSavedCopies(deps: Deps) {
  const { clock, log } = deps
  /** The file is about to be thrown away: whoever reads it must let go of it. */
  const removed = makeSignal()
  const opener = makeOpener(deps, removed.fire)
  const currentViewer = makeKnownViewer(deps.vault)
  const { inTurn, settled } = makeTurns()
  let forgotten = 0

  function write(origin: ReplyOrigin, prepare: () => (rows: Rows, at: number) => void): void {
    const at = clock.now()
    const written = inTurn(async () => {
      await nextTurn()
      const cache = await opener.copies()
      if (cache === null || origin.forgotten !== forgotten) return
      // A mistake of ours that is made in here is no damage to the file.
      const work = prepare()
      cache.run((rows) => work(rows, at), undefined)
    })
    written.catch((cause: unknown) => log(`saved copies: one was not saved: ${String(cause)}`))
  }

  /** Null without a keychain or credentials. */
  async function seen(): Promise<SeenCopies | null> {
    const [cache, viewer] = await Promise.all([opener.copies(), currentViewer()])
    return cache === null || viewer === null ? null : { cache, viewer }
  }

  async function read<T>(work: (rows: Rows, viewer: CopyViewer) => T, otherwise: T): Promise<T> {
    const found = await seen()
    return found === null ? otherwise : found.cache.run((rows) => work(rows, found.viewer), otherwise)
  }

  /** Works on the rows behind all that was given to `save` before, for the credentials of this moment. */
  async function work<T>(use: (rows: Rows, viewer: CopyViewer) => T, otherwise: T): Promise<T> {
    await settled()
    return read(use, otherwise)
  }

  function save(origin: ReplyOrigin, record: Transaction): void {
    if (record.id === '') return
    write(origin, () => {
      const practice = deps.isPractice?.(origin.address)
      return (rows, at) => rows.save(origin, record, at, practice)
    })
  }

  /** Keeps what `include` brought beside a record that has been given to `save`. */
  function saveRelated(origin: ReplyOrigin, record: Transaction, kind: RelatedKind, lines: RelatedLines) {
    write(origin, () => (rows, at) => rows.saveRelated(origin, record, kind, lines, at))
  }

  return {
    removed,
    work,
    /** What was forgotten after this is not saved again by it. */
    originOf: (credentials: Credentials): ReplyOrigin => ({ ...viewerOf(credentials), forgotten }),
    save,
    saveRelated,
    /** Saves what the service showed, and what was asked for beside it, for the credentials that it came by. */
    keep({ record, origin, related }: SeenRecord): void {
      if (origin === undefined) return
      save(origin, record)
      if (related !== undefined) saveRelated(origin, record, related.kind, related.lines)
    },
    /** A cashier looked this record up; it has been given to `save` before. */
    noteLookup: (origin: ReplyOrigin, used: UsedCode, record: Transaction): void =>
      write(origin, () => (rows, at) => rows.noteLookup(origin, record, used, at)),
    /** What is kept beside that record's copy. */
    related: (record: Transaction, kind: RelatedKind) =>
      work<SavedRelated | null>((rows, viewer) => rows.related(viewer, record, kind), null),
    /** The copy of the first kind that has one. */
    find: (kinds: readonly CodeKind[], code: string) =>
      read<CopyByCode | null>((rows, viewer) => {
        for (const kind of kinds) {
          const copy = rows.find(viewer, kind, code)
          if (copy !== null) return { ...copy, kind, origin: { ...viewer, forgotten } }
        }
        return null
      }, null),
    recent: (count: number) => work<readonly RecentCopy[]>((rows, viewer) => rows.recent(viewer, count), []),
    /** What a search needs, once all that was to be saved is; null without a keychain or credentials. */
    forSearch: () => settled().then(seen),
    /** A digest of address and token, to tell when they change; null when there are none. */
    credentialsStamp: async (): Promise<string | null> => (await currentViewer())?.credentials ?? null,
    /** What there is and what lies outside these limits; null while they cannot be opened. */
    async census(retention: Retention): Promise<CopyCensus | null> {
      await settled()
      const cache = await opener.copies()
      return cache?.run<CopyCensus | null>((rows) => rows.census(retention, clock.now()), null) ?? null
    },
    /** To be called whenever the retention may have changed: what lies outside is deleted soon. */
    limitsChanged: () => void opener.limitsChanged(),
    /**
     * Deletes the copies of one payment (by internal id) that were saved before now: a supervisor accepted that less
     * was refunded than they say (refund-protocol.md 2).
     */
    async forgetPayment(id: string): Promise<void> {
      await settled()
      const cache = await opener.copies()
      cache?.run((rows) => rows.deletePayment(id), undefined)
    },
    /** False when the disk does not let go of them. From here on nothing is saved that was asked for before. */
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

/** Whose copies these credentials' records are: the token itself goes into no file, its digest does not either. */
export function viewerOf({ address, token }: Credentials): CopyViewer {
  return { address, credentials: createHash('sha256').update(`${address}\0${token}`).digest('hex') }
}

/**
 * Answers whose copies may be seen now, null when nothing is set up or the keychain does not answer. What the
 * keychain said is kept in memory, without the token, until the vault counts a change: a
 * keychain can take longer than all the rest of finding a copy. An address or token that were changed, by us or
 * by provisioning, hold from the next question on.
 */
export function makeKnownViewer({
  changes,
  withCredentials,
}: Pick<Vault, 'changes' | 'withCredentials'>): () => Promise<CopyViewer | null> {
  let known: { readonly stamp: number; readonly viewer: CopyViewer } | null = null
  return async () => {
    // Taken before the keychain is asked: what changes meanwhile is then asked for again.
    const stamp = changes()
    if (known !== null && known.stamp === stamp) return known.viewer
    const lent = await withCredentials(async (credentials) => viewerOf(credentials))
    known = lent.ok ? { stamp, viewer: lent.value } : null
    return lent.ok ? lent.value : null
  }
}
