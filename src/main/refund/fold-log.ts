import { statSync } from 'node:fs'
import type Database from 'libsql'
import AsyncDatabase from 'libsql/promise'

/** A log of so many bytes is folded in within a turn; a longer one is a matter of seconds on a slow disk. */
const shortLog = 2 * 1024 * 1024

/**
 * Folds the write-ahead log of a database that nobody else uses into its file, a long one on another thread. When it
 * answers true, everything that was committed has reached the disk, however it was committed; false when the log could
 * not be folded in. Throws what the database throws.
 */
export async function foldLog(file: string, database: Database.Database): Promise<boolean> {
  const lengthOfLog = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const durably = 'PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1'
  const fold = 'PRAGMA wal_checkpoint(TRUNCATE)'
  if (lengthOfLog() <= shortLog) {
    database.exec(durably)
    database.prepare(fold).get([])
  } else {
    const other = new AsyncDatabase(file, {})
    try {
      await other.exec(`${durably}; ${fold}`)
    } finally {
      other.close()
    }
  }
  return lengthOfLog() === 0
}
