import { isDeepStrictEqual } from 'node:util'
import type Database from 'libsql'
import type { Attempt } from '../../shared/attempt'
import type { RefundsOff } from '../../shared/fault'
import { advance } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import type { JournalAudit } from './journal-audit'
import { chainHash, chainStart, type Head, lineText } from './journal-line'
import { digestDue } from './mark-digest'

export type JournalProblem = { readonly why: RefundsOff; readonly detail: string }

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
  audit: JournalAudit,
  journalId: string,
  known: Head | null,
): Result<Head, JournalProblem> {
  const work = attemptWork(() => {
    const structure = database.prepare('PRAGMA integrity_check').raw().get()
    if (!Array.isArray(structure) || structure[0] !== 'ok') return damaged('The file is not in order')
    const marks = audit.markDigests()
    if (marks.kept !== marks.found && marks.kept !== digestDue) return damaged('Marks are missing or changed')
    return verifyLines(audit, journalId, known)
  })
  if (work.ok) return work.value
  const why = work.fault.kind === 'damaged' ? 'journal_damaged' : 'journal_unwritable'
  return fail({ why, detail: work.fault.detail })
}

function verifyLines(
  audit: JournalAudit,
  journalId: string,
  known: Head | null,
): Result<Head, JournalProblem> {
  const attempts = new Map<string, Attempt>()
  let head = chainStart(journalId)
  let meetsKnown = isDeepStrictEqual(known, head)
  for (const { seq, line, hash } of audit.lines()) {
    if (seq !== head.seq + 1 || line.seq !== seq) return damaged(`Line ${head.seq + 1} is missing`)
    if (chainHash(head.hash, lineText(line)) !== hash) return damaged(`The chain breaks at line ${seq}`)
    head = { seq, hash }
    meetsKnown ||= isDeepStrictEqual(known, head)
    if ('beginning' in line) continue
    const next = advance(attempts.get(line.marker) ?? null, line.event)
    if (!next.ok) return damaged(`Line ${seq} can not follow what stands before it`)
    attempts.set(line.marker, next.value)
  }
  if (!isDeepStrictEqual([...attempts.values()], audit.attempts())) {
    return damaged('The attempts are not what the events add up to')
  }
  if (!meetsKnown)
    return fail({ why: 'journal_rolled_back', detail: 'The journal is older than the keychain knows' })
  return succeed(head)
}
