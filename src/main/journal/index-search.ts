/** The record as people go through it: pages of attempts, newest first. Everything throws what the index throws. */
import { z } from 'zod'
import type { Attempt } from '../../shared/attempt'
import type { IndexStore } from './index-store'
import type { Page, PageOrder } from './journal-types'

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
  const sql = `SELECT a.number AS number FROM ${source.sql} ${where} ORDER BY a.number DESC LIMIT ?`
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
