import type Database from 'libsql'
import { z } from 'zod'
import { openLedgerFile } from './ledger-file'
import {
  factsSchema,
  type LedgerEntry,
  type StoredTransaction,
  type TransactionFacts,
} from './stored-transaction'

const idRow = z.object({ id: z.string() })
const transactionRow = z.object({ facts: z.string(), touched_at: z.string().nullable() })
const refundRow = z.object({
  number: z.number(),
  id: z.string(),
  transaction_id: z.string(),
  amount: z.number(),
  reason: z.string(),
  device_id: z.string(),
  at: z.string(),
})

function readEntry(row: unknown): LedgerEntry {
  const { number, id, transaction_id, amount, reason, device_id, at } = refundRow.parse(row)
  const transactionId = transaction_id
  return { number, id, transactionId, amountHundredths: amount, reason, deviceId: device_id, at }
}

function prepare(database: Database.Database) {
  const joined = `SELECT number, refunds.id, transaction_id, amount, reason, device_id, at
    FROM refunds JOIN transactions ON transactions.id = refunds.id`
  return {
    byId: database.prepare('SELECT facts, touched_at FROM transactions WHERE id = ?'),
    byTransactionId: database.prepare('SELECT id FROM transactions WHERE transaction_id = ?'),
    newest: database.prepare(
      'SELECT id FROM transactions WHERE custom_id = ? ORDER BY position DESC LIMIT 1',
    ),
    oldest: database.prepare('SELECT id FROM transactions WHERE custom_id = ? ORDER BY position LIMIT 1'),
    refundsOf: database.prepare(`${joined} WHERE refunds.id = ? ORDER BY number`),
    allRefunds: database.prepare(`${joined} ORDER BY number`),
    ids: database.prepare('SELECT id FROM transactions ORDER BY position'),
    add: database.prepare(
      'INSERT INTO transactions (id, transaction_id, custom_id, facts) VALUES (?, ?, ?, ?)',
    ),
    replace: database.prepare(
      'UPDATE transactions SET transaction_id = ?, custom_id = ?, facts = ? WHERE id = ?',
    ),
    refund: database.prepare(
      'INSERT INTO refunds (id, amount, reason, device_id, at) VALUES (?, ?, ?, ?, ?)',
    ),
    touch: database.prepare('UPDATE transactions SET touched_at = ? WHERE id = ?'),
  }
}

export type NewRefund = Omit<LedgerEntry, 'number' | 'transactionId'>
export type LedgerRows = ReturnType<typeof openLedgerRows>

/** The ledger's tables as functions: reading and writing rows, with no rules. Throws libsql's errors. */
export function openLedgerRows(file: string) {
  const database = openLedgerFile(file)
  const sql = prepare(database)
  const idIn = (row: unknown) => (row === undefined ? null : idRow.parse(row).id)
  return {
    read(id: string): StoredTransaction | null {
      const row = sql.byId.get([id])
      if (row === undefined) return null
      const { facts, touched_at } = transactionRow.parse(row)
      const refunds = sql.refundsOf.all([id]).map(readEntry)
      return { facts: factsSchema.parse(JSON.parse(facts)), refunds, touchedAt: touched_at }
    },
    idByTransactionId: (code: string) => idIn(sql.byTransactionId.get([code])),
    idByCustomId: (code: string, which: 'newest' | 'oldest') => idIn(sql[which].get([code])),
    ids: () => sql.ids.all([]).map((row) => idRow.parse(row).id),
    entries: (id?: string) =>
      (id === undefined ? sql.allRefunds.all([]) : sql.refundsOf.all([id])).map(readEntry),
    /** Throws zod's error for facts beyond the lengths of interface.md §2.2, libsql's if an id is taken. */
    addTransaction(facts: TransactionFacts): void {
      const kept = factsSchema.parse(facts)
      sql.add.run([kept.id, kept.transaction_id, kept.custom_id, JSON.stringify(kept)])
    },
    /** Gives the transaction with this `id` these facts; its refunds stay. Throws as `addTransaction` does. */
    replaceFacts(facts: TransactionFacts): void {
      const kept = factsSchema.parse(facts)
      sql.replace.run([kept.transaction_id, kept.custom_id, JSON.stringify(kept), kept.id])
    },
    addRefund({ id, amountHundredths, reason, deviceId, at }: NewRefund): void {
      sql.refund.run([id, amountHundredths, reason, deviceId, at])
    },
    touch: (id: string, at: string) => void sql.touch.run([at, id]),
    clear: () => void database.exec('DELETE FROM refunds; DELETE FROM transactions;'),
    /** Runs the work in one database transaction: all of it is kept, or nothing. */
    inTransaction: <T>(work: () => T): T => database.transaction(work).immediate(),
    close: () => void database.close(),
  }
}
