import type Database from 'libsql'
import { z } from 'zod'
import { bytesFor, type Retention } from '../../shared/retention'
import { inTransaction } from '../database/open-database'
import { asWhole } from './cache-rows'

/** Deleted at once, so that nobody waits for it: so many copies, or so many bytes of them. */
const prunedAtOnce = 100
const bytesAtOnce = 1024 * 1024

const dayMilliseconds = 24 * 60 * 60 * 1000

const oldestRow = z.object({ number: z.number(), saved_at: z.number(), bytes: z.number() })
const countRow = z.object({ count: z.number() })
const bytesRow = z.object({ bytes: z.number() })

/** Keeps the copies within a store's limits, the oldest go first. All of it may throw. */
export function makePruning(database: Database.Database) {
  const oldest = database.prepare(`SELECT number, ${asWhole('saved_at')}, length(record) AS bytes
    FROM copies ORDER BY copies.saved_at LIMIT ${prunedAtOnce}`)
  const countSome = database.prepare('SELECT count(*) AS count FROM (SELECT 1 FROM copies LIMIT ?)')
  const readBytes = database.prepare(`SELECT ${asWhole('bytes')} FROM copy_bytes`)
  const deleteCopy = database.prepare('DELETE FROM copies WHERE number = ?')

  /** How many there are too many of; counts no further than it must. */
  const excessOf = (count: number) => countRow.parse(countSome.get([count + prunedAtOnce + 1])).count - count
  const bytes = (): number => bytesRow.parse(readBytes.get([])).bytes

  return {
    isTooLarge: ({ count }: Retention): boolean => bytes() > bytesFor(count),
    /** Deletes some of what is too old, too many or too much; true while more may be left to delete. */
    deleteSome({ days, count }: Retention, now: number): boolean {
      const [cutoff, excess] = [now - days * dayMilliseconds, excessOf(count)]
      let over = bytes() - bytesFor(count)
      const rows = oldest.all([]).map((row) => oldestRow.parse(row))
      const going: number[] = []
      let size = 0
      for (const row of rows) {
        if (row.saved_at >= cutoff && going.length >= excess && over <= 0) break
        if (going.length > 0 && size + row.bytes > bytesAtOnce) break
        going.push(row.number)
        size += row.bytes
        over -= row.bytes
      }
      if (going.length === 0) return false
      inTransaction(database, () => {
        for (const number of going) deleteCopy.run([number])
      })
      return true
    },
  }
}
