import Database from 'libsql'
import { fail, type Result, succeed } from '../../shared/result'

/**
 * Why a database can not be used. `damaged`: the file is there and is no database of ours. `unavailable`: the
 * disk, the folder or another process stands in the way; the file may be in perfect order.
 */
export type DatabaseFault =
  | { readonly kind: 'damaged'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string }

export type Migration = { readonly version: number; readonly sql: string }

const damageCodes = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_FORMAT']

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/**
 * Sorts what was thrown. The disk's own troubles count as unavailable, so that nothing is thrown away for
 * them; a value that did not open or parse carries no code of the database and counts as damage.
 */
export function databaseFault(error: unknown): DatabaseFault {
  const detail = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (damageCodes.some((damage) => code.startsWith(damage))) return { kind: 'damaged', detail }
  const ofDatabase = code !== '' || detail.startsWith('ConnectionFailed')
  return { kind: ofDatabase ? 'unavailable' : 'damaged', detail }
}

/** Whether libsql threw because a unique index was violated. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_CONSTRAINT_')
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
 * Opens (or makes) a database that is durable at every commit: WAL, `synchronous=FULL`, and
 * `fullfsync` where the system has it (design.md, "The refund protocol"). The settings are read back, the
 * numbered migrations that are missing are run, each in a transaction. The caller closes it. Not in exclusive
 * locking mode: libsql lets go of a closed file only when its statements are collected as garbage.
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
): Result<Database.Database, DatabaseFault> {
  const opened = attemptWork(() => new Database(file))
  if (!opened.ok) return opened
  const prepared = attemptWork(() => prepare(opened.value, migrations))
  if (prepared.ok && prepared.value === null) return opened
  attemptWork(() => opened.value.close())
  return prepared.ok ? fail({ kind: 'unavailable', detail: prepared.value ?? '' }) : prepared
}

/** Answers what is wrong with the settings, or null when they hold. */
function prepare(database: Database.Database, migrations: readonly Migration[]): string | null {
  database.prepare('PRAGMA journal_mode=WAL').get()
  database.exec('PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1')
  const expected = { journal_mode: 'wal', synchronous: 2 }
  for (const [name, value] of Object.entries(expected)) {
    const actual = readPragma(database, name)
    if (actual !== value) return `${name} is ${String(actual)} instead of ${value}`
  }
  migrate(database, migrations)
  return null
}

function readPragma(database: Database.Database, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).raw().get()
  return Array.isArray(row) ? row[0] : undefined
}

function migrate(database: Database.Database, migrations: readonly Migration[]): void {
  const current = Number(readPragma(database, 'user_version'))
  for (const { version, sql } of migrations) {
    if (version <= current) continue
    database.transaction(() => database.exec(`${sql}; PRAGMA user_version=${version}`))()
  }
}
