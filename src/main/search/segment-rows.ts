/** Where cache.db and the search meet: its segments, sealed, and the copies they are made from. All may throw. */
import type Database from 'libsql'
import { z } from 'zod'
import type { FoundCopy } from '../../shared/copy-search-schemas'
import { inTransaction } from '../database/open-database'
import { sealBytes, unsealBytes } from '../database/sealing'
import { blob, type CopyOwner, credentialsIndex, openRecord, visible } from '../lookup/cache-rows'
import { segmentRows } from '../lookup/cache-schema'
import { paymentTime, searchedCopy, searchedRecord } from './searched-copy'
import { makeSegment, readSegment, type Segment, writeSegment } from './segment'

const staleRow = z.object({ number: z.number(), changes: z.number() })
const numbersSchema = z.array(z.tuple([z.number()]))
const sealedRow = z.object({ sealed: blob })
const copyRow = z.object({ number: z.number(), internal_id: blob, owner: blob, record: blob })
const foundRow = z.object({ internal_id: blob, owner: blob, record: blob, saved_at: z.number() })

/** A segment as its copies are now; null when it has none. `changes` tells whether they are still so. */
export type BuiltSegment = { readonly segment: Segment | null; readonly changes: number }

const placeOf = (number: number) => `segment ${number}`

export type SegmentRows = ReturnType<typeof makeSegmentRows>

export function makeSegmentRows(database: Database.Database, key: Buffer) {
  const stale = database.prepare('SELECT number, changes FROM stale_segments')
  const changesOf = database.prepare('SELECT number, changes FROM stale_segments WHERE number = ?')
  const sealedNumbers = database.prepare('SELECT number FROM search_segments').raw()
  const sealedOf = database.prepare('SELECT sealed FROM search_segments WHERE number = ?')
  const copiesOf = database.prepare(
    'SELECT number, internal_id, owner, record FROM copies WHERE number >= ? AND number < ? ORDER BY number',
  )
  const backwards = database
    .prepare('SELECT number FROM copies WHERE number >= ? AND number < ? ORDER BY number DESC')
    .raw()
  const replace = database.prepare('INSERT OR REPLACE INTO search_segments (number, sealed) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM search_segments WHERE number = ?')
  const forgetChanges = database.prepare('DELETE FROM stale_segments WHERE number = ? AND changes = ?')
  const ownersOf = database.prepare('SELECT owner FROM access WHERE credentials = ?').raw()
  const byNumber = database.prepare(
    `SELECT internal_id, owner, record, saved_at FROM copies WHERE number = ? AND ${visible}`,
  )

  function readChanges(number: number): number {
    const row = changesOf.get([number])
    return row === undefined ? 0 : staleRow.parse(row).changes
  }

  /** Opens the copies of one thousand and makes their segment. */
  function build(number: number): BuiltSegment {
    // Read before the copies: what is saved meanwhile makes the segment stale once more.
    const changes = readChanges(number)
    const range = [number * segmentRows, (number + 1) * segmentRows]
    const rows = copiesOf.all(range).map((found) => copyRow.parse(found))
    const again = numbersSchema.parse(backwards.all(range)).flat().reverse()
    // In a damaged file a number out of order ends the reading early, and SQLite does not notice.
    if (rows.length !== again.length || rows.some((row, index) => row.number !== again[index])) {
      throw new Error('The saved copies are out of order')
    }
    const copies = rows.map((row) => {
      const record = searchedRecord.parse(JSON.parse(openRecord(key, row)))
      return searchedCopy(row.number, row.owner.toString('hex'), record)
    })
    return { segment: copies.length === 0 ? null : makeSegment(copies), changes }
  }

  return {
    build,
    /** The stale segments and how often each has changed since it was last kept. */
    staleNumbers: (): ReadonlyMap<number, number> =>
      new Map(
        stale.all([]).map((row) => {
          const { number, changes } = staleRow.parse(row)
          return [number, changes]
        }),
      ),
    sealedNumbers: (): readonly number[] => numbersSchema.parse(sealedNumbers.all([])).flat(),
    /** A segment as it was kept; null when it is not there or does not open. */
    read(number: number): Segment | null {
      const row = sealedOf.get([number])
      if (row === undefined) return null
      const bytes = unsealBytes(key, sealedRow.parse(row).sealed, placeOf(number))
      return bytes === null ? null : readSegment(bytes)
    },
    /** Keeps a segment sealed; false when its copies have changed since it was built. */
    keep(number: number, { segment, changes }: BuiltSegment): boolean {
      const sealed = segment === null ? null : sealBytes(key, writeSegment(segment), placeOf(number))
      return inTransaction(database, () => {
        if (readChanges(number) !== changes) return false
        forgetChanges.run([number, changes])
        if (sealed === null) remove.run([number])
        else replace.run([number, sealed])
        return true
      })
    },
    /** The owners whose copies these credentials may see, in hex. */
    ownersSeenBy: (owner: CopyOwner): ReadonlySet<string> =>
      new Set(
        ownersOf
          .all([credentialsIndex(key, owner)])
          .map((row) => z.tuple([blob]).parse(row)[0].toString('hex')),
      ),
    /** One copy as a list shows it; null when it is gone or not theirs to see. */
    find(owner: CopyOwner, number: number): Omit<FoundCopy, 'undecided'> | null {
      const found = byNumber.get([number, credentialsIndex(key, owner)])
      if (found === undefined) return null
      const row = foundRow.parse(found)
      const { fields, ...record } = searchedRecord.parse(JSON.parse(openRecord(key, row)))
      const paidAt = paymentTime({ ...record, fields })
      return { ...record, paidAt, savedAt: new Date(row.saved_at).toISOString() }
    },
  }
}
