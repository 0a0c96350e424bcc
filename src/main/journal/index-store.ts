/**
 * The tables of the index: attempts by code and time, the lines about each, and what was seen of each payment. What is
 * taken in again, in whatever order, changes nothing. Nothing locks or unlocks by them. Values are sealed; what is looked up
 * by is a blind index. Below them, pages of attempts as people go through the record.
 */
import type Database from 'libsql'
import { z } from 'zod'
import { type Attempt, attemptSchema } from '../../shared/attempt'
import { inTransaction } from '../system/database'
import { blindIndex, seal, unseal } from '../system/sealing'
import type { Page, PageOrder } from './journal-types'
import { type IndexedLine, numberOf, type Place, placeOf } from './log'
import { changeBy, type Seen, seenAfter, seenChange } from './seen-values'

const schema = `
  CREATE TABLE IF NOT EXISTS facts (name BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS files (
    journal INTEGER NOT NULL, file INTEGER NOT NULL, first INTEGER NOT NULL, row BLOB NOT NULL,
    PRIMARY KEY (journal, file)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lines (
    about BLOB NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (about, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS attempts (
    number INTEGER PRIMARY KEY, last INTEGER NOT NULL, attempt BLOB NOT NULL, state BLOB NOT NULL,
    created_at INTEGER NOT NULL, cashier BLOB NOT NULL, row BLOB NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS attempts_by_marker ON attempts (attempt);
  CREATE INDEX IF NOT EXISTS attempts_by_time ON attempts (created_at);
  CREATE INDEX IF NOT EXISTS attempts_narrow ON attempts (number, state, cashier, created_at);
  CREATE TABLE IF NOT EXISTS codes (
    code BLOB NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS seen (
    payment BLOB NOT NULL, number INTEGER NOT NULL, change BLOB NOT NULL,
    PRIMARY KEY (payment, number)) WITHOUT ROWID;`

const head = z.object({ seq: z.number(), hash: z.string() }).readonly()

/** A file of the record whose lines are in. */
const indexedFile = z
  .object({
    file: z.number(),
    /** Where the file before it ends, and where this one does: null where its first line, or the file after it, is lost. */
    start: head.nullable(),
    end: head.nullable(),
    /** The times of its lines, in milliseconds since 1970, and the number of the first. */
    from: z.number(),
    to: z.number(),
    first: z.number(),
  })
  .readonly()
export type IndexedFile = z.infer<typeof indexedFile>

/** Half of a blind index tells any two texts apart, and there are millions of them. */
const indexBytes = 16
/** Activity finds texts whole, whatever their case and the blanks around them. */
const plain = (text: string) => text.trim().toLowerCase()

export type IndexStore = ReturnType<typeof openStore>

/** libsql answers bytes as a Buffer from `get` and as an ArrayBuffer from `all`. */
const blob = z
  .union([z.instanceof(Buffer), z.instanceof(ArrayBuffer)])
  .transform((bytes) => (bytes instanceof ArrayBuffer ? Buffer.from(bytes) : bytes))
const numbered = z.object({ number: z.number() })
const rowOf = z.object({ row: blob })
const attemptRow = z.object({ number: z.number(), last: z.number(), row: blob })

/** What rows are found by: equal texts give equal values, and without the key nothing can be read back. */
function makeIndexes(key: Buffer) {
  const short = (column: string, text: string) => blindIndex(key, column, text).subarray(0, indexBytes)
  return {
    marker: (marker: string) => short('attempt', marker.trim().toUpperCase()),
    payment: (id: string) => short('payment', id),
    code: (code: string) => short('code', plain(code)),
    cashier: (cashier: string) => short('cashier', plain(cashier)),
  }
}

