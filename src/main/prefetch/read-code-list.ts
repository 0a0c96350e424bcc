import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { isLongerThan } from '../../shared/code-points'
import type { FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { fail, type Result, succeed } from '../../shared/result'
import { type CodeMatch, cleanCode, longestCode } from '../../shared/scan-code'
import { type DecodedText, decodeText } from './decode-text'
import { makeLineGauge } from './line-gauge'
import { type CodeColumn, findCodeColumn, findSeparator } from './list-columns'

type ListFault = FaultOf<'list_not_taken'>
type Refusal = Pick<ListFault, 'why' | 'line'>

/** Each code once, in its order, and what kind of code all of them are. None holds a line end. */
export type CodeList = { readonly match: CodeMatch; readonly codes: readonly string[] }

/**
 * Reads a list of codes as a store's system writes it (CSV with comma, semicolon or tab, or a code a line). A first
 * row with a known heading chooses the column and the kind of code. Blank lines and lines that begin with # are no
 * codes. All of it or nothing: the fault names the line. Goes no further than it must to refuse a list.
 */
export async function readCodeList(name: string, bytes: Uint8Array): Promise<Result<CodeList, ListFault>> {
  const refuse = ({ why, line }: Refusal) => fail({ kind: 'list_not_taken', name, why, line } as const)
  if (bytes.length > longestList.bytes) return refuse({ why: 'too_large', line: 0 })
  const decoded = decodeText(bytes)
  if (decoded === null) return refuse({ why: 'no_text', line: 0 })
  const taker = makeRowTaker(decoded.guessed)
  const refusal = await readRows(decoded, taker)
  if (refusal !== null) return refuse(refusal)
  const list = taker.list()
  return list.codes.length === 0 ? refuse({ why: 'no_codes', line: 0 }) : succeed(list)
}

type RowTaker = ReturnType<typeof makeRowTaker>

/** Takes the rows one after the other, until one is refused. */
function makeRowTaker(guessed: boolean) {
  const codes = new Set<string>()
  let column: CodeColumn | null = null
  let rows = 0
  let refusal: Refusal | null = null
  let lastLine = 0

  function whyNot(fields: readonly string[]): ListFault['why'] | null {
    rows += 1
    if (rows > longestList.rows) return 'too_many_rows'
    if (fields.length > longestList.columns) return 'too_many_columns'
    if (column === null) {
      column = findCodeColumn(fields)
      if (column.hasHeading) return null
    }
    const field = (fields[column.index] ?? '').trim()
    const reason = reasonOf(field, column, guessed)
    if (reason !== null) return reason
    const code = cleanCode(field)
    if (code !== '') codes.add(code)
    return codes.size > longestList.codes ? 'too_many_codes' : null
  }

  return {
    take(fields: readonly string[], line: number): void {
      lastLine = line
      const why = refusal === null ? whyNot(fields) : null
      if (why !== null) refusal = { why, line }
    },
    refusal: (): Refusal | null => refusal,
    lastLine: () => lastLine,
    list: (): CodeList => ({ match: column?.match ?? 'automatic', codes: [...codes] }),
  }
}

/** What makes a field no code that anybody could scan. */
function reasonOf(field: string, { match }: CodeColumn, guessed: boolean): ListFault['why'] | null {
  if (/\p{Cc}/u.test(field)) return 'control_character'
  if (guessed && /[^ -~]/.test(field)) return 'letter_unclear'
  return isLongerThan(field, longestCode(match)) ? 'code_too_long' : null
}

/** Gives the rows to the taker, none after one that it refused; answers why the list is refused, or null. */
async function readRows({ pieces }: DecodedText, taker: RowTaker): Promise<Refusal | null> {
  const gauge = makeLineGauge()
  let longLine: Refusal | null = null
  function* wanted(): Generator<string> {
    for (const piece of pieces()) {
      const line = gauge(piece)
      if (line > 0) longLine = { why: 'line_too_long', line }
      // A line that is too long is kept from the parser too: that takes seconds over some.
      if (longLine !== null || taker.refusal() !== null) return
      yield piece
    }
  }
  const [first = ''] = pieces()
  const parser = parse({
    delimiter: findSeparator(first),
    bom: true,
    comment: '#',
    comment_no_infix: true,
    // In bytes. No line comes near it, so what does is a quote that goes on over many of them.
    max_record_size: 4 * longestList.line,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    // Nothing is kept of a row once it was taken.
    on_record(record: string[], { lines }) {
      taker.take(record, lines)
      return null
    },
  })
  try {
    await pipeline(Readable.from(wanted()), parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quote that goes on for thousands of lines has opened behind the last row.
    const line = error.code === 'CSV_MAX_RECORD_SIZE' ? taker.lastLine() + 1 : Number(error.lines ?? 0)
    return taker.refusal() ?? longLine ?? { why: 'quote_not_closed', line }
  }
  return taker.refusal() ?? longLine
}
