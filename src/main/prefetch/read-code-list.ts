import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { fail, type Result, succeed } from '../../shared/result'
import { type CodeMatch, cleanCode, longestCode } from '../../shared/scan-code'
import { isLongerThan } from '../../shared/text'

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

/** A text as it was written, in pieces, and whether its letters beyond ASCII are only a guess. */
export type DecodedText = { readonly pieces: () => Iterable<string>; readonly guessed: boolean }

/** Decoded at once: as much as nobody has to wait for. */
const pieceBytes = 64 * 1024

/** What says that bytes are no text: control characters, of which some text has a few. */
type Oddness = { nul: boolean; odd: number; length: number }

function* decodePieces(encoding: string, bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true })
  }
  yield decoder.decode()
}

/** How odd the text is, read in this encoding; null when the bytes are no text of it. */
function tryEncoding(encoding: string, bytes: Uint8Array): Oddness | null {
  const seen: Oddness = { nul: false, odd: 0, length: 0 }
  try {
    for (const piece of decodePieces(encoding, bytes)) {
      seen.nul ||= piece.includes('\0')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted
      seen.odd += piece.match(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g)?.length ?? 0
      seen.length += piece.length
    }
    return seen
  } catch {
    // The decoder has no other way to say that the bytes are no text of that encoding.
    return null
  }
}

function startsWith(bytes: Uint8Array, ...mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

/**
 * Reads a file's bytes as text: UTF-8 with or without its mark, UTF-16 with it. Bytes that are neither are read
 * letter by letter as Windows writes them in the West (spreadsheets save so), and then said to be a guess.
 * Null for what is no text at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const wide = startsWith(bytes, 0xff, 0xfe) ? 'utf-16le' : startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null
  const exact = wide ?? 'utf-8'
  const asWritten = tryEncoding(exact, bytes)
  const guess = 'windows-1252'
  const seen = asWritten ?? (wide === null ? tryEncoding(guess, bytes) : null)
  if (seen === null || isBinary(seen)) return null
  const guessed = asWritten === null
  return { pieces: () => decodePieces(guessed ? guess : exact, bytes), guessed }
}

/** A text has no NUL, and hardly any other control character than its line ends and tabs. */
function isBinary({ nul, odd, length }: Oddness): boolean {
  return nul || (odd > 8 && odd > length / 50)
}

/** Which column of a list holds the codes, and what kind of code its heading says they are. */
export type CodeColumn = { readonly index: number; readonly match: CodeMatch; readonly hasHeading: boolean }

/** Headings as they read without case, spaces, marks; of several in one list the first named here counts. */
const headings: readonly (readonly [string, CodeMatch])[] = [
  ['transactionid', 'transaction_id'],
  ['customid', 'custom_id'],
  ['internalid', 'internal_id'],
  ['id', 'internal_id'],
  ['code', 'automatic'],
]

function plainHeading(cell: string): string {
  return cell.toLowerCase().replace(/[\s_.-]+/g, '')
}

/** Reads a list's first row: without a heading that is known, it is codes already and the first column counts. */
export function findCodeColumn(firstRow: readonly string[]): CodeColumn {
  const plain = firstRow.map(plainHeading)
  for (const [heading, match] of headings) {
    const index = plain.indexOf(heading)
    if (index !== -1) return { index, match, hasHeading: true }
  }
  return { index: 0, match: 'automatic', hasHeading: false }
}

const separators = ['\t', ';', ','] as const
const linesLookedAt = 20

/**
 * What separates the fields: the mark that stands in most of the first lines outside quotes; of two that do,
 * the one named first, for a comma also stands inside numbers and sentences. A comma when there is none.
 */
export function findSeparator(text: string): string {
  const lines = text
    .slice(0, 64 * 1024)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '' && !line.trimStart().startsWith('#'))
    .slice(0, linesLookedAt)
  const counts = separators.map((separator) => lines.filter((line) => line.includes(separator)).length)
  const best = Math.max(...counts)
  return best === 0 ? ',' : (separators[counts.indexOf(best)] ?? ',')
}

/** Looks at a text in pieces, and answers in which line it has more characters than a line may; 0 for none yet. */
export function makeLineGauge(longest: number = longestList.line): (piece: string) => number {
  let line = 1
  /** Characters of the line that the piece before ended in. */
  let open = 0
  let endedInReturn = false
  return (piece) => {
    // The second half of a line end of which the first half was counted.
    let from = endedInReturn && piece.startsWith('\n') ? 1 : 0
    const ends = /\r\n|\n|\r/g
    ends.lastIndex = from
    for (let end = ends.exec(piece); end !== null; end = ends.exec(piece)) {
      if (open + end.index - from > longest) return line
      line += 1
      open = 0
      from = ends.lastIndex
    }
    open += piece.length - from
    if (piece !== '') endedInReturn = piece.endsWith('\r')
    return open > longest ? line : 0
  }
}
