/**
 * The rows of cache.db: sealed on the way in, opened and parsed on the way out. Everything may throw, on damage or disk
 * errors (cache-file.ts).
 */
import { createHash } from 'node:crypto'
import type Database from 'libsql'
import { z } from 'zod'
import type { FoundCopy } from '../../shared/contract/payment-channels'
import { type CodeKind, codeKinds, codeOf, foldedCode, isSameCode } from '../../shared/payment/codes'
import { isPrivatePath } from '../../shared/payment/private-fields'
import { walletName } from '../../shared/payment/refund-rules'
import { type Transaction, transactionSchema } from '../../shared/payment/transaction'
import { withoutNested } from '../service/read-answer'
import { inTransaction } from '../system/database'
import { blindIndex, seal, unseal } from '../system/sealing'
import { paymentTime, searchedCopy, searchedRecord } from './search-index'

/** How long copies are kept, in days, and how many at most (architecture.md, "Saved copies"). */
export type Retention = { readonly keepDays: number; readonly keepCopies: number }

/** The credentials that see copies: the service's address, and a digest of address and token. */
export type CopyViewer = { readonly address: string; readonly credentials: string }

export type SavedCopy = { readonly record: Transaction; readonly savedAt: number }

/** The code that the cashier looked a transaction up by. */
const usedCodeSchema = z.object({ code: z.string(), foundBy: z.enum(codeKinds) }).readonly()
export type UsedCode = z.infer<typeof usedCodeSchema>
export type RecentCopy = UsedCode & { readonly record: Transaction; readonly lookedAt: number }

/** libsql returns a blob as a Buffer from `get` and as an ArrayBuffer from `all`. */
export const blob = z
  .union([z.instanceof(Buffer), z.instanceof(ArrayBuffer)])
  .transform((bytes) => (bytes instanceof ArrayBuffer ? Buffer.from(bytes) : bytes))
const copyRow = z.object({
  number: z.number(),
  internal_id: blob,
  owner: blob,
  saved_at: z.number(),
  record: blob,
})
type CopyRow = z.infer<typeof copyRow>
const recentRow = copyRow.extend({ looked_at: z.number(), used_code: blob })
const valueRow = z.object({ value: blob })
const countRow = z.object({ count: z.number() })
const numberRow = z.object({ number: z.number() })

/**
 * Casts the columns of a SELECT to bytes or whole numbers: in a damaged file a blob can claim to be a text, and libsql
 * aborts the process over invalid text.
 */
const asBytes = (...names: readonly string[]): string =>
  names.map((name) => `CAST(${name} AS BLOB) AS ${name}`).join(', ')
const asWhole = (...names: readonly string[]): string =>
  names.map((name) => `CAST(${name} AS INTEGER) AS ${name}`).join(', ')
const columns = `${asWhole('number', 'saved_at')}, ${asBytes('internal_id', 'owner', 'record')}`
const visible = '+owner IN (SELECT owner FROM access WHERE credentials = ?)'

/** Opens a sealed value. Throws when it does not open. */
export function openSealed(key: Buffer, sealed: Buffer, place: string): unknown {
  const text = unseal(key, sealed, place)
  if (text === null) throw new Error('A sealed value does not open')
  return JSON.parse(text)
}

/** Removes `pin_key`, `payer`, `buyer_id` and `extra_parameters` at any depth (architecture.md, "Saved copies"). */
function savedForm(record: Transaction): Transaction {
  const fields = Object.entries(record.fields).filter(([name]) => !isPrivatePath(name))
  const extra = Object.entries(record.extra).filter(([name]) => !isPrivatePath(name))
  return {
    ...record,
    fields: Object.fromEntries(fields),
    extra: Object.fromEntries(extra.map(([name, text]) => [name, withoutNested(text)])),
  }
}

const proofPlace = 'fact key_proof'
const proofText = 'the key of these saved copies'
const readProof = (database: Database.Database) =>
  database.prepare("SELECT CAST(value AS BLOB) AS value FROM facts WHERE name = 'key_proof'").get([])

/** Whether the file has that key. A file without a proof gets one. */
export function proveKey(database: Database.Database, key: Buffer): boolean {
  const found = readProof(database)
  if (found !== undefined) return unseal(key, valueRow.parse(found).value, proofPlace) === proofText
  const insert = database.prepare("INSERT INTO facts (name, value) VALUES ('key_proof', ?)")
  inTransaction(database, () => insert.run([seal(key, proofText, proofPlace)]))
  return true
}

