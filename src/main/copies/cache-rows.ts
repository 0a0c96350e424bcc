/** The rows of cache.db: sealing on the way in, opening and parsing on the way out. All of it may throw. */

import type Database from 'libsql'
import { z } from 'zod'
import type { Retention } from '../../shared/retention'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'
import { inTransaction } from '../system/database'
import { blindIndex, seal, unseal } from '../system/sealing'
import { proveKey } from './cache-file'
import { readSavedRecord, type UsedCode, usedCodeSchema, writeSavedRecord } from './saved-record'

/** Whose records may be seen: the service's address, and a digest of address and token. */
export type CopyViewer = { readonly address: string; readonly credentials: string }

export type SavedCopy = {
  readonly record: Transaction
  readonly savedAt: number
  /** Its service had said by then that it moves no real money. */
  readonly practice: boolean
}
export type RecentCopy = UsedCode & { readonly record: Transaction; readonly lookedAt: number }

/** libsql answers a blob as a Buffer from `get` and as an ArrayBuffer from `all`. */
export const blob = z
  .union([z.instanceof(Buffer), z.instanceof(ArrayBuffer)])
  .transform((bytes) => (bytes instanceof ArrayBuffer ? Buffer.from(bytes) : bytes))
const copyRow = z.object({ internal_id: blob, owner: blob, saved_at: z.number(), record: blob })
const recentRow = copyRow.extend({ looked_at: z.number(), used_code: blob })
const countRow = z.object({ count: z.number() })
const extentRow = z.object({ saved: z.number(), oldest: z.number().nullable() })

export const placeOf = (what: string, internalId: Buffer, owner: Buffer) =>
  `${what} ${internalId.toString('hex')} ${owner.toString('hex')}`

/** The row is damage when it does not open, and then so is the file. */
export function opened(text: string | null): string {
  if (text === null) throw new Error('A sealed value does not open')
  return text
}

/** The sealed record of one row, as the text that was saved. Throws when it does not open. */
export function openRecord(
  key: Buffer,
  row: { readonly internal_id: Buffer; readonly owner: Buffer; readonly record: Buffer },
): string {
  return opened(unseal(key, row.record, placeOf('record', row.internal_id, row.owner)))
}

/** Those credentials as the column `access.credentials` holds them. */
export function credentialsIndex(key: Buffer, { credentials }: Pick<CopyViewer, 'credentials'>): Buffer {
  return blindIndex(key, 'credentials', credentials)
}

function codeIn(record: Transaction, kind: CodeKind): string {
  const codes = { transaction_id: record.transactionId, custom_id: record.customId, internal_id: record.id }
  return codes[kind]
}

/** The blind indexes of one key. A record without a company belongs to the very credentials it came by. */
export function makeIndexes(key: Buffer) {
  const codeIndex = (kind: CodeKind, code: string) => (code === '' ? null : blindIndex(key, kind, code))
  const ownerIndex = ({ address, credentials }: CopyViewer, companyId: string) =>
    companyId === ''
      ? blindIndex(key, 'owner without company', `${address}\0${credentials}`)
      : blindIndex(key, 'owner', `${address}\0${companyId}`)
  return {
    codeIndex,
    ownerIndex,
    internalIndex: (id: string) => blindIndex(key, 'internal_id', id),
    credentialsIndex: makeCredentialsIndex(key),
  }
}

/** The same credentials ask again and again, and a digest takes as long as finding a row does. */
function makeCredentialsIndex(key: Buffer): (viewer: CopyViewer) => Buffer {
  let last: { readonly credentials: string; readonly index: Buffer } | null = null
  return ({ credentials }) => {
    if (last?.credentials !== credentials)
      last = { credentials, index: credentialsIndex(key, { credentials }) }
    return last.index
  }
}

export const visible = '+owner IN (SELECT owner FROM access WHERE credentials = ?)'

/**
 * Columns of a SELECT, each read as bytes or as a whole number whatever its row calls it: in a damaged file a blob
 * can call itself a text, and libsql ends the whole program over a text that is none.
 */
export const asBytes = (...names: readonly string[]): string =>
  names.map((name) => `CAST(${name} AS BLOB) AS ${name}`).join(', ')
export const asWhole = (name: string): string => `CAST(${name} AS INTEGER) AS ${name}`
const columns = `${asBytes('internal_id', 'owner', 'record')}, ${asWhole('saved_at')}`

