/** Related records in cache.db, sealed like the copies themselves. All of it may throw. */
import type Database from 'libsql'
import { z } from 'zod'
import type { RelatedKind } from '../../shared/related'
import { relatedRecordSchema } from '../../shared/related-schemas'
import type { Transaction } from '../../shared/transaction'
import type { RelatedLines } from '../service/show'
import { inTransaction } from '../system/database'
import { seal, unseal } from '../system/sealing'
import { blob, type CopyViewer, makeIndexes, opened, placeOf, visible } from './cache-rows'

export type SavedRelated = { readonly lines: RelatedLines; readonly savedAt: number }

const linesSchema = relatedRecordSchema.unwrap().pick({ lines: true, cut: true }).readonly()
const relatedRow = z.object({ saved_at: z.number(), sealed: blob })

const relatedPlace = (kind: RelatedKind, internal: Buffer, whose: Buffer) =>
  placeOf(`related ${kind}`, internal, whose)

export function makeRelatedRows(database: Database.Database, key: Buffer) {
  const { internalIndex, ownerIndex, credentialsIndex } = makeIndexes(key)
  // No REPLACE: that deletes without a word to the triggers.
  const save = database.prepare(`INSERT INTO related_records (copy, kind, saved_at, sealed)
    SELECT number, ?, ?, ? FROM copies WHERE internal_id = ? AND owner = ?
    ON CONFLICT (copy, kind) DO UPDATE SET saved_at = excluded.saved_at, sealed = excluded.sealed`)
  const find =
    database.prepare(`SELECT CAST(related.saved_at AS INTEGER) AS saved_at, CAST(related.sealed AS BLOB) AS sealed FROM copies
    JOIN related_records related ON related.copy = copies.number AND related.kind = ?
    WHERE internal_id = ? AND owner = ? AND ${visible}`)

  return {
    /** Keeps what came beside a record that is saved; without a copy of the record nothing is kept. */
    saveRelated(
      viewer: CopyViewer,
      record: Transaction,
      kind: RelatedKind,
      lines: RelatedLines,
      at: number,
    ): void {
      const [internal, whose] = [internalIndex(record.id), ownerIndex(viewer, record.companyId)]
      const sealed = seal(key, JSON.stringify(lines), relatedPlace(kind, internal, whose))
      inTransaction(database, () => save.run([kind, at, sealed, internal, whose]))
    },
    /** What was saved beside that record's copy, if these credentials may see the copy. */
    related(viewer: CopyViewer, record: Transaction, kind: RelatedKind): SavedRelated | null {
      const [internal, whose] = [internalIndex(record.id), ownerIndex(viewer, record.companyId)]
      const found = find.get([kind, internal, whose, credentialsIndex(viewer)])
      if (found === undefined) return null
      const row = relatedRow.parse(found)
      const text = opened(unseal(key, row.sealed, relatedPlace(kind, internal, whose)))
      return { lines: linesSchema.parse(JSON.parse(text)), savedAt: row.saved_at }
    },
  }
}
