import { rmSync } from 'node:fs'
import type Database from 'libsql'
import { codeOfError, fail, messageOf, type Result, succeed } from '../../shared/base/result'

/**
 * Why a database cannot be used. `damaged`: the file is there and is no database of ours, or of a version that this
 * program does not know. `unavailable`: the disk, the folder or another process stands in the way; the file may be in
 * perfect order.
 */
export type DatabaseFault =
  | { readonly kind: 'damaged'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string }

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

/** Removes a closed database with all its files. False when the disk does not let go of one. */
export function removeDatabase(file: string): boolean {
  // On Windows a file that was just closed can be held a moment longer.
  const patience = { force: true, maxRetries: 3, retryDelay: 50 }
  const removed = ['', '-wal', '-shm', '-journal'].map((ending) =>
    attemptWork(() => rmSync(`${file}${ending}`, patience)),
  )
  return removed.every(({ ok }) => ok)
}
