/** The journal's tables, row by row: sealing on the way in, opening and parsing on the way out. */
import type Database from 'libsql'
import { z } from 'zod'
import { type Attempt, attemptSchema } from '../../shared/attempt'
import { isUndecided } from '../../shared/refund'
import { blindIndex, seal, unseal } from '../database/sealing'
import { type AttemptLine, type Head, type JournalLine, journalLineSchema, lineSubject } from './journal-line'
import { withMark } from './mark-digest'

/** Milliseconds since 1970, bounds inclusive; null is open. */
export type TimeRange = { readonly from: number | null; readonly to: number | null }

const markSchema = z.object({ refunded: z.number().int(), updatedAt: z.string() }).readonly()
export type Mark = z.infer<typeof markSchema>

/** libsql answers a blob as a Buffer from `get` and as an ArrayBuffer from `all` and `iterate`. */
export const blob = z
  .union([z.instanceof(Buffer), z.instanceof(ArrayBuffer)])
  .transform((bytes) => (bytes instanceof ArrayBuffer ? Buffer.from(bytes) : bytes))
const eventRow = z.object({ seq: z.number(), line: blob })
const sealedRow = z.object({ row: blob, attempt: blob })
const markRow = z.object({ payment: blob, row: blob })
export const hashRow = z.object({ hash: z.string() })
const headRow = z.object({ seq: z.number(), hash: z.string() })
const valueRow = z.object({ value: z.string() })
const endsRow = z.object({ first: z.number().nullable(), last: z.number().nullable() })

/** A sealed value that does not open is damage, and damage found after the checks at open is a bug's trace. */
function opened(text: string | null, place: string): unknown {
  if (text === null) throw new Error(`The journal's ${place} does not open`)
  return JSON.parse(text)
}

export const attemptIndex = (key: Buffer, marker: string) => blindIndex(key, 'attempt', marker)
export const paymentIndex = (key: Buffer, id: string) => blindIndex(key, 'transaction', id)

/** The plain columns of an attempt's row, by which it is found; they follow from the attempt. */
export function attemptColumns(key: Buffer, attempt: Attempt) {
  return {
    payment: paymentIndex(key, attempt.intent.id),
    undecided: isUndecided(attempt.state) ? 1 : 0,
    created_at: attempt.createdAt,
    since: attempt.since,
  }
}

export type Excerpt = {
  /** The hash before the first line; null when that is the chain's start. */
  readonly previousHash: string | null
  readonly lines: readonly { readonly line: JournalLine; readonly hash: string }[]
}

/** Opens and parses what the tables hold. Throws on a value that does not open: checked before, at open. */
export function makeReaders(key: Buffer) {
  function readAttempt(found: unknown): Attempt {
    const { row, attempt } = sealedRow.parse(found)
    const place = `attempt ${attempt.toString('hex')}`
    return attemptSchema.parse(opened(unseal(key, row, place), place))
  }

  function readLine(found: unknown): JournalLine {
    const { seq, line } = eventRow.parse(found)
    const place = `event ${seq}`
    return journalLineSchema.parse(opened(unseal(key, line, place), place))
  }

  function readMark(found: unknown): Mark {
    const { payment, row } = markRow.parse(found)
    const place = `mark ${payment.toString('hex')}`
    return markSchema.parse(opened(unseal(key, row, place), place))
  }

  function readAttemptLine(found: unknown): AttemptLine {
    const line = readLine(found)
    if ('beginning' in line) throw new Error(`Event ${line.seq} is about no attempt`)
    return line
  }

  return { readAttempt, readLine, readAttemptLine, readMark }
}

