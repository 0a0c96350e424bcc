import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'libsql'
import { z } from 'zod'
import type { Result } from '../../shared/base/result'
import {
  attemptWork,
  type DatabaseFault,
  finishRemoval,
  inTransaction,
  removeDatabase,
} from '../system/database'
import { writeWholeFile } from '../system/files'
import { makeRows, proveKey, type Rows } from './rows'

const cacheFileName = 'cache.db'
/** How long a write waits for another. */
const busyTimeoutMs = 250
/** 2 GiB: a full file is deleted and made anew. */
const maxPages = 512 * 1024

/** Deletes the file of the saved copies. Returns false when the disk refuses. */
export function removeCacheFiles(folder: string): boolean {
  return removeDatabase(path.join(folder, cacheFileName))
}

/** Whether the disk accepts a file, so that a failing database is itself at fault. */
function diskIsWritable(folder: string): boolean {
  const file = path.join(folder, 'cache.probe')
  const written = writeWholeFile(file, Buffer.alloc(64 * 1024))
  attemptWork(() => rmSync(file, { force: true }))
  return written.ok
}

/**
 * Opens cache.db, or makes it. Commits are not flushed, because the copies can be fetched again; deleted copies are
 * overwritten. A key of another file counts as damage.
 */
export function openCacheFile(folder: string, key: Buffer): Result<Rows, DatabaseFault> {
  const opened = attemptWork(() => {
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, cacheFileName)
    finishRemoval(file)
    return new Database(file)
  })
  if (!opened.ok) return opened
  const database = opened.value
  const rows = attemptWork(() => {
    database.prepare('PRAGMA journal_mode=WAL').get([])
    database.exec('PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON; PRAGMA cache_size=-8000')
    database.prepare(`PRAGMA max_page_count=${maxPages}`).get([])
    database.exec(`PRAGMA busy_timeout=${busyTimeoutMs}`)
    makeTables(database)
    if (!proveKey(database, key)) throw new Error('The key is not the one of these copies')
    return makeRows(database, key)
  })
  if (!rows.ok) attemptWork(() => database.close())
  return rows
}

/** Whether the file is at fault, and neither another program's lock nor the disk. */
function mayRebuild(folder: string, fault: DatabaseFault): boolean {
  if (/locked|busy/i.test(fault.detail)) return false
  return fault.kind === 'damaged' || diskIsWritable(folder)
}

/**
 * Codes, owners and credentials are blind indexes, records and used codes are sealed; only times (milliseconds since
 * 1970) are plain, and the order of the last lookups of each copy, since a clock may be set back. `access` says which
 * credentials may see which owner's records; an owner is a service address and a company.
 */
