/** The journal as files for people and for `verify-journal`. */
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Attempt } from '../../shared/attempt'
import type { FaultOf } from '../../shared/fault'
import { writeHundredths } from '../../shared/money'
import { fail, type Result, succeed } from '../../shared/result'
import { plainCell } from '../files/plain-cell'
import type { Journal } from './journal'
import { chainHash, chainStart, type Head, type JournalBeginning, journalLineSchema } from './journal-line'

const format = 'Tillside journal export'

const exportSchema = z
  .object({
    format: z.literal(format),
    version: z.literal(1),
    journal: z.string(),
    exportedAt: z.string(),
    from: z.string(),
    to: z.string(),
    previousHash: z.string(),
    lines: z.array(z.object({ hash: z.string(), line: z.unknown() }).strict()),
    head: z.object({ seq: z.number().int(), hash: z.string() }).strict(),
  })
  .strict()

/**
 * A time range of the journal as text (milliseconds since 1970, bounds inclusive). JSON holds every line with
 * its hash, so that the chain can be checked offline; CSV holds one row per attempt, for a spreadsheet. A bound
 * that no date can say is answered as malformed.
 */
export function exportRange(
  journal: Journal,
  range: { readonly from: number; readonly to: number },
  as: 'csv' | 'json',
  now: number,
): Result<string, FaultOf<'request_malformed'>> {
  if (![range.from, range.to].every(isDate)) {
    return fail({ kind: 'request_malformed', detail: 'The range goes beyond what a date can say' })
  }
  if (as === 'csv')
    return succeed(attemptsAsCsv(journal.list(range).filter((attempt) => within(attempt, range))))
  const { previousHash, lines } = journal.linesBetween(range.from, range.to)
  const content: z.infer<typeof exportSchema> = {
    format,
    version: 1,
    journal: journal.id,
    exportedAt: new Date(now).toISOString(),
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    previousHash,
    lines: lines.map(({ line, hash }) => ({ hash, line })),
    head: journal.head(),
  }
  return succeed(`${JSON.stringify(content, null, 1)}\n`)
}

function isDate(time: number): boolean {
  return !Number.isNaN(new Date(time).getTime())
}

function within(attempt: Attempt, range: { readonly from: number; readonly to: number }): boolean {
  return attempt.createdAt >= range.from && attempt.createdAt <= range.to
}

function attemptsAsCsv(attempts: readonly Attempt[]): string {
  const columns = [
    'time',
    'marker',
    'state',
    'amount',
    'currency',
    'transaction_id',
    'id',
    'reason',
    'cashier',
    'service_message',
    'alarm',
    'decided_by',
    'saw',
    'why',
  ]
  const rows = attempts.map(({ intent, state, createdAt, refusal, alarm, decision }) =>
    [
      new Date(createdAt).toISOString(),
      intent.marker,
      state,
      writeHundredths(intent.amount),
      intent.currency,
      intent.transactionId,
      intent.id,
      intent.reason,
      intent.cashier,
      refusal?.message ?? '',
      alarm ?? '',
      decision?.supervisor ?? '',
      decision?.saw ?? '',
      decision?.why ?? '',
    ].map(plainCell),
  )
  return stringify([columns, ...rows])
}

export type ExportProblem = { readonly line: number | null; readonly detail: string }

export type VerifiedExport = {
  readonly lines: number
  /** How this journal took the place of another, when the export holds its first line and it did. */
  readonly beginning: JournalBeginning | null
}

/**
 * Checks an exported chain without keys or network. Answers what holds, or the first broken link by its line
 * number.
 */
export function verifyExport(text: string): Result<VerifiedExport, ExportProblem> {
  const parsed = readExport(text)
  if (!parsed.ok) return parsed
  const { journal, previousHash, head, lines } = parsed.value
  let previous: Head | null = null
  for (const { line, hash } of lines) {
    const checked = checkLink(journal, previous, previousHash, line)
    if (!checked.ok) return checked
    if (checked.value.hash !== hash) {
      return fail({
        line: checked.value.seq,
        detail: 'The hash does not fit the line and the hash before it',
      })
    }
    previous = checked.value
  }
  if (previous !== null && !reaches(previous, head)) {
    return fail({
      line: previous.seq,
      detail: 'The last line does not lead to the head that the export names',
    })
  }
  const first = journalLineSchema.safeParse(lines[0]?.line)
  const beginning = first.success && 'beginning' in first.data ? first.data.beginning : null
  return succeed({ lines: lines.length, beginning })
}

/** The line's number and the hash that it must have; every byte of its value is in the hash. */
function checkLink(
  journal: string,
  previous: Head | null,
  hashBefore: string,
  found: unknown,
): Result<Head, ExportProblem> {
  const expected = previous === null ? null : previous.seq + 1
  const line = journalLineSchema.safeParse(found)
  if (!line.success) {
    const named = z.object({ seq: z.number() }).safeParse(found)
    const seq = expected ?? (named.success ? named.data.seq : null)
    return fail({ line: seq, detail: 'The line is not a line of a journal' })
  }
  const { seq } = line.data
  if (expected !== null && seq !== expected) return fail({ line: expected, detail: 'The line is missing' })
  if (seq === 1 && hashBefore !== chainStart(journal).hash) {
    return fail({ line: 1, detail: 'The line begins the chain of another journal' })
  }
  return succeed({ seq, hash: chainHash(previous?.hash ?? hashBefore, JSON.stringify(found)) })
}

/** Lines after the last one exported are allowed: a range may end before the journal does. */
function reaches(last: Head, head: Head): boolean {
  return last.seq < head.seq || (last.seq === head.seq && last.hash === head.hash)
}

function readExport(text: string): Result<z.infer<typeof exportSchema>, ExportProblem> {
  try {
    const parsed = exportSchema.safeParse(JSON.parse(text))
    if (parsed.success) return succeed(parsed.data)
    return fail({ line: null, detail: 'Not a journal export: its shape is another' })
  } catch {
    return fail({ line: null, detail: 'Not a journal export: the file is no JSON' })
  }
}
