/**
 * The practice service's book: transactions and the refunds applied to them, in a libsql file that survives a
 * restart. It knows nothing of HTTP; a test harness may use it in process. Judging a refund and applying it
 * are two steps, so that a refund can also land late.
 */
import { fail, type Result, succeed, unreachable } from '../shared/result'
import {
  type ApprovedRefund,
  judgeRefund,
  missRefusal,
  type Refusal,
  type RequestedRefund,
} from './judge-refund'
import { type LedgerRows, openLedgerRows } from './ledger-rows'
import { makeTransaction, type TransactionSketch } from './make-transaction'
import { addSeed } from './seed'
import type { LedgerEntry, StoredTransaction } from './stored-transaction'
import { restOf } from './stored-transaction'
import { defaultSwitches, type Switches } from './switches'

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
