/**
 * One journal file: making a new one whole, and opening one that is there (docs/refund-protocol.md). Which journal is in force, and what is told to a person, is decided elsewhere.
 */
import { join } from 'node:path'
import type { HighWater } from '../../shared/journal-events'
import type { Result } from '../../shared/result'
import { writeJournalFile } from './create-journal-file'
import { journalFileName } from './journal-files'
import type { Head, JournalLine } from './journal-line'
import type { Journal, RefundsOffFault } from './journal-types'
import { readJournalFile } from './open-journal-file'

/** The file of a journal in the profile's folder. @param id a UUID. */
export const journalFileOf = (folder: string, id: string) => join(folder, journalFileName(id))

/** A high-water value to begin with, once for each payment. */
export type GivenHighWater = {
  readonly service: number
  readonly id: string
  readonly highWater: HighWater
  /** '' when not known. */
  readonly currency: string
}

export type JournalContent = {
  /** Their numbers run from 1 without gaps. Gone through once. */
  readonly lines: Iterable<JournalLine>
  readonly highWater: Iterable<GivenHighWater>
}

export type NewJournalFile = {
  readonly folder: string
  readonly id: string
  readonly key: Buffer
  readonly content: JournalContent
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called again and again: it yields to the event loop. */
  readonly yieldToEventLoop?: () => Promise<void>
}

export type JournalFileDeps = {
  readonly folder: string
  readonly id: string
  readonly key: Buffer
  /** The head that the keychain knows; null when none is known, and then nothing is a rollback. */
  readonly head: Head | null
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly yieldToEventLoop?: () => Promise<void>
}

/**
 * Writes a whole new journal file in one transaction: after a crash it is there whole or without a table. Several
 * undecided attempts on one payment may come (protocol 12): one holds the lock, the others wait. Answers the head to be
 * kept, or `journal_unwritable`. A line that cannot follow those before it is a mistake of the caller and is thrown.
 */
export function createJournalFile(deps: NewJournalFile): Promise<Result<Head, RefundsOffFault>> {
  return writeJournalFile(journalFileOf(deps.folder, deps.id), deps)
}

/**
 * Opens a journal: from its newest believable checkpoint on every line, the rows that those lines touch and all that is
 * open are verified first; without a checkpoint, or when it was not verified whole for seven days, everything.
 * Answers the journal, or why it cannot be used; nothing is ever removed, renamed or repaired.
 */
export function openJournalFile(deps: JournalFileDeps): Promise<Result<Journal, RefundsOffFault>> {
  return readJournalFile(journalFileOf(deps.folder, deps.id), deps)
}
