/** Sorts what goes wrong with a journal's file: damage, or a disk that stands in the way (database/open-database.ts). */
import { type DatabaseFault, databaseFault } from '../database/open-database'
import type { JournalProblem } from './journal-types'

/** SQLite has no code of its own for what is gone or not of its format; the disk's troubles have theirs. */
const notAsWritten = /\bno such (table|index|column)\b|unsupported file format/

export function damaged(detail: string): JournalProblem {
  return { why: 'journal_damaged', detail }
}

export function problemOf({ kind, detail }: DatabaseFault): JournalProblem {
  const damage = kind === 'damaged' || notAsWritten.test(detail)
  return { why: damage ? 'journal_damaged' : 'journal_unwritable', detail }
}

/** What was thrown while a journal was read or written. */
export function problemThrown(error: unknown): JournalProblem {
  return problemOf(databaseFault(error))
}
