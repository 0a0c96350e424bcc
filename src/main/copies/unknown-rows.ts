import type Database from 'libsql'
import { z } from 'zod'
import { inTransaction } from '../database/open-database'
import { asWhole } from './cache-rows'

/** Codes of one day that no payment has; the day as 20261121. */
export type UnknownCounts = { readonly day: number; readonly hand: number; readonly list: number }

const countsRow = z.object({ day: z.number(), hand: z.number(), list: z.number() })

export function makeUnknownRows(database: Database.Database) {
  const read = database.prepare(
    `SELECT ${asWhole('day')}, ${asWhole('hand')}, ${asWhole('list')} FROM unknown_codes`,
  )
  const keep = database.prepare(
    'INSERT OR REPLACE INTO unknown_codes (one, day, hand, list) VALUES (1, ?, ?, ?)',
  )
  return {
    unknownCounts(): UnknownCounts {
      const found = read.get([])
      return found === undefined ? { day: 0, hand: 0, list: 0 } : countsRow.parse(found)
    },
    keepUnknownCounts({ day, hand, list }: UnknownCounts): void {
      inTransaction(database, () => keep.run([day, hand, list]))
    },
  }
}