/** What the journal reads back: attempts, their events, marks and the facts about the journal itself. */
export function makeJournalReads(database: Database.Database, key: Buffer) {
  const { readAttempt, readLine, readAttemptLine, readMark } = makeReaders(key)
  const columns = 'SELECT attempt, row FROM attempts'
  const byMarker = database.prepare(`${columns} WHERE attempt = ?`)
  const byPayment = database.prepare(`${columns} WHERE payment = ? ORDER BY rowid`)
  // A till keeps every refund it ever made, and each lookup asks these: they must never go through all of them.
  const openRows = 'FROM attempts INDEXED BY one_undecided_attempt WHERE undecided = 1'
  const newestFirst = 'ORDER BY created_at DESC, rowid DESC'
  const open = database.prepare(`SELECT attempt, row ${openRows} ORDER BY rowid`)
  const inRange = database.prepare(`${columns} WHERE rowid IN (SELECT rowid ${openRows}
    UNION SELECT rowid FROM attempts INDEXED BY attempts_by_time WHERE created_at >= ? AND created_at <= ?)
    ${newestFirst}`)
  const changed = database.prepare(`${columns} WHERE rowid IN (SELECT rowid ${openRows}
    UNION SELECT rowid FROM attempts INDEXED BY attempts_by_change WHERE since >= ?)
    ${newestFirst}`)
  const lastHash = database.prepare('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1')
  const markOf = database.prepare('SELECT payment, row FROM marks WHERE payment = ?')
  const eventsOf = database.prepare('SELECT seq, line, hash FROM events WHERE attempt = ? ORDER BY seq')

  return {
    attempt(marker: string): Attempt | null {
      const found = byMarker.get([attemptIndex(key, marker)])
      return found === undefined ? null : readAttempt(found)
    },
    attemptsOn: (id: string): readonly Attempt[] => byPayment.all([paymentIndex(key, id)]).map(readAttempt),
    undecided: (): readonly Attempt[] => open.all([]).map(readAttempt),
    list({ from, to }: TimeRange): readonly Attempt[] {
      const bounds = [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER]
      return inRange.all(bounds).map(readAttempt)
    },
    changedSince: (time: number): readonly Attempt[] => changed.all([time]).map(readAttempt),
    /** Number and hash of the last line; null when there is none. */
    head(): Head | null {
      const found = lastHash.get([])
      return found === undefined ? null : headRow.parse(found)
    },
    lines: (marker: string): readonly AttemptLine[] =>
      eventsOf.all([attemptIndex(key, marker)]).map(readAttemptLine),
    mark(id: string): Mark | null {
      const found = markOf.get([paymentIndex(key, id)])
      if (found === undefined) return null
      return readMark(found)
    },
    /** The lines whose numbers lie between the first and the last of the time range, with their hashes. */
    excerpt: (from: number, to: number) => readExcerpt(database, readLine, from, to),
    fact(name: string): string | null {
      const found = database.prepare('SELECT value FROM facts WHERE name = ?').get([name])
      return found === undefined ? null : valueRow.parse(found).value
    },
  }
}

function readExcerpt(
  database: Database.Database,
  readLine: (row: unknown) => JournalLine,
  from: number,
  to: number,
): Excerpt {
  const ends = endsRow.parse(
    database
      .prepare('SELECT min(seq) AS first, max(seq) AS last FROM events WHERE at >= ? AND at <= ?')
      .get([from, to]),
  )
  const first = ends.first ?? 1
  const previous = database.prepare('SELECT hash FROM events WHERE seq = ?').get([first - 1])
  const found = database
    .prepare('SELECT seq, line, hash FROM events WHERE seq >= ? AND seq <= ? ORDER BY seq')
    .all([first, ends.last ?? 0])
  return {
    previousHash: previous === undefined ? null : hashRow.parse(previous).hash,
    lines: found.map((row) => ({ line: readLine(row), hash: hashRow.parse(row).hash })),
  }
}

/** What the journal writes. Callers put what belongs together into one transaction. */
export function makeJournalWrites(database: Database.Database, key: Buffer) {
  const insertEvent = database.prepare(
    'INSERT INTO events (seq, attempt, at, line, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const upsertAttempt = database.prepare(
    `INSERT INTO attempts (attempt, payment, undecided, created_at, since, row) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (attempt)
     DO UPDATE SET undecided = excluded.undecided, since = excluded.since, row = excluded.row`,
  )
  const upsertMark = database.prepare(
    'INSERT INTO marks (payment, row) VALUES (?, ?) ON CONFLICT (payment) DO UPDATE SET row = excluded.row',
  )
  const readDigest = database.prepare('SELECT value FROM mark_digest')
  const writeDigest = database.prepare('UPDATE mark_digest SET value = ?')

  return {
    insertEvent(line: JournalLine, text: string, hash: string): void {
      const sealed = seal(key, text, `event ${line.seq}`)
      const { marker, at } = lineSubject(line)
      insertEvent.run([line.seq, attemptIndex(key, marker), at, sealed, hash])
    },
    putAttempt(attempt: Attempt): void {
      const index = attemptIndex(key, attempt.intent.marker)
      const sealed = seal(key, JSON.stringify(attempt), `attempt ${index.toString('hex')}`)
      const { payment, undecided, created_at, since } = attemptColumns(key, attempt)
      upsertAttempt.run([index, payment, undecided, created_at, since, sealed])
    },
    /** @param before what stands there now: it is taken out of what all marks add up to. */
    putMark(index: Buffer, before: Mark | null, mark: Mark): void {
      upsertMark.run([index, seal(key, JSON.stringify(mark), `mark ${index.toString('hex')}`)])
      const digest = valueRow.parse(readDigest.get([])).value
      const without = before === null ? digest : withMark(key, digest, index, before)
      writeDigest.run([withMark(key, without, index, mark)])
    },
    putMarkDigest: (digest: string) => writeDigest.run([digest]),
    putFact(name: string, value: string): void {
      database.prepare('INSERT INTO facts (name, value) VALUES (?, ?)').run([name, value])
    },
  }
}
