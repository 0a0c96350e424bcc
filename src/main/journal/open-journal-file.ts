/**
 * Opens a journal from its newest believable checkpoint (refund-protocol.md 11 and 13): what stands open follows from
 * it and the lines after it, never from the table, and all that these touch is compared before anything is sent.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type Database from 'libsql'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, openDurable } from '../database/open-database'
import { readWal } from '../database/sqlite-wal'
import { readProgress } from './audit-progress'
import { readCheckpoints } from './checkpoint'
import { makeJournal } from './journal'
import { comparePayment } from './journal-checking'
import { journalIdFact, keyCheckFact, readKeyCheck } from './journal-facts'
import type { JournalFileDeps } from './journal-file'
import { chainStart, type Head } from './journal-line'
import type { JournalMemory, OpenedFile } from './journal-memory'
import { makeJournalReads } from './journal-reads'
import { paymentIndex } from './journal-rows'
import { expectedSchema, journalVersion, readSchema, readVersion } from './journal-schema'
import type { Journal, RefundsOffFault } from './journal-types'
import { makeJournalWrites } from './journal-writes'
import { opensAnything } from './key-opens'
import type { BookState } from './line-book'
import { compareWithMemory } from './outside-changes'
import { readFromCheckpoint } from './read-from-checkpoint'
import { readWhole } from './read-whole'
import { damaged, faultOf, faultThrown } from './refunds-off-fault'

/** SQLite takes a file without a header for a new one and throws its write-ahead log away: not ours to lose. */
const headerBytes = 100
/** Of a journal, in bytes: SQLite's own when nothing else is asked for. */
const pageSize = 4096
/** A journal that was not verified whole for so long, in milliseconds, is verified before it opens. */
const longestUnverified = 7 * 24 * 3_600_000

type Opening = Result<Journal, RefundsOffFault>
type Failed = { readonly ok: false; readonly fault: RefundsOffFault }

const damage = (detail: string): Failed => fail(damaged(detail))

/** Documented at `openJournalFile` of journal-file.ts. */
export async function readJournalFile(file: string, deps: JournalFileDeps): Promise<Opening> {
  if (!existsSync(file)) return fail({ why: 'journal_missing', detail: 'The journal is not on this disk' })
  if (statSync(file).size < headerBytes) return damage('The journal on this disk has been cut off')
  const unread = unreadTransactions(file)
  if (unread > 1) return damage('The log of the journal is damaged before its end')
  const opened = openDurable(file)
  if (!opened.ok) return fail(faultOf(opened.fault))
  const journal = await check(opened.value, deps)
  if (!journal.ok) attemptWork(() => opened.value.close())
  // What a power cut left behind the log's end goes: two such rests would look like damage.
  else if (unread > 0) attemptWork(() => opened.value.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]))
  return journal
}

/**
 * SQLite takes a log to end at the first frame that does not hold, and throws away what was committed behind it: by
 * closing the file alone. A new journal can still read that (protocol 12), so such a log is not opened at all.
 */
function unreadTransactions(file: string): number {
  const log = attemptWork(() => readFileSync(`${file}-wal`))
  return log.ok ? readWal(log.value, pageSize).unread : 0
}

async function check(database: Database.Database, deps: JournalFileDeps): Promise<Opening> {
  try {
    const own = checkFacts(database, deps)
    return own.ok ? await checkContent(own.value, deps) : own
  } catch (error) {
    return fail(faultThrown(error))
  }
}

/** Whether the file is a journal of today's format, this one, and the key its own. */
function checkFacts(
  database: Database.Database,
  { id, key, now }: JournalFileDeps,
): Result<OpenedFile, RefundsOffFault> {
  const version = readVersion(database)
  const sameTables = isDeepStrictEqual(readSchema(database), expectedSchema())
  if (!sameTables && version === journalVersion) return damage('The tables of the file were changed')
  const reads = attemptWork(() => makeJournalReads(database, key))
  if (!reads.ok) return fail(faultOf(reads.fault))
  const value = reads.value.fact(keyCheckFact)
  const found = value === null ? null : readKeyCheck(key, value)
  if (found === null) return keyOrDamage(database, key)
  if (found.version !== journalVersion && version === found.version) {
    return fail({ why: 'journal_other_version', detail: `The journal is of version ${version}` })
  }
  if (!sameTables || version !== journalVersion || found.version !== version) {
    return damage('The file says that it is of another version')
  }
  if (found.journal !== id || reads.value.fact(journalIdFact) !== id) {
    return damage('The file is that of another journal')
  }
  return succeed({
    database,
    key,
    id,
    reads: reads.value,
    writes: makeJournalWrites(database, key),
    now,
  })
}

