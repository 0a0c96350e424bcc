import { createHash } from 'node:crypto'
import type Database from 'libsql'
import { z } from 'zod'
import type { FoundCopy } from '../../shared/copy-search-schemas'
import { walletName } from '../../shared/gateway'
import { inTransaction } from '../system/database'
import { asBytes, asWhole, blob, type CopyViewer, credentialsIndex, openRecord, visible } from './cache-rows'
import { paymentTime, type SearchedCopy, searchedCopy, searchedRecord } from './searched-copy'

/** A copy as a list shows it, and as it is searched. */
export type ListedRow = { readonly row: Omit<FoundCopy, 'lockedBy'>; readonly searched: SearchedCopy }

const numberRow = z.object({ number: z.number() })
const copyRow = z.object({ number: z.number(), internal_id: blob, owner: blob, record: blob })
const foundRow = copyRow.extend({ saved_at: z.number() })
const proofRow = z.object({ value: blob })
const countRow = z.object({ count: z.number() })

export type SearchRows = ReturnType<typeof makeSearchRows>

/** What a search's index needs of cache.db. All of it may throw. */
export function makeSearchRows(database: Database.Database, key: Buffer) {
  const columns = `${asWhole('number')}, ${asBytes('internal_id', 'owner', 'record')}`
  const some = database.prepare(`SELECT ${asWhole('number')} FROM changed_copies LIMIT ?`)
  const countChanged = database.prepare('SELECT count(*) AS count FROM changed_copies')
  const byNumber = database.prepare(`SELECT ${columns} FROM copies WHERE number = ?`)
  const visibleByNumber = database.prepare(
    `SELECT ${columns}, ${asWhole('saved_at')} FROM copies WHERE number = ? AND ${visible}`,
  )
  const told = database.prepare('DELETE FROM changed_copies WHERE number = ?')
  const ownersOf = database.prepare('SELECT CAST(owner AS BLOB) AS value FROM access WHERE credentials = ?')
  const proof = database.prepare("SELECT CAST(value AS BLOB) AS value FROM facts WHERE name = 'key_proof'")

  function opened(found: unknown) {
    const row = copyRow.parse(found)
    const record = searchedRecord.parse(JSON.parse(openRecord(key, row)))
    return { record, searched: searchedCopy(row.number, row.owner.toString('hex'), record) }
  }

  return {
    /** What tells this file from every other, also from one that is made anew in its place. */
    fileId: (): string =>
      createHash('sha256')
        .update(proofRow.parse(proof.get([])).value)
        .digest('hex'),
    countChanged: (): number => countRow.parse(countChanged.get([])).count,
    /** So many of the copies that have changed; null for one that is gone. */
    changed: (most: number): readonly { readonly number: number; readonly copy: SearchedCopy | null }[] =>
      some.all([most]).map((found) => {
        const { number } = numberRow.parse(found)
        const row = byNumber.get([number])
        return { number, copy: row === undefined ? null : opened(row).searched }
      }),
    /** The index knows of these. */
    told: (numbers: readonly number[]): void =>
      inTransaction(database, () => {
        for (const number of numbers) told.run([number])
      }),
    /** The index knows of none. */
    tellAll(): void {
      inTransaction(database, () =>
        database.exec('INSERT OR IGNORE INTO changed_copies SELECT number FROM copies'),
      )
    },
    /** The owners whose copies these credentials may see, in hex. */
    ownersSeenBy: (viewer: CopyViewer): readonly string[] =>
      ownersOf
        .all([credentialsIndex(key, viewer)])
        .map((row) => proofRow.parse(row).value.toString('hex'))
        .sort(),
    /** One copy as a list shows it; null when it is gone or not theirs to see. */
    find(viewer: CopyViewer, number: number): ListedRow | null {
      const found = visibleByNumber.get([number, credentialsIndex(key, viewer)])
      if (found === undefined) return null
      const { record, searched } = opened(found)
      const { fields, ...rest } = record
      const paidAt = paymentTime(record)
      const savedAt = new Date(foundRow.parse(found).saved_at).toISOString()
      return { row: { ...rest, wallet: walletName({ fields }), paidAt, savedAt }, searched }
    },
  }
}
