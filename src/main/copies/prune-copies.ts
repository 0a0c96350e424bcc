import type Database from 'libsql'
import { z } from 'zod'
import type { Retention } from '../../shared/retention'
import { inTransaction } from '../database/open-database'
import { asWhole } from './cache-rows'

/** So many copies are deleted at once, so that nobody waits for it. */
const maxPruned = 50

const dayMilliseconds = 24 * 60 * 60 * 1000

const oldestRow = z.object({ number: z.number(), saved_at: z.number() })
const countRow = z.object({ count: z.number() })

/** Keeps the copies within a store's limits, the oldest go first. All of it may throw. */
export function makePruning(database: Database.Database) {
  const oldest = database.prepare(`SELECT number, ${asWhole('saved_at')}
    FROM copies ORDER BY copies.saved_at LIMIT ${maxPruned}`)
  const countSome = database.prepare('SELECT count(*) AS count FROM (SELECT 1 FROM copies LIMIT ?)')
  const deleteCopy = database.prepare('DELETE FROM copies WHERE number = ?')

  return {
    /** Deletes some of what is too old or too many; true while more may be left to delete. */
    deleteSome({ days, count }: Retention, now: number): boolean {
      const cutoff = now - days * dayMilliseconds
      // Counts no further than it must.
      const excess = countRow.parse(countSome.get([count + maxPruned])).count - count
      const rows = oldest.all([]).map((row) => oldestRow.parse(row))
      const going = rows.filter((row, index) => index < excess || row.saved_at < cutoff)
      if (going.length === 0) return false
      inTransaction(database, () => {
        for (const { number } of going) deleteCopy.run([number])
      })
      return true
    },
  }
}
