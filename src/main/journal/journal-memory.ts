/** An opened journal file and what the running program knows of it: the lock is this memory, not the table. */
import type Database from 'libsql'
import type { AuditProgress } from './audit-progress'
import type { JournalReads } from './journal-reads'
import type { RefundsOffFault } from './journal-types'
import type { JournalWrites } from './journal-writes'
import type { BookState } from './line-book'
import { faultThrown } from './refunds-off-fault'

export type OpenedFile = {
  readonly database: Database.Database
  readonly key: Buffer
  readonly id: string
  readonly reads: JournalReads
  readonly writes: JournalWrites
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export type JournalMemory = {
  /** Replaced when a transaction is committed, and only then. */
  state: BookState
  progress: AuditProgress
  /** The progress that is written down. */
  progressKept: AuditProgress
  /** Whether everything was gone through since the journal was opened: each run of the program does so once. */
  wholeInThisRun: boolean
  /** Damage that was found while running: it stays until the journal is opened anew. */
  damage: RefundsOffFault | null
  /** The number of the line that the newest checkpoint stands at. */
  checkpointAt: number
}

/** Takes note of what was thrown: damage stays, a disk that stands in the way passes. Answers what it was. */
export function noteThrown(memory: JournalMemory, error: unknown): RefundsOffFault {
  const fault = faultThrown(error)
  if (fault.why === 'journal_damaged') memory.damage ??= fault
  return fault
}

/**
 * Reads, or answers `otherwise` where the file does not let itself be read. A send rests on no such answer: before it the
 * payment is verified, and that answers what was found here.
 */
export function readOr<T>(memory: JournalMemory, otherwise: T, read: () => T): T {
  try {
    return read()
  } catch (error) {
    noteThrown(memory, error)
    return otherwise
  }
}
