/** Sorts what goes wrong with a journal's file: damage, or a disk that stands in the way (database/open-database.ts). */
import { type DatabaseFault, databaseFault } from '../database/open-database'
import type { RefundsOffFault } from './journal-types'

/** SQLite has no code of its own for what is gone or not of its format; the disk's troubles have theirs. */
const notAsWritten = /\bno such (table|index|column)\b|unsupported file format/

export function damaged(detail: string): RefundsOffFault {
  return { why: 'journal_damaged', detail }
}

export function faultOf({ kind, detail }: DatabaseFault): RefundsOffFault {
  const damage = kind === 'damaged' || notAsWritten.test(detail)
  return { why: damage ? 'journal_damaged' : 'journal_unwritable', detail }
}

/** What was thrown while a journal was read or written. */
export function faultThrown(error: unknown): RefundsOffFault {
  return faultOf(databaseFault(error))
}
