import { setImmediate as nextTurn } from 'node:timers/promises'
import type Database from 'libsql'
import type { RelatedKind } from '../../shared/related'
import type { Retention } from '../../shared/retention'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'
import type { RelatedLines } from '../service/show'
import { attemptWork, type DatabaseFault } from '../system/database'
import { mayRebuild, openOrRebuild, removeCacheFiles } from './cache-file'
import {
  type CopyViewer,
  makeCacheReads,
  makeCacheWrites,
  makePruning,
  type RecentCopy,
  type SavedCopy,
} from './cache-rows'
import { makeRelatedRows, type SavedRelated } from './related-rows'
import type { UsedCode } from './saved-record'
import { makeSearchRows, type SearchRows } from './search-rows'

/**
 * The saved copies in cache.db (architecture.md, "Saved copies"). Nothing here throws: what cannot be read is not
 * there, and a file that turns out damaged is thrown away and made anew. Times are milliseconds since 1970.
 */
export type TransactionCache = {
  /**
   * Keeps a record that the service gave these credentials; from then on they may see its company's copies.
   * @param practice whether that service has said that it moves no real money.
   */
  readonly save: (viewer: CopyViewer, record: Transaction, at: number, practice?: boolean) => void
  /** Takes note that a cashier looked up a record that was saved, and by what code. */
  readonly noteLookup: (viewer: CopyViewer, record: Transaction, used: UsedCode, at: number) => void
  /** The newest copy with that code, of a company whose records these credentials were shown. */
  readonly find: (viewer: CopyViewer, kind: CodeKind, code: string) => SavedCopy | null
  /** What was looked up last, newest first. */
  readonly recent: (viewer: CopyViewer, count: number) => readonly RecentCopy[]
  /** Keeps a related record beside the copy of its transaction, which goes when the copy goes. */
  readonly saveRelated: (
    viewer: CopyViewer,
    record: Transaction,
    kind: RelatedKind,
    lines: RelatedLines,
    at: number,
  ) => void
  readonly related: (viewer: CopyViewer, record: Transaction, kind: RelatedKind) => SavedRelated | null
  readonly count: () => number
  /** Works on what a search needs of the copies (search.ts). */
  readonly searched: <T>(work: (rows: SearchRows) => T, otherwise: T) => T
  /** Works on rows that another part of main keeps in the same file (lists/queue.ts). */
  readonly inFile: <T>(work: (database: Database.Database, key: Buffer) => T, otherwise: T) => T
  /** How many there are, when the oldest was saved, and how many lie outside these limits. */
  readonly census: (retention: Retention, now: number) => CopyCensus
  /** Deletes some of what is too old or too many; true while more is left to delete. */
  readonly prune: (retention: Retention, now: number) => boolean
  /** Deletes the copies of one payment, by its internal id: what they say of it counts no more (protocol 2). */
  readonly forgetPayment: (id: string) => void
  /** Deletes all that is kept, a slice at a time. False when the disk does not let go of the copies. */
  readonly forgetAll: () => Promise<boolean>
  readonly close: () => void
}

const dayMilliseconds = 24 * 60 * 60 * 1000
/** A file that breaks again and again is a broken disk: then there are no copies until the next start. */
const mostRebuilds = 5

type Open = ReturnType<typeof makeCacheReads> &
  ReturnType<typeof makeCacheWrites> &
  ReturnType<typeof makePruning> &
  ReturnType<typeof makeRelatedRows> & {
    readonly database: Database.Database
    readonly searched: SearchRows
  }

export type CachePlace = {
  readonly folder: string
  readonly key: Buffer
  readonly log: (line: string) => void
  /** Called before the file is thrown away: whoever reads it must let go of it. */
  readonly beforeRemoval?: () => void
}

export type CopyCensus = {
  readonly saved: number
  readonly oldest: number | null
  readonly outside: number
}

const noCopies: CopyCensus = { saved: 0, oldest: null, outside: 0 }

function takeCensus(tables: Open, { days, count }: Retention, now: number): CopyCensus {
  const { saved, oldest } = tables.extent()
  const tooOld = tables.countOlder(now - days * dayMilliseconds)
  return { saved, oldest, outside: Math.max(tooOld, saved - count, 0) }
}