/** The check value does not open: if anything else does, the key is right and the value is damaged. */
function keyOrDamage(database: Database.Database, key: Buffer): Failed {
  if (opensAnything(database, key)) return damage('The check of the key does not open')
  return fail({ why: 'journal_wrong_key', detail: 'The key does not open the journal on this disk' })
}

async function checkContent(file: OpenedFile, deps: JournalFileDeps): Promise<Opening> {
  const { database, key, id, reads } = file
  const head = reads.head() ?? chainStart(id)
  const checkpoints = readCheckpoints(database, key)
  if (checkpoints.some((checkpoint) => checkpoint.head.seq > head.seq)) {
    return rolledBack('Lines before a checkpoint are missing')
  }
  // One whose hash is not the chain's is not believed; nor is one of another journal, which does not open.
  const checkpoint = checkpoints.find(({ head: at }) => hashAt(file, at.seq) === at.hash) ?? null
  const progress = readProgress(database, key)
  const yieldToEventLoop = deps.yieldToEventLoop ?? (async () => undefined)
  const read = checkpoint === null ? null : readFromCheckpoint(file, checkpoint, deps.head, head)
  if (read !== null && !read.ok) return read
  const due = read === null || !wholeLately(progress.wholeAt, file.now())
  const whole = due ? await readWhole(file, head, yieldToEventLoop) : null
  if (whole !== null && !whole.ok) return whole
  if (read !== null && whole !== null && !isDeepStrictEqual(read.value.state, whole.value)) {
    return damage('What stands open is not what all lines add up to')
  }
  const state = read?.value.state ?? whole?.value
  if (state === undefined) throw new Error('Neither a checkpoint nor the whole was read')
  const rollback = againstKept(file, deps.head, head)
  if (rollback !== null) return rollback
  const wrong = compareOpen(file, state, read?.value.touched ?? [])
  if (wrong !== null) return damage(wrong)
  const memory: JournalMemory = {
    state,
    progress: due ? { wholeAt: file.now(), round: null } : progress,
    progressKept: progress,
    wholeInThisRun: due,
    damage: null,
    checkpointAt: checkpoint?.head.seq ?? -1,
  }
  const journal = makeJournal(file, memory)
  if (due) journal.checkpoint()
  return succeed(journal)
}

function wholeLately(wholeAt: number | null, now: number): boolean {
  return wholeAt !== null && wholeAt <= now && now - wholeAt < longestUnverified
}

function hashAt({ id, reads }: OpenedFile, seq: number): string | null {
  return seq === 0 ? chainStart(id).hash : reads.hashAt(seq)
}

function rolledBack(detail: string): Failed {
  return fail({ why: 'journal_rolled_back', detail })
}

/** Whether the chain, verified as far as it goes, extends the head that the keychain knows. */
function againstKept(file: OpenedFile, kept: Head | null, head: Head): Failed | null {
  if (kept === null) return null
  const same = kept.seq <= head.seq && hashAt(file, kept.seq) === kept.hash
  return same ? null : rolledBack('The journal is older than the keychain knows, or another')
}

/** Everything that is open, and every payment that was touched since the checkpoint, against lines and tables. */
function compareOpen(file: OpenedFile, state: BookState, touched: readonly string[]): string | null {
  const payments = new Map<string, string[]>(touched.map((payment) => [payment, []]))
  for (const { intent } of state.standing.attempts.values()) {
    const payment = paymentIndex(file.key, intent.service, intent.id).toString('hex')
    payments.set(payment, [...(payments.get(payment) ?? []), intent.marker])
  }
  for (const [payment, open] of payments) {
    const wrong = comparePayment(file, state, Buffer.from(payment, 'hex'), open)
    if (wrong !== null) return wrong
  }
  return compareWithMemory(file, state)
}
