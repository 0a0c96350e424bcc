/**
 * The tables of the index: attempts by payment, code and time, the lines about each, and the highest value seen of each
 * payment. They lock and unlock nothing. Values are sealed, and found by blind indexes.
 * Below them, the pages of attempts that Activity shows, and how the highest value is folded.
 */
import type Database from 'libsql'
import { z } from 'zod'
import { type Attempt, attemptSchema } from '../../shared/attempt/attempt'
import { saidByEvent } from '../../shared/attempt/evidence'
import type { ActivityOrder } from '../../shared/contract/contract'
import { inTransaction } from '../system/database'
import { blindIndex, seal, unseal } from '../system/sealing'
import { lineTime } from './journal-line'
import { type IndexedLine, numberOf, type Page, type Place, placeOf } from './journal-types'

const schema = `
  CREATE TABLE IF NOT EXISTS facts (name BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS files (
    journal INTEGER NOT NULL, file INTEGER NOT NULL, first INTEGER NOT NULL,
    from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, PRIMARY KEY (journal, file)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lines (
    about BLOB NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (about, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS attempts (
    number INTEGER PRIMARY KEY, line INTEGER NOT NULL, attempt BLOB NOT NULL, state BLOB NOT NULL,
    created_at INTEGER NOT NULL, cashier BLOB NOT NULL, row BLOB NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS attempts_by_marker ON attempts (attempt);
  CREATE INDEX IF NOT EXISTS attempts_narrow ON attempts (number, state, cashier, created_at);
  CREATE TABLE IF NOT EXISTS codes (
    code BLOB NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS seen (
    payment BLOB PRIMARY KEY, newest REAL NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS seen_by_newest ON seen (newest);`

/** The last line of those that are all in the index and that survive a power cut, and the number of its file. */
const upToFact = z.object({ seq: z.number(), hash: z.string(), file: z.number() }).readonly()
export type UpTo = z.infer<typeof upToFact>

/** Half of a blind index tells any two texts apart; there may be millions of them. */
const indexBytes = 16
/** Activity finds whole texts, ignoring case and surrounding blanks. */
const plain = (text: string) => text.trim().toLowerCase()

export type IndexStore = ReturnType<typeof openStore>

/** A line and the file that it is in. */
type Placed = Pick<IndexedLine, 'journal' | 'file' | 'line'>

const blob = z.instanceof(Buffer)
const numbered = z.object({ number: z.number() })
const newest = z.object({ number: z.number(), line: z.number() })
const valueRow = z.object({ value: blob })
const hexadecimal = z.string().transform((text) => Buffer.from(text, 'hex'))
const seenEntry = z.object({ payment: hexadecimal, value: hexadecimal })
const attemptRow = z.object({ number: z.number(), row: blob })
const fileRow = z.object({ file: z.number() })
const knownFile = z.object({ file: z.number(), first: z.number(), from: z.number(), to: z.number() })

/** Makes the blind indexes: equal texts give equal values, which nobody can read back without the key. */
function makeIndexes(key: Buffer) {
  const short = (column: string, text: string) => blindIndex(key, column, text).subarray(0, indexBytes)
  return {
    marker: (marker: string) => short('attempt', marker.trim().toUpperCase()),
    payment: (id: string) => short('payment', id),
    code: (code: string) => short('code', plain(code)),
    cashier: (cashier: string) => short('cashier', plain(cashier)),
  }
}

/** How many pages SQLite moves from the write-ahead log to the file at a time: more would block main. */
const pagesPerCheckpoint = 200

