/** Whether a key opens anything at all in a journal: one damaged value is no other key (findings, I). */
import type Database from 'libsql'
import { attemptWork } from '../database/open-database'
import { columnsOf } from './journal-columns'
import { makeRowReaders } from './journal-rows'

/** So many rows are tried from either end of each table. */
const tries = 20

/** Answers true as soon as one line, row or value opens. Never throws: a table that cannot be read opens nothing. */
export function opensAnything(database: Database.Database, key: Buffer): boolean {
  const open = makeRowReaders(key)
  const places = [
    { sql: `SELECT ${columnsOf.events} FROM events ORDER BY seq`, read: open.lineText },
    { sql: `SELECT ${columnsOf.attempts} FROM attempts ORDER BY number`, read: open.attempt },
    { sql: `SELECT ${columnsOf.values} FROM high_water AS h ORDER BY h.payment`, read: open.highWater },
  ]
  return places.some(({ sql, read }) =>
    ['ASC', 'DESC'].some((order) => {
      const found = attemptWork(() => database.prepare(`${sql} ${order} LIMIT ${tries}`).all([]))
      return found.ok && found.value.some((row) => attemptWork(() => read(row)).ok)
    }),
  )
}
