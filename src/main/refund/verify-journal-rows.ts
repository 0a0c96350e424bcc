import { isDeepStrictEqual } from 'node:util'
import type Database from 'libsql'
import type { Attempt } from '../../shared/attempt'
import type { RefundsOff } from '../../shared/fault'
import { advance } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, databaseFault } from '../database/open-database'
import type { JournalAudit } from './journal-audit'
import { chainHash, chainStart, type Head, lineText } from './journal-line'
import { digestDue, noMarks } from './mark-digest'

export type JournalProblem = { readonly why: RefundsOff; readonly detail: string }

const notTheSum = 'The attempts are not what the events add up to'

function damaged(detail: string): Result<never, JournalProblem> {
  return fail({ why: 'journal_damaged', detail })
}

/** What a verification rests on. */
export type VerifiedParts = {
  readonly database: Database.Database
  readonly audit: JournalAudit
  readonly journalId: string
  /** The head that the keychain knows. */
  readonly known: Head | null
  /** Resolves at once, or after others had their turn: a till's journal of years takes seconds to read. */
  readonly breathe: () => Promise<void>
}

/**
 * Reads a journal whole: the file's own structure, every line, the chain, every transition, and that the rows
 * of attempts are exactly what the events add up to. Then the chain must extend the head that the keychain
 * knows. Answers the head on disk, or the first thing that is wrong.
 */
export async function verifyJournal(parts: VerifiedParts): Promise<Result<Head, JournalProblem>> {
  try {
    // All of it is read as of one moment, whatever another program with the same file writes meanwhile.
    parts.database.exec('BEGIN')
    const structure = parts.database.prepare('PRAGMA integrity_check').raw().get()
    if (!Array.isArray(structure) || structure[0] !== 'ok') return damaged('The file is not in order')
    if (!(await marksAddUp(parts))) return damaged('Marks are missing or changed')
    return await verifyLines(parts)
  } catch (error) {
    const { kind, detail } = databaseFault(error)
    return fail({ why: kind === 'damaged' ? 'journal_damaged' : 'journal_unwritable', detail })
  } finally {
    attemptWork(() => parts.database.exec('COMMIT'))
  }
}

async function marksAddUp({ audit, breathe }: VerifiedParts): Promise<boolean> {
  let digest = noMarks
  for (const next of audit.markDigests()) {
    await breathe()
    digest = next
  }
  return [digest, digestDue].includes(audit.keptDigest() ?? '')
}

async function verifyLines({
  audit,
  journalId,
  known,
  breathe,
}: VerifiedParts): Promise<Result<Head, JournalProblem>> {
  const attempts = new Map<string, Attempt>()
  let head = chainStart(journalId)
  let meetsKnown = isDeepStrictEqual(known, head)
  for (const { seq, line, hash } of audit.lines()) {
    await breathe()
    if (seq !== head.seq + 1 || line.seq !== seq) return damaged(`Line ${head.seq + 1} is missing`)
    if (chainHash(head.hash, lineText(line)) !== hash) return damaged(`The chain breaks at line ${seq}`)
    head = { seq, hash }
    meetsKnown ||= isDeepStrictEqual(known, head)
    if ('beginning' in line) continue
    const next = advance(attempts.get(line.marker) ?? null, line.event)
    if (!next.ok) return damaged(`Line ${seq} can not follow what stands before it`)
    attempts.set(line.marker, next.value)
  }
  // A map goes by when a marker was first set, which is the order in which the rows were made.
  const expected = attempts.values()
  for (const attempt of audit.attempts()) {
    await breathe()
    if (!isDeepStrictEqual(expected.next().value, attempt)) return damaged(notTheSum)
  }
  if (expected.next().done !== true) return damaged(notTheSum)
  if (!meetsKnown)
    return fail({ why: 'journal_rolled_back', detail: 'The journal is older than the keychain knows' })
  return succeed(head)
}
