/**
 * The file of the index: SQLite with a write-ahead log. Some backup may put one of the two back without the other, and
 * SQLite would read pages of two times as one: each log says over which state of the file it lies.
 */
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { z } from 'zod'
import { type IndexStore, openStore } from './index-store'

export const indexName = 'index.db'
const logName = `${indexName}-wal`
export const indexFiles = [indexName, logName, `${indexName}-shm`]

export type IndexFile = {
  readonly store: IndexStore
  /** Whether the next start goes on from it; else it is still made from nothing, and a power cut may spoil it. */
  readonly isKept: () => boolean
  /** One transaction. */
  readonly together: <T>(work: () => T) => T
  /** Brings all of it into the file; from here on a commit is whole or not there after a power cut. */
  readonly settle: () => void
  /** All of the file is on the disk: the next start goes on from it. */
  readonly keep: () => void
}

/** A longer log is brought into the file: a long one would hold main up. In bytes. */
const maxLogBytes = 200 * 4096

/** Where SQLite keeps `user_version` in the file's header. */
const versionAt = 60

/**
 * Opens the index of a folder, or makes it. Throws what the database throws, and for a file that cannot be gone on with.
 * @param openDatabase null for one in memory
 */
export function openIndexFile(
  folder: string,
  key: Buffer,
  isThere: boolean,
  openDatabase: ((file: string) => Database.Database) | null,
): IndexFile {
  const path = join(folder, indexName)
  const logBytes = () =>
    openDatabase === null ? 0 : (statSync(join(folder, logName), { throwIfNoEntry: false })?.size ?? 0)
  const found = isThere && logBytes() > 0 ? versionIn(path) : null
  const database = openDatabase === null ? new Database(':memory:') : openDatabase(path)
  try {
    database.prepare('PRAGMA journal_mode=WAL').get()
    database.exec('PRAGMA wal_autocheckpoint=0')
    const store = openStore(database, key)
    let isKept = store.fact('kept', z.boolean()) ?? false
    if (isThere && !isKept) throw new Error('It was not finished')
    if (found !== null && store.fact('over', z.number()) !== found) {
      throw new Error('Its file and its log are not of one time')
    }
    // What is lost of one that was kept is taken in again; one that is made from nothing waits for no disk.
    database.exec(`PRAGMA synchronous=${isKept ? 'NORMAL' : 'OFF'}`)

    /** From here on the log lies over this state of the file. */
    function beginLog(): void {
      const { version } = versionRow.parse(database.prepare('PRAGMA user_version').get())
      store.together(() => {
        store.setFact('over', version)
        database.exec(`PRAGMA user_version=${randomInt(1, 2 ** 31)}`)
      })
    }

    function checkpoint(): void {
      const { busy } = z
        .object({ busy: z.number() })
        .parse(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get())
      if (busy === 0) beginLog()
    }
    if (isKept && found === null) beginLog()

    return {
      store,
      isKept: () => isKept,
      together(work) {
        const result = store.together(work)
        if (logBytes() > maxLogBytes) checkpoint()
        return result
      },
      settle() {
        checkpoint()
        database.exec('PRAGMA synchronous=NORMAL')
      },
      keep() {
        store.together(() => store.setFact('kept', true))
        isKept = true
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

const versionRow = z.object({ user_version: z.number() }).transform((row) => ({ version: row.user_version }))

/** The version that the file itself says, whatever its log does. */
function versionIn(path: string): number {
  const handle = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4)
    readSync(handle, bytes, 0, bytes.length, versionAt)
    return bytes.readInt32BE()
  } finally {
    closeSync(handle)
  }
}
