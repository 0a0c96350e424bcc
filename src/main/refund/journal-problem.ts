/** Sorts what goes wrong with a journal's file: damage, or a disk that stands in the way (database/open-database.ts). */
import { type DatabaseFault, databaseFault } from '../database/open-database'
import type { JournalProblem } from './journal-types'

/** SQLite has no code of its own for a table or an index that is gone; the disk's troubles have. */
const partMissing = /\bno such (table|index|column)\b/

export function damaged(detail: string): JournalProblem {
  return { why: 'journal_damaged', detail }
}

export function problemOf({ kind, detail }: DatabaseFault): JournalProblem {
  const damage = kind === 'damaged' || partMissing.test(detail)
  return { why: damage ? 'journal_damaged' : 'journal_unwritable', detail }
}

/** What was thrown while a journal was read or written. */
export function problemThrown(error: unknown): JournalProblem {
  return problemOf(databaseFault(error))
}
