import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RelatedKind } from '../../shared/related'
import type { Retention } from '../../shared/retention'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'
import type { Credentials } from '../service/address'
import type { RelatedLines, ReplyOrigin } from '../service/show'
import { makeSignal, makeTurns, type Signal } from '../system/signal'
import type { Vault } from '../vault/vault'
import { removeCacheFiles } from './cache-file'
import type { CopyViewer, RecentCopy, SavedCopy } from './cache-rows'
import { makeOpener, type SavedCopiesDeps } from './open-copies'
import type { SavedRelated } from './related-rows'
import type { UsedCode } from './saved-record'
import type { CopyCensus, TransactionCache } from './transaction-cache'

/** The copies as a search goes over them. */
export type SearchedCopies = {
  readonly cache: TransactionCache
  readonly key: Buffer
  readonly viewer: CopyViewer
}

/** `origin` is whoever may see it now. */
export type CopyByCode = SavedCopy & { readonly kind: CodeKind; readonly origin: ReplyOrigin }

/**
 * The till's saved copies as the rest of the main process knows them (architecture.md, "Saved copies"). Nothing here
 * fails: without a keychain there are none. Writes happen behind whatever else is to be done now.
 */
export type SavedCopies = {
  /** What was forgotten after this is not saved again by it. */
  readonly originOf: (credentials: Credentials) => ReplyOrigin
  readonly save: (origin: ReplyOrigin, record: Transaction) => void
  /** A cashier looked this record up; it has been given to `save` before. */
  readonly noteLookup: (origin: ReplyOrigin, used: UsedCode, record: Transaction) => void
  /** Keeps what `include` brought beside a record that has been given to `save`. */
  readonly saveRelated: (
    origin: ReplyOrigin,
    record: Transaction,
    kind: RelatedKind,
    lines: RelatedLines,
  ) => void
  /** What is kept beside that record's copy. */
  readonly related: (record: Transaction, kind: RelatedKind) => Promise<SavedRelated | null>
  /** The copy of the first kind that has one. */
  readonly find: (kinds: readonly CodeKind[], code: string) => Promise<CopyByCode | null>
  readonly recent: (count: number) => Promise<readonly RecentCopy[]>
  /** Works on the file behind all that was given to `save` before, for the credentials of this moment. */
  readonly work: <T>(work: (cache: TransactionCache, viewer: CopyViewer) => T, otherwise: T) => Promise<T>
  /**
   * What a search needs, once all that was to be saved is; null without a keychain or credentials.
   * @returns the copies' key with it, which the search's own file is encrypted by
   */
  readonly forSearch: () => Promise<SearchedCopies | null>
  /** A digest of address and token, to tell when they change; null when there are none. */
  readonly credentialsStamp: () => Promise<string | null>
  /** What there is and what lies outside these limits; null while they cannot be opened. */
  readonly census: (retention: Retention) => Promise<CopyCensus | null>
  /** To be called whenever the retention may have changed: what lies outside is deleted soon. */
  readonly limitsChanged: () => void
  /**
   * Deletes the copies of one payment (by internal id) that were saved before now: a supervisor accepted that less
   * was refunded than they say (refund-protocol.md 2).
   */
  readonly forgetPayment: (id: string) => Promise<void>
  /** The file is about to be thrown away: whoever reads it must let go of it. */
  readonly removed: Signal
  /** False when the disk does not let go of them. */
  readonly forgetAll: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/** What is saved, one after the other and each behind what runs now: a refund's journal goes before its copy. */
function makeWriter(opener: Pick<ReturnType<typeof makeOpener>, 'cache'>, { clock, log }: SavedCopiesDeps) {
  const turns = makeTurns()
  let forgotten = 0
  function write(origin: ReplyOrigin, work: (cache: TransactionCache, at: number) => void): void {
    const at = clock.now()
    const written = turns.inTurn(async () => {
      await nextTurn()
      const cache = await opener.cache()
      if (cache !== null && origin.forgotten === forgotten) work(cache, at)
    })
    written.catch((cause: unknown) => log(`saved copies: one was not saved: ${String(cause)}`))
  }

  return {
    of: (viewer: CopyViewer): ReplyOrigin => ({ ...viewer, forgotten }),
    write,
    /** From here on nothing is saved that was asked for before. */
    forget(): void {
      forgotten += 1
    },
    inTurn: turns.inTurn,
    settled: turns.settled,
  }
}

export function makeSavedCopies(deps: SavedCopiesDeps): SavedCopies {
  const removed = makeSignal()
  const opener = makeOpener(deps, removed.fire)
  const { of, write, forget, inTurn, settled } = makeWriter(opener, deps)

  const currentViewer = makeKnownViewer(deps.vault)

  async function read<T>(work: (cache: TransactionCache, viewer: CopyViewer) => T, otherwise: T): Promise<T> {
    const [cache, viewer] = await Promise.all([opener.cache(), currentViewer()])
    return cache === null || viewer === null ? otherwise : work(cache, viewer)
  }

  return {
    removed,
    originOf: (credentials) => of(viewerOf(credentials)),
    save(origin, record) {
      if (record.id === '') return
      write(origin, (cache, at) => {
        cache.save(origin, record, at, deps.isPractice?.(origin.address))
      })
    },
    noteLookup: (origin, used, record) =>
      write(origin, (cache, at) => cache.noteLookup(origin, record, used, at)),
    saveRelated: (origin, record, kind, lines) =>
      write(origin, (cache, at) => cache.saveRelated(origin, record, kind, lines, at)),
    async related(record, kind) {
      await settled()
      return read<SavedRelated | null>((cache, viewer) => cache.related(viewer, record, kind), null)
    },
    find: (kinds, code) =>
      read<CopyByCode | null>((cache, viewer) => {
        const copy = findByKinds(cache, viewer, kinds, code)
        return copy && { ...copy, origin: of(viewer) }
      }, null),
    async recent(count) {
      await settled()
      return read<readonly RecentCopy[]>((cache, viewer) => cache.recent(viewer, count), [])
    },
    async forSearch() {
      await settled()
      const [open, viewer] = await Promise.all([opener.copies(), currentViewer()])
      return open === null || viewer === null ? null : { ...open, viewer }
    },
    async work(work, otherwise) {
      await settled()
      return read(work, otherwise)
    },
    async census(retention) {
      await settled()
      const cache = await opener.cache()
      return cache === null ? null : cache.census(retention, deps.clock.now())
    },
    limitsChanged: () => void opener.limitsChanged(),
    credentialsStamp: async () => (await currentViewer())?.credentials ?? null,
    async forgetPayment(id) {
      await settled()
      const cache = await opener.cache()
      cache?.forgetPayment(id)
    },
    async forgetAll() {
      forget()
      return inTurn(async () => {
        const cache = await opener.cache()
        return cache === null ? removeCacheFiles(deps.folder) : cache.forgetAll()
      })
    },
    async close() {
      await settled()
      await opener.close()
    },
  }
}

function findByKinds(
  cache: TransactionCache,
  viewer: CopyViewer,
  kinds: readonly CodeKind[],
  code: string,
): Omit<CopyByCode, 'origin'> | null {
  for (const kind of kinds) {
    const copy = cache.find(viewer, kind, code)
    if (copy !== null) return { ...copy, kind }
  }
  return null
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
