import { existsSync, rmSync, writeFileSync } from 'node:fs'
import type Database from 'libsql'
import { codeOfError, fail, messageOf, type Result, succeed } from '../../shared/base/result'

/**
 * Why a database cannot be used. `damaged`: the file is no database of ours, or of an unknown version. `unavailable`: the
 * disk, the folder or another process prevents it, and the file may be intact.
 */
export type DatabaseFault = { readonly kind: 'damaged' | 'unavailable'; readonly detail: string }

const damageCodes = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_FORMAT']

/**
 * Classifies a thrown error. Disk errors count as unavailable, so that no file is deleted for them; a value that did not
 * open or parse has no code of the database, and counts as damage.
 */
export function databaseFault(error: unknown): DatabaseFault {
  const detail = messageOf(error)
  const code = codeOfError(error)
  if (damageCodes.some((damage) => code.startsWith(damage))) return { kind: 'damaged', detail }
  const ofDatabase = code !== '' || detail.startsWith('ConnectionFailed')
  return { kind: ofDatabase ? 'unavailable' : 'damaged', detail }
}

/** Runs database work, and returns an expected failure (a full disk, a damaged page) as a value. */
export function attemptWork<T>(work: () => T): Result<T, DatabaseFault> {
  try {
    return succeed(work())
  } catch (error) {
    return fail(databaseFault(error))
  }
}

/**
 * Runs writes in one transaction, with the write lock from its start. All writes must use this: libsql never resets a
 * single statement that met a locked file, after which no transaction can be committed. libsql's own helper hides the
 * reason of a rollback.
 */
export function inTransaction<T>(database: Database.Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // Asking a closed database crashes the process.
    if (database.open && database.inTransaction) attemptWork(() => database.exec('ROLLBACK'))
    throw error
  }
}

/** Beside a database that must be deleted before it is opened again. */
const removalMark = '.remove'

/**
 * Deletes a closed database with all its files. Returns false when the disk refuses one, as Windows does as long as
 * libsql's statements are not collected; then `finishRemoval` tries again.
 */
export function removeDatabase(file: string, remove: typeof rmSync = rmSync): boolean {
  const patience = { force: true, maxRetries: 3, retryDelay: 50 }
  const removed = ['', '-wal', '-shm', '-journal'].map((ending) =>
    attemptWork(() => remove(`${file}${ending}`, patience)),
  )
  const isGone = removed.every(({ ok }) => ok)
  const mark = `${file}${removalMark}`
  attemptWork(() => (isGone ? rmSync(mark, { force: true }) : writeFileSync(mark, '')))
  return isGone
}

/** Deletes a database that could not be deleted when it was to be. Must be called before one is opened. */
export function finishRemoval(file: string): void {
  if (existsSync(`${file}${removalMark}`)) removeDatabase(file)
}
