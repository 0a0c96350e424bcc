/** Reads lists of codes from a store's own system, in small pieces that never block the main process. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail, type Result, succeed } from '../../shared/base/result'
import { isLongerThan } from '../../shared/base/text'
import type { FaultOf } from '../../shared/fault'
import { listLimits } from '../../shared/lookup/copies'
import { type CodeMatch, cleanCode, maxCodeLength } from '../../shared/payment/codes'
import { makeYieldToEventLoop } from '../system/clock'

export type ListFault = FaultOf<'list_not_taken'>
type Why = ListFault['why']

/** A list as received. */
export type ListGiven = { readonly name: string; readonly content: Uint8Array }
/** The codes in their order, each once, and their kind. */
type CodeList = { readonly match: CodeMatch; readonly codes: readonly string[] }

/** Returns the fault of a list that is not taken. @param line the one that is wrong, from 1; 0 for none */
export function refuseList(name: string, why: Why, line = 0) {
  return fail({ kind: 'list_not_taken', name, why, line } as const)
}

/** Read at once: some milliseconds, even where every other character ends a row. */
const pieceBytes = 2 * 1024

class Refusal extends Error {
  constructor(readonly why: Why) {
    super(why)
  }
}

/**
 * Reads a list: CSV with comma, semicolon or tab, or what a first line `sep=|` names, or one code a line. A first row with a
 * known heading chooses the column and the kind of code. Skips blank lines and lines that begin with #. Returns all codes, or
 * a fault that names the line.
 * @param maxCodes the most copies that this till keeps
 */
export async function readList(given: ListGiven, maxCodes: number): Promise<Result<CodeList, ListFault>> {
  const { name, content } = given
  if (content.length > listLimits.maxBytes) return refuseList(name, 'too_large')
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe
  if (!isUtf16 && content.includes(0)) return refuseList(name, 'no_text')
  const beginning = Buffer.from(content.subarray(0, 8 * 1024)).toString(isUtf16 ? 'utf16le' : 'utf8')
  const named = separatorLine.exec(beginning)?.[1]
  const list = makeCodeList(maxCodes)
  // Not at the top: each start would compile it, and few stores have lists.
  const { CsvError, parse } = await import('csv-parse')
  /** The line where the last valid row ended. */
  let line = 0
  const rows = parse({
    delimiter: named ?? findSeparator(beginning),
    from_line: named === undefined ? 1 : 2,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: listLimits.maxLineLength,
    comment: '#',
    comment_no_infix: true,
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record(fields: readonly string[], { lines }) {
      list.add(fields)
      line = lines
      // Drops the row from the parser's output.
      return null
    },
  })
  async function* pieces() {
    const yieldToOthers = makeYieldToEventLoop()
    for (let from = 0; from < content.length; from += pieceBytes) {
      yield content.subarray(from, from + pieceBytes)
      await yieldToOthers()
    }
  }
  try {
    await pipeline(pieces, rows.resume())
  } catch (error) {
    line += 1
    if (error instanceof Refusal) return refuseList(name, error.why, line)
    if (!(error instanceof CsvError)) throw error
    return refuseList(name, 'no_code', line)
  }
  const read = list.read()
  return read.codes.length === 0 ? refuseList(name, 'no_codes') : succeed(read)
}

/** A first line that names the separator, as spreadsheets write and read it. */
const separatorLine = /^\ufeff?sep=([,;|\t])(?:[\r\n]|$)/i

/** Returns the first of tab, semicolon and comma in the first row, outside quotes. */
function findSeparator(beginning: string): string {
  const lines = beginning.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]+/)
  const row = lines.find((line) => !/^\s*(?:#|$)/.test(line)) ?? ''
  return ['\t', ';'].find((mark) => row.includes(mark)) ?? ','
}

/** Headings without case, spaces and punctuation, in order of preference. */
const headings: readonly (readonly [string, CodeMatch])[] = [
  ['transactionid', 'transaction_id'],
  ['customid', 'custom_id'],
  ['internalid', 'internal_id'],
  ['id', 'internal_id'],
  ['code', 'automatic'],
]

/** What a report of ours, and many a spreadsheet, puts before a cell that would be a formula (system/save-file.ts). */
const quotedFormula = /^'(?=[=+\-@\u2212])/u

/** Collects the codes of rows. Without a known heading, takes the first column of all rows. */
function makeCodeList(maxCodes: number) {
  const codes = new Set<string>()
  let [rows, column, match]: [number, number, CodeMatch] = [0, 0, 'automatic']

  function readHeading(fields: readonly string[]): boolean {
    const plain = fields.map((cell) => cell.toLowerCase().replace(/[\s_.-]+/g, ''))
    const known = headings.find(([heading]) => plain.includes(heading))
    if (known !== undefined) [column, match] = [plain.indexOf(known[0]), known[1]]
    return known !== undefined
  }

  return {
    /** Adds the code of the next row. Throws a `Refusal`. */
    add(fields: readonly string[]): void {
      rows += 1
      if (rows > listLimits.maxRows) throw new Refusal('too_large')
      if (rows === 1 && readHeading(fields)) return
      const field = (fields[column] ?? '').trim().replace(quotedFormula, '')
      if (/\p{Cc}/u.test(field)) throw new Refusal('no_code')
      // Not UTF-8, and a spreadsheet's older encodings cannot be told apart.
      if (field.includes('\ufffd')) throw new Refusal('letter_unclear')
      if (isLongerThan(field, maxCodeLength(match))) throw new Refusal('no_code')
      const code = cleanCode(field)
      if (code !== '') codes.add(code)
      if (codes.size > maxCodes) throw new Refusal('too_large')
    },
    read: (): CodeList => ({ match, codes: [...codes] }),
  }
}

/** Reads a file. Refuses one that changes while it is read. */
async function read(place: string): Promise<Result<ListGiven, ListFault>> {
  const name = path.basename(place)
  try {
    const before = await stat(place)
    if (before.size > listLimits.maxBytes) return refuseList(name, 'too_large')
    const content = await readFile(place)
    const after = await stat(place)
    const isWhole = content.length === after.size && after.mtimeMs === before.mtimeMs
    return isWhole ? succeed({ name, content }) : refuseList(name, 'not_readable')
  } catch {
    return refuseList(name, 'not_readable')
  }
}

/** A file of a folder; `stamp` changes with its content. */
type NewestList = { readonly place: string; readonly stamp: string }

/** Returns the newest list in a folder, or null. Ignores hidden and temporary files, pipes and devices. */
async function newest(folder: string): Promise<Result<NewestList | null, ListFault>> {
  let found: (NewestList & { readonly changedAt: number }) | null = null
  try {
    for (const name of await readdir(folder)) {
      const place = path.join(folder, name)
      // The file may have gone since it was listed.
      const isList = /^[^.~].*\.(csv|txt|tsv)$/i.test(name)
      const file = isList ? await stat(place).catch(() => null) : null
      if (file === null || !file.isFile() || file.mtimeMs <= (found?.changedAt ?? Number.NEGATIVE_INFINITY))
        continue
      found = { place, stamp: `${place}\0${file.size}\0${file.mtimeMs}`, changedAt: file.mtimeMs }
    }
    return succeed(found)
  } catch {
    return refuseList(path.basename(folder), 'not_readable')
  }
}

/** Reads lists on the disk. May wait for ever when a drive has gone. */
export const listFiles = { newest, read }
