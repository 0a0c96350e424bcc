import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { fail, type Result, succeed } from '../shared/base/result'
import { writeHundredths } from '../shared/payment/money'
import { minRefund } from '../shared/payment/refund-rules'
import { seedTransactions } from './seed'
import { profiles, type Switches } from './switches'
import {
  entrySchema,
  factsSchema,
  type LedgerEntry,
  makeTransaction,
  restOf,
  type StoredTransaction,
  type TransactionFacts,
  type TransactionSketch,
} from './transaction'

/**
 * The practice service's ledger: transactions and the refunds applied to them. What was added to the practice data is in a
 * file of JSON lines that survives a restart. It knows nothing of HTTP.
 */
type LedgerOptions = {
  /** A path, or ':memory:'. */
  readonly file: string
  readonly now?: () => Date
  readonly switches?: Partial<Switches>
}

/** What a code is matched against (interface.md §4.2); null when `query` was left out. */
type Query = 'transaction_id' | 'custom_id' | null

/** A refund that was asked for, its form fields read. */
export type RequestedRefund = {
  /** The transaction's internal `id`. */
  readonly id: string
  /** Null when it was not sent. */
  readonly amountHundredths: number | null
  readonly reason: string
  /** '' when it was not sent. */
  readonly deviceId: string
}

/** Why a request is refused: an error of interface.md §7. `allow` is the method that the path takes. */
export type Refusal = { readonly status: number; readonly message: string; readonly allow?: string }

/** The one error that the interface shows (§7). */
export const internalError: Refusal = { status: 500, message: 'Internal Error' }

/** A refusal with that status, which is a switch's value or fixed; a 500 says nothing of its cause. */
export function refusal(status: number | string, message: string): Refusal {
  return Number(status) === 500 ? internalError : { status: Number(status), message }
}

export type Ledger = ReturnType<typeof openLedger>

/** Opens a ledger. Throws for a file that cannot be written or is no ledger, and leaves that as it is. */
export function openLedger(options: LedgerOptions) {
  const { now = () => new Date() } = options
  let switches: Switches = { ...profiles.default, ...options.switches }
  const file = options.file === ':memory:' ? noFile : openLines(options.file)
  const book = new Map<string, StoredTransaction>()
  let entries: LedgerEntry[] = []

  const all = () => [...book.values()]
  const add = (facts: TransactionFacts) => {
    const { id, transaction_id } = facts
    if (all().some((each) => each.facts.id === id || each.facts.transaction_id === transaction_id))
      throw new Error(`The ledger has ${id} or ${transaction_id} already`)
    book.set(id, { facts, refunds: [] })
  }
  const apply = (entry: LedgerEntry): StoredTransaction => {
    const before = book.get(entry.id)
    if (before === undefined) throw new Error(`The ledger has no ${entry.id}`)
    const after = { ...before, refunds: [...before.refunds, entry] }
    book.set(entry.id, after)
    entries.push(entry)
    return after
  }
  const begin = () => {
    book.clear()
    entries = []
    for (const { facts, refunds } of seedTransactions()) {
      add(facts)
      for (const [amountHundredths, reason, at] of refunds)
        apply({ ...keysOf(facts), amountHundredths, reason, deviceId: 'practice-till-2', at })
    }
  }

  begin()
  for (const line of file.lines) 'transaction' in line ? add(line.transaction) : apply(line.refund)
  return {
    switches: () => switches,
    setSwitches(changes: Partial<Switches>): void {
      switches = { ...switches, ...changes }
    },
    /** Returns the transaction that a show of this code is about, or null. Of a shared custom id, the newest. */
    find(code: string, query: Query): StoredTransaction | null {
      const by = (name: 'id' | 'transaction_id' | 'custom_id') =>
        all().findLast(({ facts }) => facts[name] === code) ?? null
      if (query !== null) return by(query)
      return switches.omittedQuery === 'any'
        ? (by('id') ?? by('transaction_id') ?? by('custom_id'))
        : by(switches.omittedQuery)
    },
    /** By internal `id`. */
    read: (id: string): StoredTransaction | null => book.get(id) ?? null,
    /** Judges a refund by interface.md §4.1 and §8, and applies it: it is on the disk when this returns. */
    refund(order: RequestedRefund): Result<StoredTransaction, Refusal> {
      const transaction = book.get(order.id)
      if (transaction === undefined) return fail(missRefusal(switches))
      const amount = judge(transaction, order, switches)
      if (!amount.ok) return amount
      // The service's own times never run backwards on one transaction, whatever the clock does.
      const at = [now().toISOString(), transaction.refunds.at(-1)?.at ?? ''].sort().at(-1) ?? ''
      const entry = { ...order, ...keysOf(transaction.facts), amountHundredths: amount.value, at }
      file.append({ refund: entry })
      return succeed(apply(entry))
    },
    /** One row per applied refund, oldest first; of one transaction when an internal `id` is given. */
    entries: (id?: string): readonly LedgerEntry[] =>
      entries.filter((entry) => id === undefined || entry.id === id),
    transactions: (): readonly StoredTransaction[] => all(),
    /**
     * Adds a transaction; what the sketch leaves out is made up. Throws if one of its ids is taken, or if a text
     * or an amount is longer than interface.md §2.2 lets it be.
     */
    addTransaction(sketch: TransactionSketch = {}): StoredTransaction {
      const facts = makeTransaction(sketch.id ?? `added ${book.size + 1}`, sketch)
      add(facts)
      file.append({ transaction: facts })
      return { facts, refunds: [] }
    },
    /** Forgets everything and begins again with the practice data. */
    startOver(): void {
      file.clear()
      begin()
    },
    close: file.close,
  }
}

