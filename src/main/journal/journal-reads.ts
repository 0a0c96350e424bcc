/** What is read of a journal's tables by the running journal and by every check of it. Each throws on damage. */
import type Database from 'libsql'
import { z } from 'zod'
import type { Attempt } from '../../shared/attempt'
import { blob, columnsOf, text } from './journal-columns'
import type { Head, JournalLine } from './journal-line'
import { attemptIndex, type HighWaterRow, makeRowReaders, parseLine } from './journal-rows'

const valueRow = z.object({ value: text })
const headRow = z.object({ seq: z.number(), hash: text })
const numberRow = z.object({ number: z.number().nullable() })
const holderRow = z.object({ number: z.number(), holds: z.number() })
const eventRow = z.object({ seq: z.number(), payment: blob, at: z.number(), hash: text, line: blob })
const attemptRow = z.object({
  number: z.number(),
  holds: z.number(),
  attempt: blob,
  payment: blob,
  undecided: z.number(),
  state: text,
  created_at: z.number(),
  cashier: blob,
})

/** A line as it is stored, opened but not yet understood. */
export type StoredText = {
  readonly seq: number
  readonly payment: Buffer
  readonly at: number
  readonly hash: string
  readonly text: string
}
export type StoredLine = StoredText & { readonly line: JournalLine }

/** An attempt's row, its place among all rows, and the columns that it stands under. */
export type StoredAttempt = {
  readonly number: number
  readonly holds: number
  readonly columns: Omit<z.infer<typeof attemptRow>, 'number' | 'holds'>
  readonly attempt: Attempt
}

// An index only says where a row is: what it holds of a column may differ from the row, and both must be compared.
const eventColumns = `SELECT ${columnsOf.events} FROM events NOT INDEXED WHERE seq`
const rowColumns = `SELECT ${columnsOf.attempts} FROM attempts NOT INDEXED WHERE number`

export function makeJournalReads(database: Database.Database, key: Buffer) {
  const open = makeRowReaders(key)
  const factOf = database.prepare(`SELECT ${columnsOf.facts} FROM facts WHERE name = ?`)
  const lastHead = database.prepare(`SELECT ${columnsOf.head} FROM events ORDER BY seq DESC LIMIT 1`)
  const headAt = database.prepare(`SELECT ${columnsOf.head} FROM events WHERE seq = ?`)
  const after = database.prepare(`${eventColumns} > ? ORDER BY seq LIMIT 1`)
  const at = database.prepare(`${eventColumns} = ?`)
  const eventOf = database.prepare(
    `${eventColumns} = (SELECT seq FROM events INDEXED BY events_of_payment
     WHERE payment = ? AND seq > ? ORDER BY seq LIMIT 1)`,
  )
  const byMarker = database.prepare(
    `${rowColumns} = (SELECT number FROM attempts INDEXED BY attempts_by_marker WHERE attempt = ?)`,
  )
  const rowOf = database.prepare(
    `${rowColumns} = (SELECT number FROM attempts INDEXED BY attempts_of_payment
     WHERE payment = ? AND number > ? ORDER BY number LIMIT 1)`,
  )
  const undecidedOf = database.prepare(
    `${rowColumns} IN (SELECT number FROM attempts INDEXED BY undecided_attempts
     WHERE payment = ? AND undecided = 1) ORDER BY number`,
  )
  const holders = database.prepare(
    `SELECT number, CAST(holds AS INTEGER) AS holds FROM attempts INDEXED BY undecided_attempts
     WHERE payment = ? AND undecided = 1`,
  )
  const undecidedRows = database.prepare(
    `${rowColumns} IN (SELECT number FROM attempts INDEXED BY undecided_attempts
     WHERE undecided = 1) ORDER BY number`,
  )
  const lastNumber = database.prepare('SELECT max(number) AS number FROM attempts')
  const highWaterOf = database.prepare(`SELECT ${columnsOf.values} FROM high_water WHERE payment = ?`)

  function opened(found: unknown): StoredText {
    const { line: _, ...columns } = eventRow.parse(found)
    return { ...columns, text: open.lineText(found) }
  }
  function line(found: unknown): StoredLine {
    const stored = opened(found)
    return { ...stored, line: parseLine(stored.seq, stored.text) }
  }
  function stored(found: unknown): StoredAttempt {
    const { number, holds, ...columns } = attemptRow.parse(found)
    return { number, holds, columns, attempt: open.attempt(found) }
  }

  return {
    line,
    stored,
    fact(name: string): string | null {
      const found = factOf.get([name])
      return found === undefined ? null : valueRow.parse(found).value
    },
    /** Number and hash of the last line; null when there is none. */
    head(): Head | null {
      const found = lastHead.get([])
      return found === undefined ? null : readHeadRow(found)
    },
    /** The hash of the line of that number; null when there is no such line. */
    hashAt(seq: number): string | null {
      const found = headAt.get([seq])
      return found === undefined ? null : readHeadRow(found).hash
    },
    /** The first line after that number, opened. */
    textAfter(seq: number): StoredText | null {
      const found = after.get([seq])
      return found === undefined ? null : opened(found)
    },
    /** The line of that number. Throws when there is none: only lines that rows name are asked for. */
    lineAt: (seq: number): StoredLine => line(at.get([seq])),
    /** The lines of a payment, by its index, oldest first. @param below only those with a smaller number. */
    linesOf(payment: Buffer, below = Number.MAX_SAFE_INTEGER): readonly StoredLine[] {
      return oneByOne(eventOf, payment, line, ({ seq }) => seq).filter(({ seq }) => seq < below)
    },
    /** The first line of a payment after that number; null when there is none. */
    lineOf(payment: Buffer, seq: number): StoredLine | null {
      const found = eventOf.get([payment, seq])
      return found === undefined ? null : line(found)
    },
    row(marker: string): StoredAttempt | null {
      const found = byMarker.get([attemptIndex(key, marker)])
      return found === undefined ? null : stored(found)
    },
    rowsOf: (payment: Buffer): readonly StoredAttempt[] =>
      oneByOne(rowOf, payment, stored, ({ number }) => number),
    undecidedOf: (payment: Buffer): readonly StoredAttempt[] => undecidedOf.all([payment]).map(stored),
    /** Which rows of a payment are undecided, and which of them holds its lock. */
    holdersOf: (payment: Buffer) => holders.all([payment]).map((row) => holderRow.parse(row)),
    undecidedRows: (): readonly StoredAttempt[] => undecidedRows.all([]).map(stored),
    /** The highest number of a row: they are given without gaps. 0 when there is none. */
    lastNumber: (): number => numberRow.parse(lastNumber.get([])).number ?? 0,
    highWater(payment: Buffer): HighWaterRow | null {
      const found = highWaterOf.get([payment])
      return found === undefined ? null : open.highWater(found)
    },
  }
}
export type JournalReads = ReturnType<typeof makeJournalReads>

function readHeadRow(found: unknown): Head {
  const { seq, hash } = headRow.parse(found)
  return { seq, hash }
}

/**
 * Rows of one payment, each asked for by the place of the one before: libsql's `all` answers blobs in a form that costs
 * many times what a few rows cost one by one.
 */
function oneByOne<T>(
  statement: Database.Statement,
  payment: Buffer,
  read: (found: unknown) => T,
  placeOf: (row: T) => number,
): readonly T[] {
  const rows: T[] = []
  for (let place = 0; ; ) {
    const found = statement.get([payment, place])
    if (found === undefined) return rows
    const row = read(found)
    rows.push(row)
    place = placeOf(row)
  }
}
