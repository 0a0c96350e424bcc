/** Where cache.db and the search meet: its segments, sealed, and the copies they are made from. All may throw. */
import type Database from 'libsql'
import { z } from 'zod'
import type { FoundCopy } from '../../shared/copy-search-schemas'
import { gatewayName } from '../../shared/gateway'
import {
  asBytes,
  asWhole,
  blob,
  type CopyViewer,
  credentialsIndex,
  openRecord,
  visible,
} from '../copies/cache-rows'
import { segmentRows } from '../copies/cache-schema'
import { attemptWork, inTransaction } from '../database/open-database'
import { sealBytes, unsealBytes } from '../database/sealing'
import { paymentTime, type SearchedCopy, searchedCopy, searchedRecord } from './searched-copy'
import { type Codes, type Columns, copiesOf, makeSegment, readCodes, type Segment } from './segment'
import { readColumns, writeColumns } from './written-columns'

const changesRow = z.object({ number: z.number(), changes: z.number() })
const numbersSchema = z.array(z.tuple([z.number()]))
const nextSchema = z.tuple([z.int().nullable()])
const piece = z.tuple([blob])
const copyRow = z.object({ number: z.number(), internal_id: blob, owner: blob, record: blob })
const foundRow = z.object({ internal_id: blob, owner: blob, record: blob, saved_at: z.number() })

/** A segment as its copies are now; null when it has none. `changes` tells whether they are still so. */
export type BuiltSegment = { readonly segment: Segment | null; readonly changes: number }

const columnsPlace = (number: number) => `columns of segment ${number}`
const codesPlace = (number: number) => `codes of segment ${number}`

const rangeOf = (number: number) => [number * segmentRows, (number + 1) * segmentRows]

function changesIn(rows: readonly unknown[]): ReadonlyMap<number, number> {
  return new Map(
    rows.map((row) => {
      const { number, changes } = changesRow.parse(row)
      return [number, changes]
    }),
  )
}

/** Grows with every change until the segment is kept: two that are equal are of the same copies. */
function sumOf(changes: ReadonlyMap<number, number>): number {
  return [...changes.values()].reduce((sum, each) => sum + each, 0)
}

/** Reads in one transaction, which sees nothing of what others write meanwhile. */
function atOneMoment<T>(database: Database.Database, work: () => T): T {
  database.exec('BEGIN')
  try {
    return work()
  } finally {
    if (database.inTransaction) database.exec('COMMIT')
  }
}

export type SegmentRows = ReturnType<typeof makeSegmentRows>