type Indexes = ReturnType<typeof makeIndexes>

/** Makes the blind indexes of a key. A record without a company belongs to the credentials it came by. */
function makeIndexes(key: Buffer) {
  const ownerOf = ({ address, credentials }: CopyViewer, companyId: string) =>
    companyId === ''
      ? blindIndex(key, 'owner without company', `${address}\0${credentials}`)
      : blindIndex(key, 'owner', `${address}\0${companyId}`)
  const internal = (id: string) => blindIndex(key, 'internal_id', id)
  return {
    internal,
    /** An internal id is exact: it tells copies apart. */
    code: (kind: CodeKind, code: string) =>
      code === '' ? null : blindIndex(key, kind, kind === 'internal_id' ? code : foldedCode(code)),
    /** Returns the columns `internal_id` and `owner`. */
    ofCopy: (viewer: CopyViewer, { id, companyId }: Transaction): readonly [Buffer, Buffer] => [
      internal(id),
      ownerOf(viewer, companyId),
    ],
    credentials: ({ credentials }: CopyViewer) => blindIndex(key, 'credentials', credentials),
    place: (what: string, internalId: Buffer, owner: Buffer) =>
      `${what} ${internalId.toString('hex')} ${owner.toString('hex')}`,
  }
}

/** Copies that are looked through for the very code that was asked for. */
const maxOfOneCode = 8

function makeReading(database: Database.Database, key: Buffer, indexes: Indexes) {
  const { code: codeIndex, credentials, place } = indexes
  const byCode = (kind: CodeKind) =>
    database.prepare(
      `SELECT ${columns} FROM copies WHERE ${kind} = ? AND ${visible} ORDER BY copies.saved_at DESC LIMIT ${maxOfOneCode}`,
    )
  const finders = {
    transaction_id: byCode('transaction_id'),
    custom_id: byCode('custom_id'),
    internal_id: byCode('internal_id'),
  }
  const newest =
    database.prepare(`SELECT ${columns}, ${asWhole('looked_at')}, ${asBytes('used_code')} FROM copies
    WHERE lookup IS NOT NULL AND ${visible} ORDER BY copies.lookup DESC LIMIT ?`)

  const openRecord = (row: CopyRow) =>
    openSealed(key, row.record, place('record', row.internal_id, row.owner))

  return {
    openRecord,
    /**
     * Returns the newest copy with that code among those that the viewer may see; one in other capitals only where none
     * has the very code, since to some services they are two payments.
     */
    find(viewer: CopyViewer, kind: CodeKind, code: string): SavedCopy | null {
      let newest: SavedCopy | null = null
      for (const found of finders[kind].all([codeIndex(kind, code), credentials(viewer)])) {
        const row = copyRow.parse(found)
        const record = transactionSchema.parse(openRecord(row))
        // A blind index is made of UTF-8, which writes half a character as U+FFFD: it may find another code's copy.
        if (!isSameCode(codeOf(record, kind), code)) continue
        const copy = { record, savedAt: row.saved_at }
        if (codeOf(record, kind) === code) return copy
        newest ??= copy
      }
      return newest
    },
    /** Returns the last looked up copies, newest first. */
    recent: (viewer: CopyViewer, count: number): readonly RecentCopy[] =>
      newest.all([credentials(viewer), count]).map((found) => {
        const row = recentRow.parse(found)
        const used = openSealed(key, row.used_code, place('code', row.internal_id, row.owner))
        const record = transactionSchema.parse(openRecord(row))
        return { ...usedCodeSchema.parse(used), record, lookedAt: row.looked_at }
      }),
  }
}

