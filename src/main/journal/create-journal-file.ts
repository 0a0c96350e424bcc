/** Writes a whole new journal file (refund-protocol.md 12): lines, rows, high-water values and a first checkpoint. */
import type Database from 'libsql'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, databaseFault, openDurable } from '../database/open-database'
import { sealProgress } from './audit-progress'
import { sealCheckpoint } from './checkpoint'
import { finishFile } from './finish-file'
import { journalIdFact, keyCheckFact, writeKeyCheck } from './journal-facts'
import type { NewJournalFile } from './journal-file'
import { chainStart, type Head } from './journal-line'
import { type JournalReads, makeJournalReads } from './journal-reads'
import { paymentIndex } from './journal-rows'
import { journalSchema, journalVersion } from './journal-schema'
import type { RefundsOffFault } from './journal-types'
import { type JournalWrites, makeJournalWrites } from './journal-writes'
import { type BookState, makeLineBook } from './line-book'
import { noPendingRows, writePending } from './pending-rows'
import { nothingStands } from './standing'

/** So many attempts may wait to be written: nearly each is written once it is settled, and all in a few milliseconds. */
const mostPending = 20

/**
 * What does not fit goes to the log as it comes, so that the commit has little left to write; in kibibytes. No line
 * waits for the disk: nothing names the file before all of it is there and has reached the disk.
 */
const whileFilling = 'PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-16000'

const neverYield = async () => undefined

/**
 * Fills an empty database in a transaction that is still to be committed. Throws what the database throws, and on a line that cannot follow those before it: that is
 * a mistake of the caller.
 */
async function fill(database: Database.Database, parts: NewJournalFile): Promise<Head> {
  const { key, id, content, now, yieldToEventLoop = neverYield } = parts
  database.exec(whileFilling)
  database.exec('BEGIN IMMEDIATE')
  database.exec(journalSchema)
  const reads = makeJournalReads(database, key)
  const writes = makeJournalWrites(database, key)
  const book = makeLineBook(key, reads, writes)
  writeFacts(writes, parts)
  let state: BookState = { head: chainStart(id), standing: nothingStands, lastNumber: 0 }
  let pending = noPendingRows()
  const touched = new Set<string>()
  const flush = () => {
    writePending(key, reads, writes, pending, state.standing)
    for (const payment of pending.highWater.keys()) touched.add(payment)
    pending = noPendingRows()
  }
  for (const line of content.lines) {
    await yieldToEventLoop()
    const added = book.add(state, pending, line)
    if (!added.ok) throw new Error(`Line ${line.seq} cannot be taken over: ${JSON.stringify(added.fault)}`)
    state = added.value.state
    if (pending.attempts.size >= mostPending) flush()
  }
  flush()
  await writeValues(parts, touched, reads, writes)
  const { head, standing } = state
  writes.checkpoint(head.seq, head.hash, sealCheckpoint(key, head, standing))
  writes.progress(sealProgress(key, { wholeAt: now(), round: null }))
  return head
}

function writeFacts(writes: JournalWrites, { key, id }: NewJournalFile): void {
  writes.fact(journalIdFact, id)
  writes.fact(keyCheckFact, writeKeyCheck(key, id, journalVersion))
}

/**
 * After the lines: a value that stood at the end was raised since the last lowering, not before it.
 * @param touched the payments, by index in hexadecimal, whose value the lines have raised already.
 */
async function writeValues(
  { key, content, yieldToEventLoop = neverYield }: NewJournalFile,
  touched: ReadonlySet<string>,
  reads: JournalReads,
  writes: JournalWrites,
): Promise<void> {
  for (const { service, id, highWater, currency } of content.highWater) {
    await yieldToEventLoop()
    const payment = paymentIndex(key, service, id)
    const known = touched.has(payment.toString('hex')) ? reads.highWater(payment) : null
    writes.highWater({
      service,
      id,
      refunded: Math.max(highWater.refunded, known?.refunded ?? 0),
      updatedAt: newer(highWater.updatedAt, known?.updatedAt ?? ''),
      currency: known === null || known.currency === '' ? currency : known.currency,
      others: known?.others ?? {},
      lowering: known?.lowering ?? null,
    })
  }
}

/** Both are of the one form that is compared, or ''. */
function newer(one: string, other: string): string {
  return one > other ? one : other
}

/** Documented at `createJournalFile` of journal-file.ts. */
export async function writeJournalFile(
  file: string,
  parts: NewJournalFile,
): Promise<Result<Head, RefundsOffFault>> {
  const opened = openDurable(file)
  if (!opened.ok) return fail({ why: 'journal_unwritable', detail: opened.fault.detail })
  const database = opened.value
  try {
    const head = await fill(database, parts)
    if (await finishFile(file, database)) return succeed(head)
    return fail({ why: 'journal_unwritable', detail: 'The log of the new file could not be folded in' })
  } catch (error) {
    if (database.inTransaction) attemptWork(() => database.exec('ROLLBACK'))
    const { kind, detail } = databaseFault(error)
    if (kind === 'damaged') throw error
    return fail({ why: 'journal_unwritable', detail })
  } finally {
    attemptWork(() => database.close())
  }
}