const copies = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE copies (
    number INTEGER PRIMARY KEY,
    internal_id BLOB NOT NULL,
    owner BLOB NOT NULL,
    transaction_id BLOB,
    custom_id BLOB,
    saved_at INTEGER NOT NULL,
    looked_at INTEGER,
    lookup INTEGER,
    record BLOB NOT NULL,
    used_code BLOB,
    UNIQUE (internal_id, owner)
  );
  CREATE INDEX copies_by_transaction_id ON copies (transaction_id) WHERE transaction_id IS NOT NULL;
  CREATE INDEX copies_by_custom_id ON copies (custom_id) WHERE custom_id IS NOT NULL;
  CREATE INDEX copies_by_age ON copies (saved_at);
  CREATE INDEX copies_by_lookup ON copies (lookup) WHERE lookup IS NOT NULL;
  CREATE TABLE access (
    credentials BLOB NOT NULL, owner BLOB NOT NULL, PRIMARY KEY (credentials, owner)
  ) WITHOUT ROWID;`

/** Lists the copies that the search index has yet to take in (search.ts). */
const search = `
  CREATE TABLE changed_copies (number INTEGER PRIMARY KEY);
  CREATE TRIGGER copy_saved AFTER INSERT ON copies BEGIN
    INSERT INTO changed_copies VALUES (new.number) ON CONFLICT (number) DO NOTHING;
  END;
  CREATE TRIGGER copy_replaced AFTER UPDATE OF record ON copies BEGIN
    INSERT INTO changed_copies VALUES (new.number) ON CONFLICT (number) DO NOTHING;
  END;
  CREATE TRIGGER copy_deleted AFTER DELETE ON copies BEGIN
    INSERT INTO changed_copies VALUES (old.number) ON CONFLICT (number) DO NOTHING;
  END;`

/**
 * The codes of lists (main/lists), some hundreds to a row; `watched`: of the policy's folder; `ends` has a plain letter for
 * each code's outcome. Numbers are never reused, so a late outcome is never noted at another list's code.
 */
const lists = `
  CREATE TABLE wanted_codes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    address BLOB NOT NULL,
    watched INTEGER NOT NULL,
    ends TEXT NOT NULL,
    sealed BLOB NOT NULL
  );`

const versionRow = z.tuple([z.number()])

/** Makes the tables of a new cache.db. Throws for an unknown version, which counts as damage. */
function makeTables(database: Database.Database): void {
  const [version] = versionRow.parse(database.prepare('PRAGMA user_version').raw().get([]))
  if (version === 1) return
  if (version !== 0) throw new Error(`The file says that it is of version ${version}`)
  inTransaction(database, () => database.exec(`${copies} ${search} ${lists} PRAGMA user_version=1`))
}

export type CachePlace = {
  readonly folder: string
  readonly key: Buffer
  readonly log: (line: string) => void
}

/** After so many in a day, the disk is at fault, and there are no copies until that has passed. */
const maxRebuilds = 5
const rebuildsOfMs = 24 * 60 * 60 * 1000
/** How long to wait after the file did not open. */
const reopenAfterMs = 30 * 1000

export type Cache = ReturnType<typeof openCache>

/**
 * Opens the saved copies (architecture.md, "Saved copies"). A file that is damaged, or of another key, is deleted and made
 * anew. Never throws.
 */
export function openCache({ folder, key, log }: CachePlace) {
  let triedAt = Number.NEGATIVE_INFINITY
  let rows = open()
  let rebuilds: readonly number[] = []
  let isClosed = false

  /** Opens the file; makes it anew if it is at fault. */
  function open(): Rows | null {
    triedAt = performance.now()
    const first = openCacheFile(folder, key)
    const isWrong = !first.ok && mayRebuild(folder, first.fault)
    if (isWrong) removeCacheFiles(folder)
    const opened = isWrong ? openCacheFile(folder, key) : first
    if (opened.ok) return opened.value
    tell(opened.fault)
    return null
  }

  function tell({ kind, detail }: DatabaseFault): void {
    log(`saved copies: ${kind}: ${detail}`)
  }

  function rebuild(fault: DatabaseFault): void {
    tell(fault)
    const now = performance.now()
    rebuilds = rebuilds.filter((at) => now - at < rebuildsOfMs)
    if (rebuilds.length === maxRebuilds || !mayRebuild(folder, fault)) return
    rebuilds = [...rebuilds, now]
    close()
    removeCacheFiles(folder)
    rows = open()
  }

  function close(): void {
    const closing = rows
    rows = null
    if (closing !== null) attemptWork(() => closing.file.database.close())
  }

  /** Works on the rows. After a failure, rebuilds the file and tries once more; then returns `otherwise`. */
  function run<T>(work: (rows: Rows) => T, otherwise: T): T {
    // The reason why the file could not be opened may have gone.
    if (rows === null && !isClosed && performance.now() - triedAt >= reopenAfterMs) rows = open()
    for (let tries = 0; tries < 2 && rows !== null; tries += 1) {
      const current = rows
      const done = attemptWork(() => work(current))
      if (done.ok) return done.value
      rebuild(done.fault)
    }
    return otherwise
  }

  return {
    run,
    /** Closes the file for good: a question that comes late does not open it again. */
    close(): void {
      isClosed = true
      close()
    },
    /** Deletes everything, a slice at a time. Returns false when the disk refuses. */
    async forgetAll(): Promise<boolean> {
      for (;;) {
        const left = run<boolean | null>((rows) => rows.deleteAny(), null)
        if (left === false) return true
        if (left === null) {
          close()
          return removeCacheFiles(folder)
        }
        await nextTurn()
      }
    },
  }
}