function prepareTables(database: Database.Database, key: Buffer): Open {
  const related = makeRelatedRows(database, key)
  const own = {
    ...makeCacheReads(database, key),
    ...makeCacheWrites(database, key),
    ...makePruning(database),
  }
  const searched = makeSearchRows(database, key)
  return { ...own, ...related, searched, database }
}

/** Opens the file and its tables. A file whose tables are not as they should be is made anew, once. */
function openTables({ folder, key, log }: CachePlace, mayTryAgain = true): Open | null {
  const opened = openOrRebuild(folder, key)
  if (!opened.ok) {
    log(`saved copies: ${opened.fault.kind}: ${opened.fault.detail}`)
    return null
  }
  const tables = attemptWork(() => prepareTables(opened.value, key))
  if (tables.ok) return tables.value
  log(`saved copies: ${tables.fault.detail}`)
  attemptWork(() => opened.value.close())
  if (!mayTryAgain || !mayRebuild(folder, tables.fault)) return null
  removeCacheFiles(folder)
  return openTables({ folder, key, log }, false)
}

/** Runs work on the tables; when they fail, makes the file anew and runs it once more. */
function makeRunner(place: CachePlace) {
  let open = openTables(place)
  let rebuilds = 0

  function rebuild(fault: DatabaseFault): void {
    place.log(`saved copies: ${fault.kind}: ${fault.detail}`)
    if (rebuilds === mostRebuilds || !mayRebuild(place.folder, fault)) return
    rebuilds += 1
    close()
    place.beforeRemoval?.()
    removeCacheFiles(place.folder)
    open = openTables(place)
  }

  function close(): void {
    const closing = open
    open = null
    if (closing !== null) attemptWork(() => closing.database.close())
  }

  function run<T>(work: (tables: Open) => T, otherwise: T): T {
    // The disk, or whoever held the file, may let it be opened by now.
    if (open === null && rebuilds < mostRebuilds) {
      rebuilds += 1
      open = openTables(place)
    }
    for (let tries = 0; tries < 2 && open !== null; tries += 1) {
      const tables: Open = open
      const done = attemptWork(() => work(tables))
      if (done.ok) return done.value
      rebuild(done.fault)
    }
    return otherwise
  }

  return { run, close }
}

/** Opens the copies, thrown away and made anew if they cannot be read with this key. */
export function openTransactionCache(place: CachePlace): TransactionCache {
  const { run, close } = makeRunner(place)
  return {
    save: (viewer, record, at, practice) =>
      run((tables) => tables.save(viewer, record, at, practice), undefined),
    noteLookup: (viewer, record, used, at) =>
      run((tables) => tables.noteLookup(viewer, record, used, at), undefined),
    find: (viewer, kind, code) => run((tables) => tables.find(viewer, kind, code), null),
    recent: (viewer, count) => run((tables) => tables.recent(viewer, count), []),
    saveRelated: (viewer, record, kind, lines, at) =>
      run((tables) => tables.saveRelated(viewer, record, kind, lines, at), undefined),
    related: (viewer, record, kind) => run((tables) => tables.related(viewer, record, kind), null),
    count: () => run((tables) => tables.extent().saved, 0),
    searched: (work, otherwise) => run((tables) => work(tables.searched), otherwise),
    inFile: (work, otherwise) => run(({ database }) => work(database, place.key), otherwise),
    census: (retention, now) => run((tables) => takeCensus(tables, retention, now), noCopies),
    prune: (retention, now) =>
      run((tables) => {
        if (tables.deleteSome(retention, now)) return true
        tables.deleteIdleAccess()
        tables.cutLog()
        return false
      }, false),
    forgetPayment: (id) => run((tables) => tables.deleteOf(id), undefined),
    async forgetAll() {
      for (;;) {
        const left = run<boolean | null>((tables) => tables.deleteAny(), null)
        if (left === false) return true
        if (left === null) {
          close()
          return removeCacheFiles(place.folder)
        }
        await nextTurn()
      }
    },
    close,
  }
}
