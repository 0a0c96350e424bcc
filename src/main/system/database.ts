import { rmSync } from 'node:fs'
import Database from 'libsql'
import { codeOfError, fail, messageOf, type Result, succeed } from '../../shared/base/result'

/**
 * Why a database cannot be used. `damaged`: the file is there and is no database of ours, or of a version that this
 * program does not know. `unavailable`: the disk, the folder or another process stands in the way; the file may be in
 * perfect order.
 */
export type DatabaseFault =
  | { readonly kind: 'damaged'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string }

export type Migration = { readonly version: number; readonly sql: string }

const damageCodes = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_FORMAT']

/**
 * Sorts what was thrown. The disk's own troubles count as unavailable, so that nothing is thrown away for
 * them; a value that did not open or parse carries no code of the database and counts as damage.
 */
export function databaseFault(error: unknown): DatabaseFault {
  const detail = messageOf(error)
  const code = codeOfError(error)
  if (damageCodes.some((damage) => code.startsWith(damage))) return { kind: 'damaged', detail }
  const ofDatabase = code !== '' || detail.startsWith('ConnectionFailed')
  return { kind: ofDatabase ? 'unavailable' : 'damaged', detail }
}

/** Runs database work whose failure is expected (a full disk, a damaged page) and answers it as a value. */
export function attemptWork<T>(work: () => T): Result<T, DatabaseFault> {
  try {
    return succeed(work())
  } catch (error) {
    return fail(databaseFault(error))
  }
}

/**
 * Runs writes that belong together in one transaction that holds the write lock from its start, so that what
 * it reads is what it builds on. libsql's own helper hides the reason when the database rolled back by itself.
 * Every write goes through here: libsql never resets a single statement that met a locked file, and then no
 * transaction can be committed any more.
 */
export function inTransaction<T>(database: Database.Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // libsql ends the process that asks a closed one.
    if (database.open && database.inTransaction) attemptWork(() => database.exec('ROLLBACK'))
    throw error
  }
}

/**
 * Opens (or makes) a database that is durable at every commit: WAL, `synchronous=FULL`, and
 * `fullfsync` where the system has it (architecture.md, "The refund protocol"). The settings are read back, the
 * numbered migrations that are missing are run, each in a transaction. The caller closes it. Not in exclusive
 * locking mode: libsql lets go of a closed file only when its statements are collected as garbage.
 * @param beforeClosing called with a file that turned out damaged while it is still open: closing folds the
 * write-ahead log into it, and after that the bytes are no longer what was found.
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
  beforeClosing: (fault: DatabaseFault) => void = () => undefined,
): Result<Database.Database, DatabaseFault> {
  return openWith(file, (database) => prepare(database) ?? migrate(database, migrations), beforeClosing)
}

/** @param preparation answers what is wrong with the opened file, or null. */
function openWith(
  file: string,
  preparation: (database: Database.Database) => DatabaseFault | null,
  beforeClosing: (fault: DatabaseFault) => void,
): Result<Database.Database, DatabaseFault> {
  const opened = attemptWork(() => new Database(file))
  if (!opened.ok) return opened
  const prepared = attemptWork(() => preparation(opened.value))
  if (prepared.ok && prepared.value === null) return opened
  const fault = prepared.ok ? (prepared.value ?? unavailable('')) : prepared.fault
  beforeClosing(fault)
  attemptWork(() => opened.value.close())
  return fail(fault)
}

function unavailable(detail: string): DatabaseFault {
  return { kind: 'unavailable', detail }
}

/** Answers what is wrong with the settings, or null when they hold. */
function prepare(database: Database.Database): DatabaseFault | null {
  database.prepare('PRAGMA journal_mode=WAL').get()
  database.exec('PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1')
  const expected = { journal_mode: 'wal', synchronous: 2, fullfsync: 1, checkpoint_fullfsync: 1 }
  for (const [name, value] of Object.entries(expected)) {
    const actual = readPragma(database, name)
    if (actual !== value) return unavailable(`${name} is ${String(actual)} instead of ${value}`)
  }
  return null
}

function readPragma(database: Database.Database, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).raw().get()
  return Array.isArray(row) ? row[0] : undefined
}

function migrate(database: Database.Database, migrations: readonly Migration[]): DatabaseFault | null {
  const current = Number(readPragma(database, 'user_version'))
  if (current > Math.max(...migrations.map(({ version }) => version))) {
    return { kind: 'damaged', detail: `The file says that it is of version ${current}` }
  }
  for (const { version, sql } of migrations) {
    if (version <= current) continue
    inTransaction(database, () => database.exec(`${sql}; PRAGMA user_version=${version}`))
  }
  return null
}

/** Removes a closed database with all its files. False when the disk does not let go of one. */
export function removeDatabase(file: string): boolean {
  // On Windows a file that was just closed can be held a moment longer.
  const patience = { force: true, maxRetries: 3, retryDelay: 50 }
  const removed = ['', '-wal', '-shm', '-journal'].map((ending) =>
    attemptWork(() => rmSync(`${file}${ending}`, patience)),
  )
  return removed.every(({ ok }) => ok)
}