/** Opens the tables of one index file. Each function throws what the database throws, and on a value that does not open. */
export function openStore(database: Database.Database, key: Buffer) {
  database.prepare('PRAGMA journal_mode=WAL').get()
  database.prepare(`PRAGMA wal_autocheckpoint=${pagesPerCheckpoint}`).get()
  // A power cut loses whole last transactions, which are rebuilt.
  database.exec('PRAGMA synchronous=NORMAL')
  database.exec(schema)
  const indexes = makeIndexes(key)
  const getFact = database.prepare('SELECT CAST(value AS BLOB) AS value FROM facts WHERE name = ?')
  const putFact = database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)')
  const putFile = database.prepare(
    `INSERT INTO files VALUES (?, ?, ?, ?, ?) ON CONFLICT (journal, file) DO UPDATE SET
     first = min(first, excluded.first), from_at = min(from_at, excluded.from_at), to_at = max(to_at, excluded.to_at)`,
  )
  // A damaged byte can turn any value into a text, and libsql ends the process on one that is not UTF-8.
  const file = 'CAST(file AS INTEGER) AS file'
  const fileAt = database.prepare(
    `SELECT ${file} FROM files WHERE journal = ? AND first <= ? ORDER BY files.file DESC LIMIT 1`,
  )
  const filesOf = database.prepare(
    `SELECT ${file}, CAST(first AS INTEGER) AS first, CAST(from_at AS INTEGER) AS "from", CAST(to_at AS INTEGER) AS "to"
     FROM files WHERE journal = ? ORDER BY files.file`,
  )
  const putLine = database.prepare('INSERT OR IGNORE INTO lines VALUES (?, ?)')
  const getLines = database.prepare(
    'SELECT CAST(number AS INTEGER) AS number FROM lines WHERE about = ? ORDER BY lines.number',
  )
  const rowColumns = 'SELECT number, CAST(row AS BLOB) AS row FROM attempts WHERE'
  const byMarker = database.prepare(`${rowColumns} attempt = ?`)
  const lineByMarker = database.prepare(
    'SELECT number, CAST(line AS INTEGER) AS line FROM attempts WHERE attempt = ?',
  )
  const byNumber = database.prepare(`${rowColumns} number = ?`)
  const putAttempt = database.prepare('INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?)')
  const putCode = database.prepare('INSERT OR IGNORE INTO codes VALUES (?, ?)')
  const seenValues = openSeen(database, key)

  function fact(name: string): unknown {
    const found = getFact.get([Buffer.from(name)])
    return found === undefined ? null : open(key, valueRow.parse(found).value, `fact ${name}`)
  }

  function setFact(name: string, value: unknown): void {
    putFact.run([Buffer.from(name), seal(key, JSON.stringify(value), `fact ${name}`)])
  }

  function told(): readonly string[] {
    return z.array(z.string()).nullable().parse(fact('told')) ?? []
  }

  function stored(found: unknown): { readonly number: number; readonly attempt: Attempt } {
    const { number, row } = attemptRow.parse(found)
    return { number, attempt: attemptSchema.parse(open(key, row, `attempt ${number}`)) }
  }

  function attempt(marker: string) {
    const found = byMarker.get([indexes.marker(marker)])
    return found === undefined ? null : stored(found)
  }

  function codesOf({ intent }: Attempt): readonly Buffer[] {
    const { transactionId, customId, id, foundBy } = intent
    const codes = new Set(
      [transactionId, customId, id, foundBy.code].map(plain).filter((code) => code !== ''),
    )
    return [...codes].map(indexes.code)
  }

  /** Stores an attempt, unless a later line of it is in. */
  function keepAttempt(journal: number, own: Attempt): void {
    const { intent, state, createdAt, begun, line } = own
    const number = numberOf({ journal, seq: begun })
    const marker = indexes.marker(intent.marker)
    const known = newest.optional().parse(lineByMarker.get([marker]))
    const before = placeOf(known?.number ?? -1).journal
    if (known !== undefined && (before > journal || (before === journal && known.line >= line))) return
    // This also replaces a row with another number: no marker is there twice.
    const row = seal(key, JSON.stringify(own), `attempt ${number}`)
    const columns = [line, marker, Buffer.from(state), createdAt]
    const cashier = indexes.cashier(intent.cashier?.name ?? '')
    putAttempt.run([number, ...columns, cashier, row])
    if (known?.number !== number) for (const code of codesOf(own)) putCode.run([code, number])
  }

  /** Notes that a file begins with that line's number at the latest, although its own first line may be lost. */
  function begins({ journal, file, line }: Placed): void {
    const at = lineTime(line)
    putFile.run([journal, file, line.seq, at, at])
  }

  /** Stores where a line is, and which attempt it is about. */
  function keepPlace({ journal, file, line }: Placed): void {
    begins({ journal, file, line })
    if ('event' in line) putLine.run([indexes.marker(line.marker), numberOf({ journal, seq: line.seq })])
    if ('till' in line && line.till.kind === 'could_not_be_read') {
      setFact('told', [...new Set([...told(), line.till.detail])])
    }
  }

  return {
    indexes,
    /** Runs any other query. */
    rows: (sql: string, values: readonly (Buffer | string | number)[]): readonly unknown[] =>
      database.prepare(sql).all([...values]),
    close(): void {
      database.close()
    },
    attempt,
    attemptAt: (number: number) => stored(byNumber.get([number])).attempt,
    seen: (payment: string) => seenValues.of(indexes.payment(payment)),
    takeBack: seenValues.takeBack,
    linesAbout: (marker: string) =>
      getLines.all([indexes.marker(marker)]).map((row) => placeOf(numbered.parse(row).number)),
    fileOf: ({ journal, seq }: Place) => fileRow.optional().parse(fileAt.get([journal, seq]))?.file ?? null,
    /** The files of a journal, oldest first, each with the number of its first line and the time range of its lines. */
    filesOf: (journal: number) => filesOf.all([journal]).map((row) => knownFile.parse(row)),
    /** Null while the tables are being built from nothing. */
    upTo: (): UpTo | null => upToFact.nullable().parse(fact('up to')),
    setUpTo: (upTo: UpTo) => setFact('up to', upTo),
    /** The details of all damage that lines have reported. */
    told,
    begins,
    /**
     * Stores a line and all that it carries. Lines give the same result in any order, and however often they come.
     * @param isPlaced whether its file has the number that the first line says.
     */
    take(indexed: IndexedLine, isPlaced = true): void {
      const { journal, line, attempt: own } = indexed
      if (isPlaced) keepPlace(indexed)
      if (own !== null) keepAttempt(journal, own)
      const id = paymentOf(indexed)
      if (id !== null) seenValues.take(indexes.payment(id), indexed)
      if (!('first' in line)) return
      for (const each of [...line.first.open.attempts, ...line.first.open.beside]) {
        keepAttempt(journal, each)
      }
    },
    together: <T>(work: () => T) => inTransaction(database, work),
  }
}

