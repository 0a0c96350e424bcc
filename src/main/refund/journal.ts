/**
 * The refund journal: append-only events, and derived from them in the same transaction one row per attempt
 * (design.md, "The refund protocol"). A commit has reached the disk when a call returns. The unique index on
 * undecided attempts is the lock that nothing gets round: not a second window, not a second call.
 */
import { isDeepStrictEqual } from 'node:util'
import type Database from 'libsql'
import type { Attempt, AttemptEvent, Glance } from '../../shared/attempt'
import { advance, type IllegalTransition } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { databaseFault, inTransaction, isUniqueViolation } from '../database/open-database'
import {
  type AttemptLine,
  attemptLineSchema,
  chainHash,
  chainStart,
  type Head,
  type JournalLine,
  lineText,
} from './journal-line'
import { type Mark, makeJournalReads, makeJournalWrites, paymentIndex, type TimeRange } from './journal-rows'

export type JournalFault =
  | { readonly kind: 'unwritable'; readonly detail: string }
  /** Another attempt on the same transaction is undecided. */
  | { readonly kind: 'locked' }
  | IllegalTransition

export type Journal = {
  readonly id: string
  readonly head: () => Head
  /** Adds one event and answers the attempt it leads to. Nothing is written when it answers a fault. */
  readonly append: (marker: string, event: AttemptEvent) => Result<Attempt, JournalFault>
  readonly attempt: (marker: string) => Attempt | null
  /** All attempts on a transaction (by internal `id`), oldest first. */
  readonly attemptsOn: (id: string) => readonly Attempt[]
  readonly undecided: () => readonly Attempt[]
  /** Undecided ones, and those made in the range (milliseconds, inclusive); newest first. */
  readonly list: (range: TimeRange) => readonly Attempt[]
  /** Undecided ones, and those whose state changed at that time or later; newest first. */
  readonly changedSince: (time: number) => readonly Attempt[]
  readonly lines: (marker: string) => readonly AttemptLine[]
  /** The unbroken run of lines from the first to the last in the range, and the hash before it. */
  readonly linesBetween: (from: number, to: number) => JournalExcerpt
  /** The highest `refunded` (hundredths) and newest `updated_at` ever seen for a transaction. */
  readonly mark: (id: string) => Mark | null
  /** Raises the mark by what a record says; a lower value changes nothing. */
  readonly raiseMark: (glance: Glance) => Result<Mark, JournalFault>
  readonly close: () => void
}

export type JournalExcerpt = {
  readonly previousHash: string
  readonly lines: readonly { readonly line: JournalLine; readonly hash: string }[]
}

/** A journal over an opened database whose chain was verified up to `verified` (open-journal.ts). */
export function makeJournal(
  database: Database.Database,
  key: Buffer,
  journalId: string,
  verified: Head,
): Journal {
  const reads = makeJournalReads(database, key)
  const writes = makeJournalWrites(database, key)
  let head = verified

  /** Everything that touches the disk, reads included, is answered as a value: see issue-refund.ts. */
  function unwritable(error: unknown): Result<never, JournalFault> {
    return fail({ kind: 'unwritable', detail: databaseFault(error).detail })
  }

  /** Runs inside a transaction; what it answers holds once that is committed. */
  function writeLine(marker: string, event: AttemptEvent) {
    // On the disk and under its lock: another program with the same file may have written in between.
    const last = reads.head() ?? chainStart(journalId)
    // As it will be read again: a key in another order would break the chain at the next start.
    const line = attemptLineSchema.parse({ seq: last.seq + 1, marker, event })
    const next = advance(reads.attempt(marker), line.event)
    if (!next.ok) return { next, head: last }
    const text = lineText(line)
    const hash = chainHash(last.hash, text)
    writes.insertEvent(line, text, hash)
    writes.putAttempt(next.value)
    return { next, head: { seq: line.seq, hash } }
  }

  function append(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
    try {
      const written = inTransaction(database, () => writeLine(marker, event))
      head = written.head
      return written.next
    } catch (error) {
      // The line number is ours while the transaction lasts, so only the undecided lock can be violated.
      if (event.kind === 'intended' && isUniqueViolation(error)) return fail({ kind: 'locked' })
      return unwritable(error)
    }
  }

  function raiseMark(glance: Glance): Result<Mark, JournalFault> {
    try {
      const known = reads.mark(glance.id)
      if (known !== null && isDeepStrictEqual(known, higherMark(known, glance))) return succeed(known)
      return succeed(
        inTransaction(database, () => {
          // Read again under the lock: what all marks add up to must stay true.
          const before = reads.mark(glance.id)
          const raised = higherMark(before, glance)
          writes.putMark(paymentIndex(key, glance.id), before, raised)
          return raised
        }),
      )
    } catch (error) {
      return unwritable(error)
    }
  }

  return {
    id: journalId,
    head: () => head,
    append,
    attempt: reads.attempt,
    attemptsOn: reads.attemptsOn,
    undecided: reads.undecided,
    list: reads.list,
    changedSince: reads.changedSince,
    lines: reads.lines,
    linesBetween(from, to) {
      const { previousHash, lines } = reads.excerpt(from, to)
      return { previousHash: previousHash ?? chainStart(journalId).hash, lines }
    },
    mark: reads.mark,
    raiseMark,
    close: () => database.close(),
  }
}

/** The mark once a record has been seen: what it says higher or newer, and else what was known. */
export function higherMark(before: Mark | null, glance: Pick<Glance, 'refunded' | 'updatedAt'>): Mark {
  const seen = { refunded: glance.refunded ?? 0, updatedAt: glance.updatedAt }
  if (before === null) return seen
  return {
    refunded: Math.max(before.refunded, seen.refunded),
    updatedAt: seen.updatedAt > before.updatedAt ? seen.updatedAt : before.updatedAt,
  }
}
