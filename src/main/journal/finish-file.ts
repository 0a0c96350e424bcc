import { statSync } from 'node:fs'
import type Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { z } from 'zod'

/** A file of so many pages is finished within a turn; a longer one is a matter of seconds on a slow disk. */
const shortFile = 500

const countRow = z.object({ page_count: z.number() })

/**
 * Commits the transaction in which a new database file was filled, and folds its write-ahead log into it; for a long
 * file on another thread, and nothing may be asked of the database meanwhile. When it answers true all of it has reached
 * the disk, whatever `synchronous` it was filled with; false when the log could not be folded in. Throws what the
 * database throws.
 */
export async function finishFile(file: string, database: Database.Database): Promise<boolean> {
  const { page_count: pages } = countRow.parse(database.prepare('PRAGMA page_count').get([]))
  const run = pages > shortFile ? execBeside : execHere
  await run(database, 'COMMIT')
  await run(
    database,
    'PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1; PRAGMA wal_checkpoint(TRUNCATE)',
  )
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0
}

async function execHere(database: Database.Database, sql: string): Promise<void> {
  database.exec(sql)
}

/** Both of libsql's faces are made over the same connection: what one of them began the other can end. */
async function execBeside(database: Database.Database, sql: string): Promise<void> {
  await AsyncDatabase.prototype.exec.call(database, sql)
}
