import { isDeepStrictEqual } from 'node:util'
import type Database from 'libsql'
import type { Attempt } from '../../shared/attempt'
import type { RefundsOff } from '../../shared/fault'
import { advance, isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { chainHash, chainStart, type Head, lineText } from './journal-line'
import type { makeJournalReads } from './journal-rows'

export type JournalProblem = { readonly why: RefundsOff; readonly detail: string }
type Reads = ReturnType<typeof makeJournalReads>

function damaged(detail: string): Result<never, JournalProblem> {
  return fail({ why: 'journal_damaged', detail })
}

/**
 * Reads a journal whole: the file's own structure, every line, the chain, every transition, and that the rows
 * of attempts are exactly what the events add up to. Then the chain must extend the head that the keychain
 * knows. Answers the head on disk, or the first thing that is wrong.
 */
export function verifyJournal(
  database: Database.Database,
  reads: Reads,
  journalId: string,
  known: Head | null,
): Result<Head, JournalProblem> {
  const work = attemptWork(() => {
    const structure = database.prepare('PRAGMA integrity_check').raw().get()
    if (!Array.isArray(structure) || structure[0] !== 'ok') return damaged('The file is not in order')
    return verifyLines(reads, journalId, known)
  })
  if (work.ok) return work.value
  const why = work.fault.kind === 'damaged' ? 'journal_damaged' : 'journal_unwritable'
  return fail({ why, detail: work.fault.detail })
}

function verifyLines(reads: Reads, journalId: string, known: Head | null): Result<Head, JournalProblem> {
  const attempts = new Map<string, Attempt>()
  let head = chainStart(journalId)
  let meetsKnown = known?.seq === 0 && known.hash === head.hash
  for (const { seq, line, hash } of reads.allEvents()) {
    if (line === null || seq !== head.seq + 1 || line.seq !== seq)
      return damaged(`Line ${head.seq + 1} is not whole`)
    if (chainHash(head.hash, lineText(line)) !== hash) return damaged(`The chain breaks at line ${seq}`)
    const next = advance(attempts.get(line.marker) ?? null, line.event)
    if (!next.ok) return damaged(`Line ${seq} can not follow what stands before it`)
    attempts.set(line.marker, next.value)
    head = { seq, hash }
    if (known?.seq === seq && known.hash === hash) meetsKnown = true
  }
  if (!sameAttempts(attempts, reads)) return damaged('The attempts are not what the events add up to')
  if (!meetsKnown)
    return fail({ why: 'journal_rolled_back', detail: 'The journal is older than the keychain knows' })
  return succeed(head)
}

/** Whole-row comparison; the lock column is compared through the rows that it selects. */
function sameAttempts(folded: ReadonlyMap<string, Attempt>, reads: Reads): boolean {
  const stored = reads.allAttempts()
  const same = stored.every((attempt) => {
    return isDeepStrictEqual(folded.get(attempt.intent.marker), attempt)
  })
  const locks = (attempts: Iterable<Attempt>) => [...attempts].map((attempt) => attempt.intent.marker).sort()
  const open = [...folded.values()].filter((attempt) => isUndecided(attempt.state))
  return same && stored.length === folded.size && locks(open).join() === locks(reads.undecided()).join()
}
