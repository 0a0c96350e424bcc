/** The journal as files for people and for `verify-journal`. */
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Attempt } from '../../shared/attempt'
import { writeHundredths } from '../../shared/money'
import { fail, type Result, succeed } from '../../shared/result'
import type { Journal } from './journal'
import { chainHash, journalLineSchema, lineText } from './journal-line'

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
    lines: z.array(z.object({ hash: z.string(), line: journalLineSchema }).strict()),
    head: z.object({ seq: z.number().int(), hash: z.string() }).strict(),
  })
  .strict()

/**
 * A time range of the journal as text (milliseconds since 1970, bounds inclusive). JSON holds every line with
 * its hash, so that the chain can be checked offline; CSV holds one row per attempt, for a spreadsheet.
 */
export function exportRange(
  journal: Journal,
  range: { readonly from: number; readonly to: number },
  as: 'csv' | 'json',
  now: number,
): string {
  if (as === 'csv') return attemptsAsCsv(journal.list(range).filter((attempt) => within(attempt, range)))
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
  return `${JSON.stringify(content, null, 1)}\n`
}

function within(attempt: Attempt, range: { readonly from: number; readonly to: number }): boolean {
  return attempt.createdAt >= range.from && attempt.createdAt <= range.to
}

/** A cell that begins like a formula gets an apostrophe, so that a spreadsheet shows it and runs nothing. */
function cell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
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
    ].map(cell),
  )
  return stringify([columns, ...rows])
}

export type ExportProblem = { readonly line: number | null; readonly detail: string }

/**
 * Checks an exported chain without keys or network. Answers how many lines hold, or the first broken link by
 * its line number.
 */
export function verifyExport(text: string): Result<{ readonly lines: number }, ExportProblem> {
  const parsed = readExport(text)
  if (!parsed.ok) return parsed
  let previous: { readonly seq: number | null; readonly hash: string } = {
    seq: null,
    hash: parsed.value.previousHash,
  }
  for (const { line, hash } of parsed.value.lines) {
    if (previous.seq !== null && line.seq !== previous.seq + 1) {
      return fail({ line: line.seq, detail: `Line ${previous.seq + 1} is missing` })
    }
    if (chainHash(previous.hash, lineText(line)) !== hash) {
      return fail({ line: line.seq, detail: 'The hash does not fit the line and the hash before it' })
    }
    previous = { seq: line.seq, hash }
  }
  const { head, lines } = parsed.value
  if (previous.seq === head.seq && previous.hash !== head.hash) {
    return fail({ line: head.seq, detail: 'The last line is not the head that the export names' })
  }
  return succeed({ lines: lines.length })
}

function readExport(text: string): Result<z.infer<typeof exportSchema>, ExportProblem> {
  try {
    const parsed = exportSchema.safeParse(JSON.parse(text))
    if (parsed.success) return succeed(parsed.data)
    const issue = parsed.error.issues[0]
    const where = issue?.path[0] === 'lines' ? Number(issue.path[1]) + 1 : null
    return fail({ line: where, detail: `Not a journal export: ${issue?.message ?? 'unknown shape'}` })
  } catch {
    return fail({ line: null, detail: 'Not a journal export: the file is no JSON' })
  }
}
