/**
 * The refund journal: append-only lines, and derived from them in the same transaction one row per attempt (architecture.md,
 * "The refund protocol"). A commit has reached the disk when a call returns. What is open is kept in memory from
 * verified lines, and that memory is the lock; the table and its unique index are asked in addition.
 */
import type { Attempt } from '../../shared/attempt'
import type { PaymentEvent } from '../../shared/journal-events'
import { attemptWork } from '../database/open-database'
import { mostLocks } from './head-entry'
import { makeJournalChecking } from './journal-checking'
import { chainKey } from './journal-line'
import { type JournalMemory, type OpenedFile, readOr } from './journal-memory'
import { makeJournalPages } from './journal-pages'
import { lockLinesIndex, paymentIndex } from './journal-rows'
import type { Journal, Payment } from './journal-types'
import { makeJournalWriting } from './journal-writing'
import { highWaterRows, knownHighWater } from './known-high-water'
import { openLocksOf } from './pending-rows'
import { withRelated } from './service-registry'
import { advanceStanding, lockIn, nothingStands, undecidedIn } from './standing'

/** A journal over an opened file whose memory was made from verified lines (open-journal-file.ts). */
export function makeJournal(file: OpenedFile, memory: JournalMemory): Journal {
  const { database, key, id, reads } = file
  const writing = makeJournalWriting(file, memory)
  const checking = makeJournalChecking(file, memory, writing.checkpoint)
  const pages = makeJournalPages(database, key, id, reads)
  const open = () => memory.state.standing.attempts
  const asOpen = (attempt: Attempt) => open().get(attempt.intent.marker) ?? attempt

  function indexesOf({ services, id: paymentId }: Payment): readonly Buffer[] {
    return services.map((service) => paymentIndex(key, service, paymentId))
  }

  function lockOn(payment: Payment) {
    const { standing } = memory.state
    const known = lockIn(standing, payment)
    if (known !== null) return known
    const services = [...withRelated(standing.services, payment.services)]
    const inTable = readOr(memory, [], () => indexesOf({ ...payment, services }).flatMap(reads.undecidedOf))
    return inTable[0]?.attempt ?? null
  }

  function attemptsOn(payment: Payment): readonly Attempt[] {
    const rows = readOr(memory, [], () => indexesOf(payment).flatMap(reads.rowsOf))
    return [...rows].sort((one, other) => one.number - other.number).map(({ attempt }) => asOpen(attempt))
  }

  return {
    id,
    head: () => memory.state.head,
    standing: () => memory.state.standing,
    ...writing,
    ...checking,
    attempt(marker) {
      return open().get(marker) ?? readOr(memory, null, () => reads.row(marker)?.attempt ?? null)
    },
    attemptsOn,
    undecided: () => undecidedIn(memory.state.standing),
    lockOn,
    page: (order) => readOr(memory, { attempts: [], next: null }, () => pages.page(order)),
    listPage: (order) => readOr(memory, null, () => pages.listPage(order)),
    lastNumber: () => readOr(memory, null, pages.lastNumber),
    lines: (marker) => readOr(memory, [], () => linesOf(marker)),
    paymentLines: (payment) => readOr(memory, [], () => paymentLines(payment)),
    lineRun: (from, to) => readOr(memory, null, () => pages.lineRun(from, to)),
    lineAt: (seq) => readOr(memory, null, () => pages.lineAt(seq)),
    highWater: (payment, currency) =>
      readOr(memory, null, () => knownHighWater(file, payment, currency ?? null)),
    lowering: (payment) => readOr(memory, null, () => loweringOf(payment)),
    openLocks: () => [...openLocksOf(memory.state.standing)].reverse().slice(0, mostLocks),
    verificationKey: () => chainKey(key),
    verifiedWholeAt: () => memory.progress.wholeAt,
    close() {
      writing.checkpoint()
      // libsql lets go of the file only when its statements are collected: until then nothing of it may be missing.
      attemptWork(() => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]))
      attemptWork(() => database.close())
    },
  }

  function linesOf(marker: string) {
    const row = reads.row(marker)
    const known = row?.columns.payment
    if (known === undefined) return []
    return reads
      .linesOf(known)
      .flatMap(({ line }) => ('event' in line && line.marker === marker ? [line] : []))
  }

  /** Locks whose payment nobody knows, and all releases, stand together: they are few, and gone through each time. */
  function paymentLines(payment: Payment) {
    const own = indexesOf(payment).flatMap((each) => reads.linesOf(each))
    const locks = reads.linesOf(lockLinesIndex(key))
    const lines = [...own, ...locks].flatMap(({ line }) =>
      'payment' in line ? [{ line: line.seq, event: line.payment }] : [],
    )
    const ofPayment = new Set<number>()
    return lines
      .sort((one, other) => one.line - other.line)
      .filter(({ line, event }) => {
        const { kind } = event
        const concerns =
          kind === 'released'
            ? ofPayment.has(event.line)
            : kind !== 'locked_unread' || unreadOn(payment, line, event)
        if (concerns) ofPayment.add(line)
        return concerns
      })
  }

  function unreadOn(payment: Payment, line: number, event: PaymentEvent): boolean {
    const alone = advanceStanding(nothingStands, { seq: line, payment: event }, null)
    return lockIn(alone, payment) !== null
  }

  function loweringOf(payment: Payment) {
    const numbers = highWaterRows(file, payment).flatMap(({ lowering }) => lowering ?? [])
    if (numbers.length === 0) return null
    const { line } = reads.lineAt(Math.max(...numbers))
    if (!('payment' in line) || line.payment.kind !== 'lowered') throw new Error('A lowering is no lowering')
    return { at: line.payment.at, from: line.payment.from }
  }
}
