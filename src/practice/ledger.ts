import Database from 'libsql'
import { z } from 'zod'
import { writeHundredths } from '../shared/money'
import { leastRefund } from '../shared/refund-rules'
import { fail, type Result, succeed, unreachable } from '../shared/result'
import { addSeed } from './seed'
import { defaultSwitches, type Switches } from './switches'
import {
  factsSchema,
  type LedgerEntry,
  makeTransaction,
  restOf,
  type StoredTransaction,
  type TransactionFacts,
  type TransactionSketch,
} from './transaction'

/**
 * The practice service's book: transactions and the refunds applied to them, in a libsql file that survives a
 * restart. It knows nothing of HTTP; a test harness may use it in process. Judging a refund and applying it
 * are two steps, so that a refund can also land late.
 */

export type LedgerOptions = {
  /** A path, or ':memory:'. */
  readonly file: string
  readonly now?: () => Date
  readonly switches?: Partial<Switches>
  /** Whether the ledger gets the practice data that it lacks (seed.ts). True unless said otherwise. */
  readonly seed?: boolean
}

/** What a code is matched against (interface.md §4.2); null when `query` was left out. */
export type Query = 'transaction_id' | 'custom_id' | null

export type Ledger = {
  readonly switches: () => Switches
  readonly setSwitches: (changes: Partial<Switches>) => void
  /** The transaction that a show of this code is about, or null for a miss. */
  readonly find: (code: string, query: Query) => StoredTransaction | null
  /** By internal `id`. */
  readonly read: (id: string) => StoredTransaction | null
  /** Judges only: no money moves (`updated_at` may, by the switch `refusalTouches`). */
  readonly judge: (order: RequestedRefund) => Result<ApprovedRefund, Refusal>
  /** Applies what was approved, now or long ago: refused if it no longer fits. One database transaction. */
  readonly apply: (refund: ApprovedRefund) => Result<StoredTransaction, Refusal>
  /** Judges and applies at once, as the service does with a POST. */
  readonly refund: (order: RequestedRefund) => Result<StoredTransaction, Refusal>
  /** One row per applied refund, oldest first; of one transaction when an internal `id` is given. */
  readonly entries: (id?: string) => readonly LedgerEntry[]
  readonly transactions: () => readonly StoredTransaction[]
  /**
   * Adds a transaction; what the sketch leaves out is made up. Throws if one of its ids is taken, or if a text
   * or an amount is longer than interface.md §2.2 lets it be.
   */
  readonly addTransaction: (sketch?: TransactionSketch) => StoredTransaction
  /** Forgets everything and begins again, with the practice data unless this ledger was opened without. */
  readonly startOver: () => void
  readonly close: () => void
}

/** Opens a ledger and gives it the practice data. Throws libsql's error for a file that is no ledger. */
export function openLedger(options: LedgerOptions): Ledger {
  const rows = openLedgerRows(options.file)
  const now = options.now ?? (() => new Date())
  let switches: Switches = { ...defaultSwitches, ...options.switches }
  const fill = () => {
    if (options.seed !== false) addSeed(rows)
  }
  rows.inTransaction(fill)

  const judge = (order: RequestedRefund) => judgeOrder(rows, order, switches, now)
  return {
    switches: () => switches,
    setSwitches: (changes) => {
      switches = { ...switches, ...changes }
    },
    find: (code, query) => findByCode(rows, code, query, switches),
    read: rows.read,
    judge,
    apply: (refund) => rows.inTransaction(() => applyRefund(rows, refund, switches, now)),
    refund: (order) =>
      rows.inTransaction(() => {
        const judged = judge(order)
        return judged.ok ? applyRefund(rows, judged.value, switches, now) : judged
      }),
    entries: rows.entries,
    transactions: () => rows.ids().map((id) => present(rows, id)),
    addTransaction: (sketch = {}) => {
      const facts = makeTransaction(sketch.id ?? `added ${rows.ids().length + 1}`, sketch)
      rows.addTransaction(facts)
      return present(rows, facts.id)
    },
    startOver: () =>
      rows.inTransaction(() => {
        rows.clear()
        fill()
      }),
    close: rows.close,
  }
}

function present(rows: LedgerRows, id: string): StoredTransaction {
  const transaction = rows.read(id)
  if (transaction === null) throw new Error(`The ledger lost ${id}`)
  return transaction
}

function findByCode(
  rows: LedgerRows,
  code: string,
  query: Query,
  switches: Switches,
): StoredTransaction | null {
  const byId = () => rows.read(code)
  const through = (id: string | null) => (id === null ? null : rows.read(id))
  const byTransactionId = () => through(rows.idByTransactionId(code))
  const byCustomId = () => through(rows.idByCustomId(code, switches.sharedCustomId))
  if (query === 'transaction_id') return byTransactionId()
  if (query === 'custom_id') return byCustomId()
  switch (switches.omittedQuery) {
    case 'id':
      return byId()
    case 'transaction_id':
      return byTransactionId()
    case 'any':
      return byId() ?? byTransactionId() ?? byCustomId()
    default:
      return unreachable(switches.omittedQuery)
  }
}