/** The tables of one index file. Everything throws what the database throws, and on a value that does not open. */
export function openStore(database: Database.Database, key: Buffer) {
  database.exec(schema)
  const indexes = makeIndexes(key)
  const getFact = database.prepare('SELECT CAST(value AS BLOB) AS row FROM facts WHERE name = ?')
  const putFact = database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)')
  const putFile = database.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)')
  // A damaged byte makes a text of anything, and libsql ends the process at one that is no UTF-8.
  const fileColumns = 'SELECT CAST(files.row AS BLOB) AS row FROM files WHERE journal = ?'
  const fileAt = database.prepare(`${fileColumns} AND first <= ? ORDER BY files.file DESC LIMIT 1`)
  const getFile = database.prepare(`${fileColumns} AND file = ?`)
  const filesOf = database.prepare(`${fileColumns} ORDER BY files.file`)
  const putLine = database.prepare('INSERT OR IGNORE INTO lines VALUES (?, ?)')
  const getLines = database.prepare(
    'SELECT CAST(number AS INTEGER) AS number FROM lines WHERE about = ? ORDER BY lines.number',
  )
  const rowColumns =
    'SELECT number, CAST(last AS INTEGER) AS last, CAST(row AS BLOB) AS row FROM attempts WHERE'
  const byMarker = database.prepare(`${rowColumns} attempt = ?`)
  const byNumber = database.prepare(`${rowColumns} number = ?`)
  const putAttempt = database.prepare('INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?)')
  const putCode = database.prepare('INSERT OR IGNORE INTO codes VALUES (?, ?)')
  const dropCode = database.prepare('DELETE FROM codes WHERE code = ? AND number = ?')
  const getSeen = database.prepare(
    `SELECT CAST(number AS INTEGER) AS number, CAST(change AS BLOB) AS row FROM seen
     WHERE payment = ? ORDER BY seen.number`,
  )
  const putSeen = database.prepare('INSERT OR REPLACE INTO seen VALUES (?, ?, ?)')

  function open<T>(found: unknown, place: string, schema: z.ZodType<T>): T {
    const text = unseal(key, rowOf.parse(found).row, place)
    if (text === null) throw new Error(`The ${place} of the index does not open`)
    return schema.parse(JSON.parse(text))
  }
  const close = (value: unknown, place: string) => seal(key, JSON.stringify(value), place)

  /** Null where there is none. */
  function fact<T>(name: string, schema: z.ZodType<T>): T | null {
    const found = getFact.get([Buffer.from(name)])
    return found === undefined ? null : open(found, `fact ${name}`, schema)
  }

  function setFact(name: string, value: unknown): void {
    putFact.run([Buffer.from(name), close(value, `fact ${name}`)])
  }

  const told = (): readonly string[] => fact('told', z.array(z.string())) ?? []

  function stored(found: unknown): { readonly number: number; readonly attempt: Attempt } {
    const { number } = attemptRow.parse(found)
    return { number, attempt: open(found, `attempt ${number}`, attemptSchema) }
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

  /** The attempt as its newest line left it takes the place of what an older one did. */
  function keepAttempt(number: number, journal: number, own: Attempt): void {
    const { intent, state, createdAt } = own
    const last = numberOf({ journal, seq: own.line })
    const marker = indexes.marker(intent.marker)
    const known = attemptRow.optional().parse(byMarker.get([marker]))
    if (known !== undefined && known.last >= last) return
    if (known !== undefined && known.number !== number)
      for (const code of codesOf(own)) dropCode.run([code, known.number])
    const row = close(own, `attempt ${number}`)
    const columns = [marker, Buffer.from(state), createdAt, indexes.cashier(intent.cashier), row]
    putAttempt.run([number, last, ...columns])
    if (known?.number !== number) for (const code of codesOf(own)) putCode.run([code, number])
  }

  function fileIn(journal: number, found: unknown): IndexedFile | null {
    return found === undefined ? null : open(found, `file ${journal}`, indexedFile)
  }

  return {
    indexes,
    /** Whatever else is looked up. */
    rows: (sql: string, values: readonly (Buffer | string | number)[]): readonly unknown[] =>
      database.prepare(sql).all([...values]),
    close(): void {
      database.close()
    },
    fact,
    setFact,
    attempt,
    attemptAt: (number: number) => stored(byNumber.get([number])).attempt,
    codesOf,
    linesAbout: (about: Buffer) => getLines.all([about]).map((row) => placeOf(numbered.parse(row).number)),
    /** The file that holds a line, if that is in. */
    fileOf: ({ journal, seq }: Place) => fileIn(journal, fileAt.get([journal, seq])),
    /** The file of that number, if that is in. */
    file: (journal: number, file: number) => fileIn(journal, getFile.get([journal, file])),
    /** The files of a journal that are in, oldest first. */
    filesOf: (journal: number) =>
      filesOf.all([journal]).map((row) => open(row, `file ${journal}`, indexedFile)),
    keepFile(journal: number, file: IndexedFile): void {
      putFile.run([journal, file.file, file.first, close(file, `file ${journal}`)])
    },
    /** What the lines of a payment say of it together. */
    seen(id: string): Seen | null {
      const payment = indexes.payment(id)
      const changes = getSeen.all([payment]).map((row) => {
        const { number } = numbered.parse(row)
        return open(row, `seen ${payment.toString('hex')} ${number}`, seenChange)
      })
      return seenAfter(changes)
    },
    /** All that lines have told of damage. */
    told,
    /** Takes in a line, and every attempt that a first line carries. */
    apply(indexed: IndexedLine): void {
      const { journal, line, attempt: own, begun } = indexed
      const number = numberOf({ journal, seq: line.seq })
      if ('event' in line) putLine.run([indexes.marker(line.marker), number])
      if ('till' in line && line.till.kind === 'could_not_be_read') {
        setFact('told', [...new Set([...told(), line.till.detail])])
      }
      if (own !== null) keepAttempt(numberOf({ journal, seq: begun }), journal, own)
      if ('first' in line) {
        const { attempts, beside } = line.first.open
        for (const each of [...attempts, ...beside])
          keepAttempt(numberOf({ journal, seq: each.begun }), journal, each.attempt)
      }
      const change = changeBy(indexed)
      const id = paymentOf(indexed)
      if (change === null || id === null) return
      const payment = indexes.payment(id)
      putSeen.run([payment, number, close(change, `seen ${payment.toString('hex')} ${number}`)])
    },
    together: <T>(work: () => T) => inTransaction(database, work),
  }
}