export function makeSegmentRows(database: Database.Database, key: Buffer) {
  const stale = database.prepare(
    `SELECT number / ${segmentRows} AS number, sum(changes) AS changes FROM changed_copies GROUP BY 1`,
  )
  const changedOf = database.prepare(
    `SELECT number, ${asWhole('changes')} FROM changed_copies WHERE number >= ? AND number < ?`,
  )
  const sealedNumbers = database.prepare('SELECT number FROM search_segments').raw()
  const columnsOf = database
    .prepare(`SELECT ${asBytes('columns')} FROM search_segments WHERE number = ?`)
    .raw()
  const codesOf = database.prepare(`SELECT ${asBytes('codes')} FROM search_segments WHERE number = ?`).raw()
  const oneCopy = database.prepare(
    `SELECT number, ${asBytes('internal_id', 'owner', 'record')} FROM copies WHERE number = ?`,
  )
  const everyCopy = database.prepare(
    `SELECT number, ${asBytes('internal_id', 'owner', 'record')} FROM copies WHERE number >= ? AND number < ? ORDER BY number`,
  )
  const backwards = database
    .prepare('SELECT number FROM copies WHERE number >= ? AND number < ? ORDER BY number DESC')
    .raw()
  const replace = database.prepare(
    'INSERT OR REPLACE INTO search_segments (number, columns, codes) VALUES (?, ?, ?)',
  )
  const remove = database.prepare('DELETE FROM search_segments WHERE number = ?')
  const forgetChanges = database.prepare('DELETE FROM changed_copies WHERE number >= ? AND number < ?')
  const ownersOf = database.prepare(`SELECT ${asBytes('owner')} FROM access WHERE credentials = ?`).raw()
  const firstFrom = database.prepare('SELECT min(number) FROM copies WHERE number >= ?').raw()
  const byNumber = database.prepare(
    `SELECT ${asBytes('internal_id', 'owner', 'record')}, ${asWhole('saved_at')} FROM copies
      WHERE number = ? AND ${visible}`,
  )

  /** What has changed in a segment, by the numbers of its copies. */
  function readChanges(number: number): ReadonlyMap<number, number> {
    return changesIn(changedOf.all(rangeOf(number)))
  }

  function open(row: z.infer<typeof copyRow>): SearchedCopy {
    const record = searchedRecord.parse(JSON.parse(openRecord(key, row)))
    return searchedCopy(row.number, row.owner.toString('hex'), record)
  }

  /** Opens all copies of one thousand. */
  function openAll(number: number): readonly SearchedCopy[] {
    const range = rangeOf(number)
    const rows = everyCopy.all(range).map((found) => copyRow.parse(found))
    const again = numbersSchema.parse(backwards.all(range)).flat().reverse()
    // In a damaged file a number out of order ends the reading early, and SQLite does not notice.
    if (rows.length !== again.length || rows.some((row, index) => row.number !== again[index])) {
      throw new Error('The saved copies are out of order')
    }
    return rows.map(open)
  }

  /** The copies of a segment as it was kept, with those opened anew that have changed since. */
  function openChanged(number: number, before: Segment, changed: Iterable<number>): readonly SearchedCopy[] {
    const copies = new Map(copiesOf(number, before).map((copy) => [copy.number, copy]))
    for (const one of changed) copies.set(one, open(copyRow.parse(oneCopy.get([one]))))
    return [...copies.values()].sort((one, other) => one.number - other.number)
  }

  function readPiece(row: unknown, place: string): Buffer | null {
    return row === undefined ? null : unsealBytes(key, piece.parse(row)[0], place)
  }

  /** A segment's columns as they were kept; null when they are not there or do not open. */
  function columns(number: number): Columns | null {
    const bytes = readPiece(columnsOf.get([number]), columnsPlace(number))
    return bytes === null ? null : readColumns(bytes)
  }

  /** The codes that belong to those columns; null when they are not there or do not open. */
  function codes(number: number, of: Columns): Codes | null {
    const bytes = readPiece(codesOf.get([number]), codesPlace(number))
    return bytes === null ? null : readCodes(of, bytes)
  }

  function whole(number: number): Segment | null {
    const kept = columns(number)
    const theirs = kept && codes(number, kept)
    return kept && theirs && { ...kept, ...theirs }
  }

  function buildNow(number: number): BuiltSegment {
    const changed = readChanges(number)
    // Of a copy that was deleted nothing is kept in a segment: where one is kept, none was.
    const before = changed.size === 0 ? null : attemptWork(() => whole(number))
    const copies =
      before?.ok && before.value !== null
        ? openChanged(number, before.value, changed.keys())
        : openAll(number)
    return { segment: copies.length === 0 ? null : makeSegment(copies), changes: sumOf(changed) }
  }

  return {
    /** Makes a segment of its copies, all as they are at one moment: others save and delete meanwhile. */
    build: (number: number): BuiltSegment => atOneMoment(database, () => buildNow(number)),
    /** The stale segments and how many changes there were since each was last kept. */
    staleNumbers: (): ReadonlyMap<number, number> => changesIn(stale.all([])),
    sealedNumbers: (): readonly number[] => numbersSchema.parse(sealedNumbers.all([])).flat(),
    /** Segments of which copies are there and that are not among those known: the file has lost them. */
    lostNumbers(known: ReadonlySet<number>): readonly number[] {
      const lost: number[] = []
      for (let number = 0; ; number += 1) {
        if (known.has(number)) continue
        // One look leads over any gap to the next copy.
        const [next] = nextSchema.parse(firstFrom.get([number * segmentRows]))
        if (next === null) return lost
        number = Math.floor(next / segmentRows)
        if (!known.has(number)) lost.push(number)
      }
    },
    columns,
    codes,
    /** Keeps a segment sealed; false when its copies have changed since it was built. */
    keep(number: number, { segment, changes }: BuiltSegment): boolean {
      const sealed = segment && [
        sealBytes(key, writeColumns(segment), columnsPlace(number)),
        sealBytes(key, segment.codes, codesPlace(number)),
      ]
      return inTransaction(database, () => {
        if (sumOf(readChanges(number)) !== changes) return false
        forgetChanges.run(rangeOf(number))
        if (sealed === null) remove.run([number])
        else replace.run([number, ...sealed])
        return true
      })
    },
    /** The owners whose copies these credentials may see, in hex. */
    ownersSeenBy: (viewer: CopyViewer): ReadonlySet<string> =>
      new Set(
        ownersOf
          .all([credentialsIndex(key, viewer)])
          .map((row) => z.tuple([blob]).parse(row)[0].toString('hex')),
      ),
    /** One copy as a list shows it; null when it is gone or not theirs to see. */
    find(viewer: CopyViewer, number: number): Omit<FoundCopy, 'lockedBy'> | null {
      const found = byNumber.get([number, credentialsIndex(key, viewer)])
      if (found === undefined) return null
      const row = foundRow.parse(found)
      const { fields, ...record } = searchedRecord.parse(JSON.parse(openRecord(key, row)))
      const paidAt = paymentTime({ ...record, fields })
      const gateway = gatewayName({ ...record, fields })
      return { ...record, gateway, paidAt, savedAt: new Date(row.saved_at).toISOString() }
    },
  }
}