function open(key: Buffer, sealed: Buffer, place: string): unknown {
  const text = unseal(key, sealed, place)
  if (text === null) throw new Error(`The ${place} of the index does not open`)
  return JSON.parse(text)
}

/** The table of values seen, by the blind index of the payment. */
function openSeen(database: Database.Database, key: Buffer) {
  const get = database.prepare('SELECT CAST(value AS BLOB) AS value FROM seen WHERE payment = ?')
  const put = database.prepare('INSERT OR REPLACE INTO seen VALUES (?, ?, ?)')
  // Of several rows libsql gives no blobs as Node has them.
  const after = database.prepare(
    'SELECT hex(payment) AS payment, hex(value) AS value FROM seen WHERE newest > ?',
  )
  const place = (payment: Buffer) => `seen ${payment.toString('hex')}`
  const opened = (payment: Buffer, value: Buffer) => seenRow.parse(open(key, value, place(payment)))

  function of(payment: Buffer): SeenRow | null {
    const found = get.get([payment])
    return found === undefined ? null : opened(payment, valueRow.parse(found).value)
  }

  function set(payment: Buffer, row: SeenRow): void {
    const newest = Math.max(...row.values.map(({ number }) => number))
    put.run([payment, newest, seal(key, JSON.stringify(row), place(payment))])
  }

  return {
    of,
    take(payment: Buffer, indexed: IndexedLine): void {
      const before = of(payment)
      const row = withLine(before, indexed)
      if (row !== null && row !== before) set(payment, row)
    },
    /** Gives the values of all lines after one a place between that line and the next. @param number of the line among all. */
    takeBack(number: number): void {
      const next = number + 0.5
      for (const found of after.all([next])) {
        const { payment, value } = seenEntry.parse(found)
        const { values, lowering } = opened(payment, value)
        const taken = values.map((each) => ({ ...each, number: Math.min(each.number, next) }))
        set(payment, { values: taken, lowering })
      }
    },
  }
}

/** The payment whose value a line may raise or lower. */
function paymentOf({ line, attempt }: IndexedLine): string | null {
  if (attempt !== null) return attempt.intent.id
  if ('seen' in line) return line.seen.id
  return 'payment' in line && 'id' in line.payment ? line.payment.id : null
}

type Condition = { readonly sql: string; readonly values: readonly (Buffer | string | number)[] }

function conditionsOf({ indexes }: IndexStore, order: ActivityOrder): readonly Condition[] {
  const { before, state, cashier, from, to, marker } = order
  const conditions: Condition[] = []
  if (before !== null) conditions.push({ sql: 'a.number < ?', values: [before] })
  if (marker !== undefined) conditions.push({ sql: 'a.attempt = ?', values: [indexes.marker(marker)] })
  if (state !== undefined) conditions.push({ sql: 'a.state = ?', values: [Buffer.from(state)] })
  if (cashier !== undefined) conditions.push({ sql: 'a.cashier = ?', values: [indexes.cashier(cashier)] })
  if (from !== undefined) conditions.push({ sql: 'a.created_at >= ?', values: [from] })
  if (to !== undefined) conditions.push({ sql: 'a.created_at <= ?', values: [to] })
  return conditions
}