export function makeCacheReads(database: Database.Database, key: Buffer) {
  const { codeIndex, credentialsIndex } = makeIndexes(key)
  const byKind = (kind: CodeKind) =>
    database.prepare(
      `SELECT ${columns} FROM copies WHERE ${kind} = ? AND ${visible} ORDER BY copies.saved_at DESC LIMIT 1`,
    )
  const finders = {
    transaction_id: byKind('transaction_id'),
    custom_id: byKind('custom_id'),
    internal_id: byKind('internal_id'),
  }
  const newest =
    database.prepare(`SELECT ${columns}, ${asWhole('looked_at')}, ${asBytes('used_code')} FROM copies
    WHERE looked_at IS NOT NULL AND ${visible} ORDER BY copies.looked_at DESC LIMIT ?`)

  const countAll = database.prepare(
    'SELECT count(*) AS saved, CAST(min(saved_at) AS INTEGER) AS oldest FROM copies',
  )
  const countOld = database.prepare('SELECT count(*) AS count FROM copies WHERE saved_at < ?')
  const openCopy = (row: z.infer<typeof copyRow>) => readSavedRecord(openRecord(key, row))

  return {
    find(viewer: CopyViewer, kind: CodeKind, code: string): SavedCopy | null {
      const found = finders[kind].get([codeIndex(kind, code), credentialsIndex(viewer)])
      if (found === undefined) return null
      const row = copyRow.parse(found)
      const { record, practice } = openCopy(row)
      if (codeIn(record, kind) !== code) throw new Error('A saved copy is not the one asked for')
      return { record, savedAt: row.saved_at, practice }
    },
    /** What was looked up last, newest first. */
    recent(viewer: CopyViewer, count: number): readonly RecentCopy[] {
      return newest.all([credentialsIndex(viewer), count]).map((found) => {
        const row = recentRow.parse(found)
        const used = unseal(key, row.used_code, placeOf('code', row.internal_id, row.owner))
        const usedCode = usedCodeSchema.parse(JSON.parse(opened(used)))
        return { ...usedCode, record: openCopy(row).record, lookedAt: row.looked_at }
      })
    },
    /** How many there are, and when the oldest was saved. */
    extent: () => extentRow.parse(countAll.get([])),
    countOlder: (before: number): number => countRow.parse(countOld.get([before])).count,
  }
}

/** So many copies are deleted at once, so that nobody waits for it. */
const maxPruned = 50

export function makeCacheWrites(database: Database.Database, key: Buffer) {
  const { codeIndex, ownerIndex, internalIndex, credentialsIndex } = makeIndexes(key)
  const upsert = database.prepare(`INSERT INTO copies
    (internal_id, owner, transaction_id, custom_id, saved_at, record) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (internal_id, owner) DO UPDATE SET transaction_id = excluded.transaction_id,
    custom_id = excluded.custom_id, saved_at = excluded.saved_at, record = excluded.record`)
  const allow = database.prepare('INSERT OR IGNORE INTO access (credentials, owner) VALUES (?, ?)')
  const noteLookedUp = database.prepare(
    'UPDATE copies SET looked_at = ?, used_code = ? WHERE internal_id = ? AND owner = ?',
  )
  const deletePayment = database.prepare('DELETE FROM copies WHERE internal_id = ?')

  /** Keeps one record, in a transaction that the caller has begun. */
  function put(viewer: CopyViewer, record: Transaction, at: number, practice = false): void {
    const [internal, whose] = [internalIndex(record.id), ownerIndex(viewer, record.companyId)]
    const sealed = seal(key, writeSavedRecord(record, practice), placeOf('record', internal, whose))
    const transactionId = codeIndex('transaction_id', record.transactionId)
    const customId = codeIndex('custom_id', record.customId)
    allow.run([credentialsIndex(viewer), whose])
    upsert.run([internal, whose, transactionId, customId, at, sealed])
  }
  const isLeft = database.prepare('SELECT 1 FROM copies UNION ALL SELECT 1 FROM wanted_codes LIMIT 1')
  /** What was deleted is overwritten in the file; the log beside it still holds it until it is cut off. */
  const cutLog = (): void => void database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])

  return {
    put,
    save: (viewer: CopyViewer, record: Transaction, at: number, practice = false) =>
      inTransaction(database, () => put(viewer, record, at, practice)),
    noteLookup(viewer: CopyViewer, record: Transaction, used: UsedCode, at: number): void {
      const [internal, whose] = [internalIndex(record.id), ownerIndex(viewer, record.companyId)]
      const sealed = seal(key, JSON.stringify(used), placeOf('code', internal, whose))
      inTransaction(database, () => noteLookedUp.run([at, sealed, internal, whose]))
    },
    /**
     * Deletes some of all that is kept; true while more is left. The first time takes who may see it and the proof of the
     * key: nobody is shown any of it from then on, and a file that is left half deleted is thrown away when it is opened.
     */
    deleteAny(): boolean {
      inTransaction(database, () =>
        database.exec(`DELETE FROM access; UPDATE facts SET value = zeroblob(1) WHERE name = 'key_proof';
          DELETE FROM copies WHERE number IN (SELECT number FROM copies LIMIT ${maxPruned});
          DELETE FROM changed_copies;
          DELETE FROM wanted_codes WHERE number IN (SELECT number FROM wanted_codes LIMIT ${maxPruned})`),
      )
      if (isLeft.get([]) !== undefined) return true
      inTransaction(database, () =>
        // The list that was taken last is known still: it does not come back by itself.
        database.exec("DELETE FROM related_records; DELETE FROM facts WHERE name = 'key_proof'"),
      )
      proveKey(database, key)
      cutLog()
      return false
    },
    /** Deletes the copies of one payment, by its internal id, whosever they are. */
    deleteOf(id: string): void {
      inTransaction(database, () => deletePayment.run([internalIndex(id)]))
      cutLog()
    },
    cutLog,
    /** Credentials of owners of whom nothing is left. */
    deleteIdleAccess(): void {
      inTransaction(database, () =>
        database.exec('DELETE FROM access WHERE owner NOT IN (SELECT owner FROM copies)'),
      )
    },
  }
}

const dayMilliseconds = 24 * 60 * 60 * 1000

const oldestRow = z.object({ number: z.number(), saved_at: z.number() })

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
