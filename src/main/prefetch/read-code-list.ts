import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { isLongerThan } from '../../shared/code-points'
import type { FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { fail, type Result, succeed } from '../../shared/result'
import { cleanCode, longestCode } from '../../shared/scan-code'
import type { QueuedCode } from '../copies/queue-rows'
import { decodeText } from './decode-text'
import { type CodeColumn, findCodeColumn, findSeparator } from './list-columns'

type ListFault = FaultOf<'list_not_taken'>
type Row = { readonly fields: readonly string[]; readonly line: number }

const parsedRows = z.array(
  z
    .object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) })
    .transform(({ record, info }): Row => ({ fields: record, line: info.lines })),
)

/**
 * Reads a list of codes as a store's system writes it (CSV with comma, semicolon or tab, or a code a line),
 * each code once, in its order. A first row with a known heading chooses the column and the kind of code.
 * Blank lines and lines that begin with # are no codes. All of it or nothing: the fault names the line.
 */
export function readCodeList(name: string, bytes: Uint8Array): Result<readonly QueuedCode[], ListFault> {
  const refuse = (why: ListFault['why'], line = 0) =>
    fail({ kind: 'list_not_taken', name, why, line } as const)
  if (bytes.length > longestList.bytes) return refuse('too_large')
  const decoded = decodeText(bytes)
  if (decoded === null) return refuse('no_text')
  const rows = splitRows(decoded.text)
  if (!rows.ok) return refuse('quote_not_closed', rows.fault)
  const [first] = rows.value
  if (first === undefined) return refuse('no_codes')
  const column = findCodeColumn(first.fields)

  const codes = new Set<string>()
  for (const { fields, line } of column.hasHeading ? rows.value.slice(1) : rows.value) {
    const field = (fields[column.index] ?? '').trim()
    const reason = reasonOf(field, column, decoded.guessed)
    if (reason !== null) return refuse(reason, line)
    const code = cleanCode(field)
    if (code !== '') codes.add(code)
    if (codes.size > longestList.codes) return refuse('too_many_codes', line)
  }
  if (codes.size === 0) return refuse('no_codes')
  return succeed([...codes].map((code) => ({ code, match: column.match })))
}

/** What makes a field no code that anybody could scan. */
function reasonOf(field: string, { match }: CodeColumn, guessed: boolean): ListFault['why'] | null {
  if (/\p{Cc}/u.test(field)) return 'control_character'
  if (guessed && /[^ -~]/.test(field)) return 'letter_unclear'
  return isLongerThan(field, longestCode(match)) ? 'code_too_long' : null
}

/** The fault is the line at which a quote is opened that nothing closes. */
function splitRows(text: string): Result<readonly Row[], number> {
  try {
    const rows: unknown = parse(text, {
      delimiter: findSeparator(text),
      bom: true,
      comment: '#',
      comment_no_infix: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
    return succeed(parsedRows.parse(rows))
  } catch (error) {
    if (error instanceof CsvError) return fail(Number(error.lines ?? 0))
    throw error
  }
}