function makeWriting(database: Database.Database, key: Buffer, indexes: Indexes) {
  const { code: codeIndex, ofCopy, place } = indexes
  const upsert = database.prepare(`INSERT INTO copies
    (internal_id, owner, transaction_id, custom_id, saved_at, record) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (internal_id, owner) DO UPDATE SET transaction_id = excluded.transaction_id,
    custom_id = excluded.custom_id, saved_at = excluded.saved_at, record = excluded.record
    WHERE excluded.saved_at >= copies.saved_at OR copies.saved_at > ?`)
  const allow = database.prepare('INSERT OR IGNORE INTO access (credentials, owner) VALUES (?, ?)')
  const noteLookedUp = database.prepare(`UPDATE copies SET looked_at = ?, used_code = ?,
    lookup = (SELECT coalesce(max(lookup), 0) + 1 FROM copies WHERE lookup IS NOT NULL)
    WHERE internal_id = ? AND owner = ?`)

  /** Saves one record, in a transaction that the caller has begun. */
  function put(viewer: CopyViewer, record: Transaction, at: number, now = at): void {
    const [internal, owner] = ofCopy(viewer, record)
    const sealed = seal(key, JSON.stringify(savedForm(record)), place('record', internal, owner))
    const transactionId = codeIndex('transaction_id', record.transactionId)
    const customId = codeIndex('custom_id', record.customId)
    allow.run([indexes.credentials(viewer), owner])
    // One from ahead of the clock is of unknown age.
    upsert.run([internal, owner, transactionId, customId, at, sealed, now])
  }

  return {
    put,
    /** Saves a record that the service showed the viewer, who may see all copies of its company from then on. */
    save: (viewer: CopyViewer, record: Transaction, at: number, now = at) =>
      inTransaction(database, () => put(viewer, record, at, now)),
    /** Notes that a cashier looked up a saved record, and by which code. */
    noteLookup(viewer: CopyViewer, record: Transaction, used: UsedCode, at: number): void {
      const copy = ofCopy(viewer, record)
      const sealed = seal(key, JSON.stringify(used), place('code', ...copy))
      inTransaction(database, () => noteLookedUp.run([at, sealed, ...copy]))
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000
/** Copies deleted in one transaction. */
const maxDeleted = 50

function makeDeleting(database: Database.Database, key: Buffer, indexes: Indexes) {
  /** A copy from ahead of the clock goes where others are from its own time: it was ahead itself, and has been set back. */
  const deleteAged = database.prepare(`DELETE FROM copies WHERE number IN (SELECT number FROM copies
    WHERE saved_at < ?1 OR (saved_at > ?2 AND (SELECT count(*) FROM copies WHERE saved_at > ?2) <
      (SELECT count(*) FROM copies WHERE saved_at BETWEEN ?1 AND ?3)) LIMIT ${maxDeleted})`)
  const deleteOldest = database.prepare(
    'DELETE FROM copies WHERE number IN (SELECT number FROM copies ORDER BY saved_at LIMIT ?)',
  )
  // Stops counting at the limit.
  const countSome = database.prepare('SELECT count(*) AS count FROM (SELECT 1 FROM copies LIMIT ?)')
  const deletePayment = database.prepare('DELETE FROM copies WHERE internal_id = ?')
  const isLeft = database.prepare('SELECT 1 FROM copies UNION ALL SELECT 1 FROM wanted_codes LIMIT 1')
  /** Truncates the write-ahead log, which still holds what was deleted from the file. */
  const cutLog = (): void => void database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
  const deleteWhere = (sql: string) => inTransaction(database, () => database.exec(sql))

  return {
    /**
     * Deletes some of what is too old, of unknown age or too many, oldest first. Returns true while more may be left. A
     * clock that is behind most copies counts as wrong, as after a power cut without a battery, and costs none of them.
     */
    prune({ keepDays, keepCopies }: Retention, now: number): boolean {
      const begin = now - keepDays * dayMs
      const deleted = inTransaction(database, () => {
        const aged = deleteAged.run([begin, now + dayMs, now]).changes
        const excess = countRow.parse(countSome.get([keepCopies + maxDeleted])).count - keepCopies
        return aged + (excess > 0 ? deleteOldest.run([excess]).changes : 0)
      })
      if (deleted > 0) return true
      deleteWhere('DELETE FROM access WHERE owner NOT IN (SELECT owner FROM copies)')
      cutLog()
      return false
    },
    /** Deletes all owners' copies of one payment, by its internal id. */
    deletePayment(id: string): void {
      inTransaction(database, () => deletePayment.run([indexes.internal(id)]))
      cutLog()
    },
    /**
     * Deletes some of everything. Returns true while more is left. The first call also deletes all access, so that
     * nothing is shown any more, and the proof of the key, so that a half deleted file counts as damaged.
     */
    deleteAny(): boolean {
      deleteWhere(`DELETE FROM access; UPDATE facts SET value = zeroblob(1) WHERE name = 'key_proof';
        DELETE FROM copies WHERE number IN (SELECT number FROM copies LIMIT ${maxDeleted});
        DELETE FROM changed_copies;
        DELETE FROM wanted_codes WHERE number IN (SELECT number FROM wanted_codes LIMIT ${maxDeleted})`)
      if (isLeft.get([]) !== undefined) return true
      // Keeps the fact of the last taken list, so that the folder's list is not taken again.
      deleteWhere("DELETE FROM facts WHERE name = 'key_proof'")
      proveKey(database, key)
      cutLog()
      return false
    },
  }
}

/** What the search index needs of cache.db. */
function makeSearched(database: Database.Database, indexes: Indexes, openRecord: (row: CopyRow) => unknown) {
  const some = database.prepare(`SELECT ${asWhole('number')} FROM changed_copies LIMIT ?`)
  const countChanged = database.prepare('SELECT count(*) AS count FROM changed_copies')
  const byNumber = database.prepare(`SELECT ${columns} FROM copies WHERE number = ?`)
  const visibleByNumber = database.prepare(`SELECT ${columns} FROM copies WHERE number = ? AND ${visible}`)
  const deleteChange = database.prepare('DELETE FROM changed_copies WHERE number = ?')
  const ownersOf = database.prepare('SELECT CAST(owner AS BLOB) AS value FROM access WHERE credentials = ?')

  function searched(found: unknown) {
    const row = copyRow.parse(found)
    const record = searchedRecord.parse(openRecord(row))
    return { row, record, copy: searchedCopy(row.number, row.owner.toString('hex'), record) }
  }

  return {
    /** Returns an id of this file, which differs from that of a file made in its place. */
    fileId: (): string =>
      createHash('sha256')
        .update(valueRow.parse(readProof(database)).value)
        .digest('hex'),
    countChanged: (): number => countRow.parse(countChanged.get([])).count,
    /** Returns at most `max` copies that the index has yet to take in; `copy` is null for a deleted one. */
    changed: (max: number) =>
      some.all([max]).map((found) => {
        const { number } = numberRow.parse(found)
        const row = byNumber.get([number])
        return { number, copy: row === undefined ? null : searched(row).copy }
      }),
    /** Notes that the index has taken these in. */
    markIndexed: (numbers: readonly number[]): void =>
      inTransaction(database, () => {
        for (const number of numbers) deleteChange.run([number])
      }),
    /** Notes that the index has taken none in. */
    markAllChanged(): void {
      inTransaction(database, () =>
        database.exec('INSERT OR IGNORE INTO changed_copies SELECT number FROM copies'),
      )
    },
    /** Returns the owners whose copies the viewer may see, in hex. */
    ownersSeenBy: (viewer: CopyViewer): readonly string[] =>
      ownersOf
        .all([indexes.credentials(viewer)])
        .map((row) => valueRow.parse(row).value.toString('hex'))
        .sort(),
    /** Returns one copy as a list shows it, and as it is searched; null when it is gone, or not the viewer's to see. */
    listed(viewer: CopyViewer, number: number) {
      const found = visibleByNumber.get([number, indexes.credentials(viewer)])
      if (found === undefined) return null
      const { row, record, copy } = searched(found)
      const { fields, ...rest } = record
      const shown: Omit<FoundCopy, 'lockedBy'> = {
        ...rest,
        wallet: walletName({ fields }),
        paidAt: paymentTime(record),
        savedAt: new Date(row.saved_at).toISOString(),
      }
      return { shown, copy }
    },
  }
}

export type CacheFile = { readonly database: Database.Database; readonly key: Buffer }
export type Rows = ReturnType<typeof makeRows>

/** Makes what reads and writes the tables of cache.db, except for the table of lists (lists/queue.ts). */
export function makeRows(database: Database.Database, key: Buffer) {
  const indexes = makeIndexes(key)
  const { openRecord, ...reading } = makeReading(database, key, indexes)
  const file: CacheFile = { database, key }
  return {
    file,
    ...reading,
    ...makeWriting(database, key, indexes),
    ...makeDeleting(database, key, indexes),
    ...makeSearched(database, indexes, openRecord),
  }
}