const keysOf = ({ id, transaction_id }: TransactionFacts) => ({ id, transactionId: transaction_id })

/** The refusal of a request for a transaction that is not there. */
export const missRefusal = ({ missStatus }: Switches) => refusal(missStatus, 'Transaction not found')

/** Returns the hundredths that would be refunded of the transaction as it is, or the refusal. */
function judge(
  transaction: StoredTransaction,
  { amountHundredths: asked, reason }: RequestedRefund,
  switches: Switches,
): Result<number, Refusal> {
  const refuse = (message: string) => fail(refusal(switches.invalidStatus, message))
  const { status, amount } = transaction.facts
  const rest = restOf(transaction)
  if (status !== 'paid' && switches.unpaidRefund === 'refuse')
    return refuse(`A transaction with status ${status} cannot be refunded`)
  if (rest <= 0) return refuse('The transaction is already refunded')
  const limit = switches.reasonLimit === 'none' ? Number.POSITIVE_INFINITY : Number(switches.reasonLimit)
  if (Array.from(reason).length > limit) return refuse(`The refund reason is longer than ${limit} characters`)
  if (asked === null) {
    return rest < amount && switches.omittedAmount === 'refuse'
      ? refuse('The amount is required once a part has been refunded')
      : succeed(rest)
  }
  if (asked < minRefund) return refuse('The amount must be at least 0.1')
  if (asked > amount) return refuse(`The amount must not be greater than ${writeHundredths(amount)}`)
  if (asked > rest && switches.overlargePart === 'refuse')
    return refuse(`Only ${writeHundredths(rest)} is left to refund`)
  return succeed(Math.min(asked, rest))
}

const lineSchema = z.union([
  z.strictObject({ transaction: factsSchema }),
  z.strictObject({ refund: entrySchema }),
])
type Line = z.infer<typeof lineSchema>

const noFile: ReturnType<typeof openLines> = { lines: [], append: () => {}, clear: () => {}, close: () => {} }

const firstLine = '{"practiceLedger":1}\n'

function openLines(place: string) {
  const descriptor = openSync(place, 'a+', 0o600)
  try {
    const text = readFileSync(place, 'utf8')
    const isOurs = text.startsWith(firstLine) || firstLine.startsWith(text)
    if (!isOurs) throw new Error(`${place} is no practice ledger`)
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const lines = whole.slice(firstLine.length).split('\n').slice(0, -1)
    const read = lines.map((line) => lineSchema.parse(JSON.parse(line)))
    let bytes = Buffer.byteLength(whole)
    const shorten = (to: number) => {
      ftruncateSync(descriptor, to)
      bytes = to
    }
    const write = (words: string) => {
      try {
        writeSync(descriptor, words)
        fdatasyncSync(descriptor)
      } catch (error) {
        shorten(bytes)
        throw error
      }
      bytes += Buffer.byteLength(words)
    }
    // A line that a killed service left half written was never answered.
    shorten(bytes)
    if (bytes === 0) write(firstLine)
    return {
      lines: read,
      /** Throws when the disk does not take it; the file is then as it was. */
      append: (line: Line): void => write(`${JSON.stringify(line)}\n`),
      clear: () => shorten(firstLine.length),
      close: () => closeSync(descriptor),
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