/** The payment that a line is about; null for one about none. */
function paymentOf({ line, attempt }: IndexedLine): string | null {
  if (attempt !== null) return attempt.intent.id
  if ('seen' in line) return line.seen.id
  return 'payment' in line && 'id' in line.payment ? line.payment.id : null
}

/** So many attempts are sorted in a few milliseconds. */
const shortRange = 5000

const numberRow = z.object({ number: z.number() })
const placeRow = z.object({ at: z.number(), number: z.number() })

type Condition = { readonly sql: string; readonly values: readonly (Buffer | string | number)[] }

function conditionsOf({ indexes }: IndexStore, order: PageOrder): readonly Condition[] {
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
 * Where a page's numbers come from. A marker or a code leads straight to its rows; all else goes down one narrow index
 * that carries state, cashier and time, and ends with the page.
 */
function sourceOf(store: IndexStore, order: PageOrder): Condition {
  const { marker, code } = order
  if (code !== undefined) {
    const sql = 'codes AS c CROSS JOIN attempts AS a ON a.number = c.number AND c.code = ?'
    return { sql, values: [store.indexes.code(code)] }
  }
  const otherwise = isShort(store, order) ? 'attempts_by_time' : 'attempts_narrow'
  return {
    sql: `attempts AS a INDEXED BY ${marker === undefined ? otherwise : 'attempts_by_marker'}`,
    values: [],
  }
}

/** A day of ten years ago lies behind everything since; a range of years is met soon or late either way. */
function isShort({ rows }: IndexStore, { from, to }: PageOrder): boolean {
  if (from === undefined && to === undefined) return false
  const [counted] = rows(
    `SELECT count(*) AS number FROM (SELECT 1 FROM attempts INDEXED BY attempts_by_time
     WHERE created_at >= ? AND created_at <= ? LIMIT ?)`,
    [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER, shortRange + 1],
  )
  return numberRow.parse(counted).number <= shortRange
}

export function pageOf(store: IndexStore, order: PageOrder): Page {
  const source = sourceOf(store, order)
  const conditions = conditionsOf(store, order)
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  const sql = `SELECT CAST(a.number AS INTEGER) AS number FROM ${source.sql} ${where} ORDER BY a.number DESC LIMIT ?`
  const values = [source, ...conditions].flatMap((condition) => condition.values)
  const found = store.rows(sql, [...values, order.count + 1])
  const numbers = found.map((row) => numberRow.parse(row).number)
  const attempts = numbers.slice(0, order.count).map(store.attemptAt)
  const next = numbers.length > order.count ? (numbers[order.count - 1] ?? null) : null
  return { attempts: attempts.filter((attempt) => carries(store, attempt, order.code)), next }
}

/** An index entry that leads to the wrong row shows nothing wrong. */
function carries(store: IndexStore, attempt: Attempt, code: string | undefined): boolean {
  if (code === undefined) return true
  const index = store.indexes.code(code)
  return store.codesOf(attempt).some((each) => each.equals(index))
}

/** So many rows are read in a few milliseconds. */
const rowsAtOnce = 25

/** Attempts made from one moment to another, newest first, as far as there were any when the first are asked for. */
export function* attemptsBetween({ rows, attemptAt }: IndexStore, from: number, to: number) {
  const [newest] = rows('SELECT coalesce(max(number), 0) AS number FROM attempts', [])
  const { number: last } = numberRow.parse(newest)
  let before: z.infer<typeof placeRow> | undefined = { at: to, number: Number.MAX_SAFE_INTEGER }
  while (before !== undefined) {
    const found = rows(
      `SELECT CAST(created_at AS INTEGER) AS at, number FROM attempts INDEXED BY attempts_by_time
       WHERE created_at >= ? AND number <= ? AND created_at <= ? AND (created_at < ? OR number < ?)
       ORDER BY attempts.created_at DESC, attempts.number DESC LIMIT ?`,
      [from, last, before.at, before.at, before.number, rowsAtOnce],
    )
    const places: readonly z.infer<typeof placeRow>[] = found.map((row) => placeRow.parse(row))
    yield places.map(({ number }) => attemptAt(number))
    before = places[rowsAtOnce - 1]
  }
}