/**
 * Returns what a page is selected from. A marker or a code leads straight to its rows; any other search walks one narrow
 * index, which has state, cashier and time, and stops at the end of the page.
 */
function sourceOf(store: IndexStore, order: ActivityOrder): Condition {
  const { marker, code } = order
  if (code !== undefined) {
    const sql = 'codes AS c CROSS JOIN attempts AS a ON a.number = c.number AND c.code = ?'
    return { sql, values: [store.indexes.code(code)] }
  }
  const index = marker === undefined ? 'attempts_narrow' : 'attempts_by_marker'
  return { sql: `attempts AS a INDEXED BY ${index}`, values: [] }
}

export function pageOf(store: IndexStore, order: ActivityOrder): Page {
  const source = sourceOf(store, order)
  const conditions = conditionsOf(store, order)
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  const sql = `SELECT a.number AS number FROM ${source.sql} ${where} ORDER BY a.number DESC LIMIT ?`
  const values = [source, ...conditions].flatMap((condition) => condition.values)
  const found = store.rows(sql, [...values, order.count + 1])
  const numbers = found.map((row) => numbered.parse(row).number)
  const attempts = numbers.slice(0, order.count).map(store.attemptAt)
  const next = numbers.length > order.count ? (numbers[order.count - 1] ?? null) : null
  return { attempts, next }
}

const valueSchema = z.object({
  /** The number of its line among all. */
  number: z.number(),
  /** '' counts in every currency. */
  currency: z.string(),
  /** Hundredths. */
  refunded: z.number().int().nonnegative(),
})
type Value = z.infer<typeof valueSchema>

export const seenRow = z
  .object({
    /** The values since the last lowering that no later one reaches. */
    values: z.array(valueSchema).readonly(),
    /** When a person last accepted a lower value, and the number of that line among all. */
    lowering: z.object({ number: z.number(), at: z.number() }).readonly().nullable(),
  })
  .readonly()
export type SeenRow = z.infer<typeof seenRow>

/**
 * Returns the value that an answer in this currency is compared with, in hundredths. For a currency that was never seen it is
 * the highest of all, because it is unknown which of two currencies is the wrong one.
 * @param currency null for the highest of all.
 */
export function highWaterIn({ values }: SeenRow, currency: string | null): number {
  const isSeen = values.some((value) => value.currency === currency)
  const counting = values.filter((value) => !isSeen || [currency, ''].includes(value.currency))
  return Math.max(0, ...counting.map(({ refunded }) => refunded))
}

/** The same by what lines say. What only the index has lies between two lines (`takeBack`), and goes when it is made anew. */
export function writtenIn(row: SeenRow, currency: string): number | null {
  const values = row.values.filter(({ number }) => Number.isInteger(number))
  return values.length === 0 ? null : highWaterIn({ ...row, values }, currency)
}

/** The row after one more line about its payment; the same object where the line adds nothing. */
export function withLine(row: SeenRow | null, indexed: IndexedLine): SeenRow | null {
  const { values, lowering } = row ?? { values: [], lowering: null }
  const value = saidBy(indexed)
  if (value === null || value.number < (lowering?.number ?? 0)) return row
  const lowered = loweringOf(indexed, value.number)
  if (lowered === null && values.some((other) => reaches(other, value))) return row
  const all = [...values.filter(({ number }) => number !== value.number), value]
  const counting = all.filter(({ number }) => number >= (lowered?.number ?? 0))
  const left = counting.filter((one) => !counting.some((other) => other !== one && reaches(other, one)))
  return { values: left, lowering: lowered ?? lowering }
}

function reaches(one: Value, other: Value): boolean {
  return one.currency === other.currency && one.number >= other.number && one.refunded >= other.refunded
}

/** The value that the line itself says, whatever was known; null where it says none. */
function saidBy({ journal, line, attempt }: IndexedLine): Value | null {
  const number = numberOf({ journal, seq: line.seq })
  if ('seen' in line) return { number, currency: line.seen.currency, refunded: line.seen.refunded }
  if ('event' in line && attempt !== null) {
    const refunded = saidByEvent(line.event, attempt.intent)
    return refunded === null ? null : { number, currency: attempt.intent.currency, refunded }
  }
  if (!('payment' in line)) return null
  const { payment } = line
  if (payment.kind === 'lowered') return { number, currency: '', refunded: payment.to }
  return payment.kind === 'lowering_returned' ? { number, currency: '', refunded: payment.refunded } : null
}

function loweringOf({ line }: IndexedLine, number: number): SeenRow['lowering'] {
  if (!('payment' in line) || line.payment.kind !== 'lowered') return null
  return { number, at: line.payment.at }
}