function judgeOrder(
  rows: LedgerRows,
  order: RequestedRefund,
  switches: Switches,
  now: () => Date,
): Result<ApprovedRefund, Refusal> {
  const transaction = rows.read(order.id)
  if (transaction === null) return fail(missRefusal(switches))
  const judged = judgeRefund(transaction, order, switches)
  if (!judged.ok && switches.refusalTouches === 'moves') touch(rows, transaction, now())
  return judged
}

/** The service's own times never run backwards on one transaction, whatever the clock does. */
function touch(rows: LedgerRows, transaction: StoredTransaction, at: Date): void {
  const text = at.toISOString()
  if (transaction.touchedAt === null || transaction.touchedAt < text) rows.touch(transaction.facts.id, text)
}

function applyRefund(
  rows: LedgerRows,
  refund: ApprovedRefund,
  switches: Switches,
  now: () => Date,
): Result<StoredTransaction, Refusal> {
  const transaction = rows.read(refund.id)
  if (transaction === null) return fail(missRefusal(switches))
  if (refund.amountHundredths > restOf(transaction)) {
    return fail({ status: Number(switches.invalidStatus), message: 'The transaction is already refunded' })
  }
  const at = now()
  rows.addRefund({ ...refund, at: at.toISOString() })
  touch(rows, transaction, at)
  return succeed(present(rows, refund.id))
}

/** A refund that was asked for, its form fields read. Amounts are hundredths; null is "not sent". */
export type RequestedRefund = {
  /** The transaction's internal `id`. */
  readonly id: string
  readonly amountHundredths: number | null
  readonly reason: string
  /** '' when it was not sent. */
  readonly deviceId: string
}

/** A refund that may be applied, now or later. */
export type ApprovedRefund = Omit<RequestedRefund, 'amountHundredths'> & { readonly amountHundredths: number }

/** Why a request is refused: an error of interface.md §7. */
export type Refusal = { readonly status: number; readonly message: string }

/** A miss, in the words that go with its status. */
export function missRefusal(switches: Switches): Refusal {
  const status = Number(switches.missStatus)
  return { status, message: status === 500 ? 'Internal Error' : 'Transaction not found' }
}

/**
 * Judges a refund by interface.md §4.1 and §8 against the transaction as it stands. Changes nothing.
 * Answers the amount that would be refunded, or the refusal.
 */
export function judgeRefund(
  transaction: StoredTransaction,
  order: RequestedRefund,
  switches: Switches,
): Result<ApprovedRefund, Refusal> {
  const refuse = (message: string) => fail({ status: Number(switches.invalidStatus), message })
  const { facts } = transaction
  const rest = restOf(transaction)
  if (facts.status !== 'paid' && switches.unpaidRefund === 'refuse') {
    return refuse(`A transaction with status ${facts.status} cannot be refunded`)
  }
  if (rest <= 0) return refuse('The transaction is already refunded')
  const limit = switches.reasonLimit === 'none' ? Number.POSITIVE_INFINITY : Number(switches.reasonLimit)
  if (Array.from(order.reason).length > limit)
    return refuse(`The refund reason is longer than ${limit} characters`)
  if (order.amountHundredths === null) {
    if (rest < facts.amount && switches.omittedAmount === 'refuse') {
      return refuse('The amount is required once a part has been refunded')
    }
    return succeed({ ...order, amountHundredths: rest })
  }
  if (order.amountHundredths < leastRefund) return refuse('The amount must be at least 0.1')
  if (order.amountHundredths > facts.amount) {
    return refuse(`The amount must not be greater than ${writeHundredths(facts.amount)}`)
  }
  if (order.amountHundredths > rest && switches.overlargePart === 'refuse') {
    return refuse(`Only ${writeHundredths(rest)} is left to refund`)
  }
  return succeed({ ...order, amountHundredths: Math.min(order.amountHundredths, rest) })
}

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

const tables = `
  CREATE TABLE IF NOT EXISTS transactions (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    transaction_id TEXT NOT NULL UNIQUE,
    custom_id TEXT,
    facts TEXT NOT NULL,
    touched_at TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS transactions_by_custom_id ON transactions (custom_id);
  CREATE TABLE IF NOT EXISTS refunds (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL REFERENCES transactions (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    device_id TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refunds_by_id ON refunds (id);
`

/**
 * Opens the ledger's file (':memory:' for none) and makes its tables. A refund is on the disk before it is
 * answered. Throws libsql's error for a file that is no ledger.
 */
export function openLedgerFile(file: string): Database.Database {
  const database = new Database(file, { timeout: 5 })
  if (file !== ':memory:') database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  database.exec(tables)
  return database
}
