/**
 * Whether somebody else wrote to the journal's file while it is open, and whether what everything rests on still stands
 * (a planted trigger, a replaced index, a row changed; refund-protocol.md, rule 3). SQLite counts other writers' commits.
 */
import { isDeepStrictEqual } from 'node:util'
import type Database from 'libsql'
import { z } from 'zod'
import { columnsOf, text } from './journal-columns'
import { chainStart } from './journal-line'
import type { OpenedFile } from './journal-memory'
import { expectedSchema, journalVersion, readSchema, readVersion } from './journal-schema'
import type { OpenLock } from './journal-types'
import type { BookState } from './line-book'
import { openLocksOf } from './pending-rows'
import { undecidedIn } from './standing'

const openLockRow = z.object({ marker: text, lock: text, service: z.number(), at: z.number() })

/** Names every open lock once, whatever order they stand in. */
function names(locks: readonly OpenLock[]): readonly string[] {
  const texts = locks.map(({ marker, lock, service, at }) => `${marker} ${lock} ${service} ${at}`)
  return [...new Set(texts)].sort()
}

/**
 * Whether the file's tables, its last line and what of it is open are still what memory says. Answers what is wrong, or
 * null. The cost is that of what is open, not of the journal. Throws on damage.
 */
export function compareWithMemory({ database, id, reads }: OpenedFile, state: BookState): string | null {
  if (readVersion(database) !== journalVersion) return 'The file says that it is of another version'
  if (!isDeepStrictEqual(readSchema(database), expectedSchema())) return 'The tables of the file were changed'
  if (!isDeepStrictEqual(reads.head() ?? chainStart(id), state.head)) return 'The last line is another'
  const markers = undecidedIn(state.standing).map(({ intent }) => intent.marker)
  const inTable = reads.undecidedRows().map(({ attempt }) => attempt.intent.marker)
  if (!isDeepStrictEqual([...inTable].sort(), [...markers].sort()))
    return 'The table says otherwise what is undecided'
  if (!isDeepStrictEqual(names(readOpenLocks(database)), names(openLocksOf(state.standing)))) {
    return 'The open locks are not what the lines add up to'
  }
  return null
}

/** The locks that stand in a file for everybody to read (protocol 12); no key is needed. */
export function readOpenLocks(database: Database.Database): readonly OpenLock[] {
  const found = database.prepare(`SELECT ${columnsOf.openLocks} FROM open_locks`).all([])
  return found.map((row) => openLockRow.parse(row))
}

/** Answers whether another connection has committed anything since it was last asked. */
export function makeOutsideChanges(database: Database.Database): () => boolean {
  const statement = database.prepare('PRAGMA data_version').raw()
  const read = () => JSON.stringify(statement.get([]))
  let seen = read()
  return () => {
    const now = read()
    const changed = now !== seen
    seen = now
    return changed
  }
}
