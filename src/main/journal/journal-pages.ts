/** The journal as people go through it: pages of attempts, newest first, and runs of lines for exports. */
import type Database from 'libsql'
import { z } from 'zod'
import type { Attempt } from '../../shared/attempt'
import { columnsOf } from './journal-columns'
import { chainStart } from './journal-line'
import type { JournalReads } from './journal-reads'
import { attemptCodes, attemptIndex, cashierIndex, codeIndex } from './journal-rows'
import type { ExportedLine, LineRun, ListOrder, ListPage, Page, PageOrder } from './journal-types'

/** So many attempts are sorted in a few milliseconds. */
const shortRange = 5000

const numberRow = z.object({ number: z.number() })
const placeRow = z.object({ at: z.number(), number: z.number() })
const endsRow = z.object({ first: z.number().nullable(), last: z.number().nullable() })

type Condition = { readonly sql: string; readonly values: readonly (Buffer | string | number)[] }

/** A marker is typed as people type: small letters too. */
const asMarker = (text: string) => text.trim().toUpperCase()

function conditionsOf(key: Buffer, order: PageOrder): readonly Condition[] {
  const { before, state, cashier, from, to, marker } = order
  const conditions: Condition[] = []
  if (before !== null) conditions.push({ sql: 'a.number < ?', values: [before] })
  if (marker !== undefined)
    conditions.push({ sql: 'a.attempt = ?', values: [attemptIndex(key, asMarker(marker))] })
  if (state !== undefined) conditions.push({ sql: 'a.state = ?', values: [state] })
  if (cashier !== undefined) conditions.push({ sql: 'a.cashier = ?', values: [cashierIndex(key, cashier)] })
  if (from !== undefined) conditions.push({ sql: 'a.created_at >= ?', values: [from] })
  if (to !== undefined) conditions.push({ sql: 'a.created_at <= ?', values: [to] })
  return conditions
}

/**
 * Where a page's numbers come from. A marker or a code leads straight to its rows; all else goes down one narrow index
 * that carries state, cashier and time, and ends with the page.
 * @param isShort whether so few were made in the time asked for that going by time is quicker.
 */
function sourceOf(key: Buffer, { marker, code }: PageOrder, isShort: () => boolean): Condition {
  if (code !== undefined) {
    const sql = 'attempt_codes AS c CROSS JOIN attempts AS a ON a.number = c.number AND c.code = ?'
    return { sql, values: [codeIndex(key, code)] }
  }
  const otherwise = isShort() ? 'attempts_by_time' : 'attempts_narrow'
  const index = marker === undefined ? otherwise : 'attempts_by_marker'
  return { sql: `attempts AS a INDEXED BY ${index}`, values: [] }
}

export function makeJournalPages(
  database: Database.Database,
  key: Buffer,
  journalId: string,
  reads: JournalReads,
) {
  const countInRange = database.prepare(
    `SELECT count(*) AS number FROM (SELECT 1 FROM attempts INDEXED BY attempts_by_time
     WHERE created_at >= ? AND created_at <= ? LIMIT ?)`,
  )
  const rowAt = database.prepare(`SELECT ${columnsOf.attempts} FROM attempts WHERE number = ?`)
  const placesBefore = database.prepare(
    `SELECT CAST(created_at AS INTEGER) AS at, CAST(number AS INTEGER) AS number
     FROM attempts INDEXED BY attempts_by_time
     WHERE created_at >= ? AND number <= ? AND created_at <= ? AND (created_at < ? OR number < ?)
     ORDER BY attempts.created_at DESC, attempts.number DESC LIMIT ?`,
  )
  const ends = database.prepare(
    `SELECT min(seq) AS first, max(seq) AS last FROM events INDEXED BY events_by_time WHERE at >= ? AND at <= ?`,
  )

  /** A day of ten years ago lies behind everything since; a range of years is met soon or late either way. */
  function isShort({ from, to }: PageOrder): boolean {
    if (from === undefined && to === undefined) return false
    const bounds = [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER]
    return numberRow.parse(countInRange.get([...bounds, shortRange + 1])).number <= shortRange
  }

  function page(order: PageOrder): Page {
    const source = sourceOf(key, order, () => isShort(order))
    const conditions = conditionsOf(key, order)
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
    const sql = `SELECT CAST(a.number AS INTEGER) AS number FROM ${source.sql} ${where} ORDER BY a.number DESC LIMIT ?`
    const values = [source, ...conditions].flatMap((condition) => condition.values)
    const found = database.prepare(sql).all([...values, order.count + 1])
    const numbers = found.map((row) => numberRow.parse(row).number)
    const attempts = numbers.slice(0, order.count).map((number) => reads.stored(rowAt.get([number])).attempt)
    const next = numbers.length > order.count ? (numbers[order.count - 1] ?? null) : null
    return { attempts: attempts.filter((attempt) => carries(key, attempt, order.code)), next }
  }

  function listPage({ from, to, last, before, count }: ListOrder): ListPage {
    const end = before ?? { at: to ?? Number.MAX_SAFE_INTEGER, number: Number.MAX_SAFE_INTEGER }
    const bounds = [from ?? Number.MIN_SAFE_INTEGER, last, end.at, end.at, end.number, count]
    const places = placesBefore.all(bounds).map((row) => placeRow.parse(row))
    const attempts = places.map(({ number }) => reads.stored(rowAt.get([number])).attempt)
    return { attempts, next: places.length < count ? null : (places.at(-1) ?? null) }
  }

  function lineRun(from: number, to: number): LineRun {
    const found = ends.get([from, to])
    const { first, last } = endsRow.parse(found)
    const previousHash = reads.hashAt((first ?? 1) - 1) ?? chainStart(journalId).hash
    return { previousHash, first: first ?? 1, last: last ?? 0 }
  }

  function lineAt(seq: number): ExportedLine {
    const { line, hash } = reads.lineAt(seq)
    return { line, hash }
  }

  return { page, listPage, lineRun, lineAt, lastNumber: reads.lastNumber }
}

/** An index entry that leads to the wrong row shows nothing wrong. */
function carries(key: Buffer, attempt: Attempt, code: string | undefined): boolean {
  if (code === undefined) return true
  const index = codeIndex(key, code)
  return attemptCodes(key, attempt.intent).some((each) => each.equals(index))
}
