/**
 * The refund record as the refund service uses it: the log (log.ts), whose fold is the lock, and the index, which has what
 * was settled long ago (docs/refund-protocol.md, "The record"). Memory is folded from verified lines; nothing in the index
 * locks or unlocks.
 */
import type { Attempt, AttemptEvent, Snapshot } from '../../shared/attempt/attempt'
import { raise } from '../../shared/attempt/evidence'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { ActivityOrder } from '../../shared/contract/contract'
import type { RefundSoFar } from '../../shared/people/rules'
import type { PaymentEvent, TillEvent } from '../../shared/refund/journal-events'
import type { Past } from '../../shared/refund/past'
import { isOpen, isUndecided, ofEarlierLines } from '../../shared/refund/refund'
import { leastByOwn } from '../../shared/refund/watch-judgement'
import { linesNear, runOf } from './chain-lines'
import { attemptIn, lockIn, pastOf, refundsSoFar, undecidedIn } from './fold'
import { highWaterIn, pageOf, type SeenRow, writtenIn } from './index-store'
import type { JournalIndex } from './journal-index'
import type { AttemptLine, JournalLine } from './journal-line'
import {
  type ExportedLine,
  type JournalFault,
  numberOf,
  type Page,
  type PaymentLock,
  type Place,
  placeOf,
  type UnreadLines,
} from './journal-types'
import type { AddedLine, Draft, Log } from './log'
import type { RecordFiles } from './record-files'
import { lineOf, type RecordJournal } from './segment'
import type { VerifyFiles } from './verify-behind'

/** The fault where a decision would rest on an index that broke during the read, or is not built yet. */
const notReady = { kind: 'unwritable', detail: 'The values of the last month are being read' } as const

/** So many rows take a few milliseconds to read. */
const attemptsPerSlice = 25

export type JournalParts = {
  readonly log: Log
  readonly index: JournalIndex
  readonly files: RecordFiles
  /** Oldest first; the last one is in force. */
  readonly journals: readonly RecordJournal[]
  readonly verify: VerifyFiles
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export type Journal = ReturnType<typeof makeJournal>

export function makeJournal({ log, index, files, journals, verify, now }: JournalParts) {
  const { id, chain, key } = log.keys
  const current = log.earlier.length
  const standing = () => log.fold().standing

  /** Puts every written line into the index, also those before a line that failed. */
  function indexed<T>(added: T): T {
    index.apply(log.head(), log.takeAdded())
    return added
  }

  const write = (draft: Draft): Result<AddedLine, JournalFault> => indexed(log.append(draft))

  function writeNumbered(draft: Draft): Result<number, JournalFault> {
    const added = write(draft)
    return added.ok ? succeed(added.value.head.seq) : added
  }

  /** Looks up an attempt that memory lacks. All open ones are in memory, so one that only the index calls open is ignored. */
  function lookUp(marker: string) {
    const found = index.read(null, (store) => store.attempt(marker))
    const attempt = found === null ? null : asKnown(found.attempt)
    return found === null || attempt === null || isOpen(attempt)
      ? null
      : { journal: placeOf(found.number).journal, attempt }
  }

  /** The attempt as memory has it. The index takes it for open where the file of its settling line lost its first line. */
  function asKnown(attempt: Attempt): Attempt {
    const { marker } = attempt.intent
    const known = attemptIn(log.fold(), marker)
    const done = log.fold().done.get(marker)
    if (known !== null || done === undefined || !isUndecided(attempt.state)) return known ?? attempt
    const { at: since, line: refundedLine, told } = done
    return { ...attempt, state: 'refunded', since, refundedLine, told, forPerson: null }
  }

  /** The values seen of a payment; null where there are none. */
  const seenRow = (payment: string): SeenRow | null => index.read(null, (store) => store.seen(payment))

  /** Writes an event. An attempt that memory lacks is carried in the line; one of an earlier journal is first taken over. */
  function writeEvent(marker: string, event: AttemptEvent): Result<AddedLine, JournalFault> {
    const found = attemptIn(log.fold(), marker) === null ? lookUp(marker) : null
    if (found === null) return write({ marker, event })
    const { attempt, journal } = found
    if (journal === current) return write({ marker, event, of: attempt })
    const goesOn = write({ marker, event: { kind: 'taken_over', at: now(), attempt: ofEarlier(found) } })
    return goesOn.ok ? write({ marker, event }) : goesOn
  }

  /**
   * Moves an earlier journal's attempt before this one's lines. Memory has its place among lowerings; an attempt that memory
   * lacks is older than all that it has.
   */
  function ofEarlier({ attempt, journal }: { readonly attempt: Attempt; readonly journal: number }): Attempt {
    const done = log.fold().done.get(attempt.intent.marker)
    if (done === undefined) return ofEarlierLines(attempt, numberOf({ journal: current - journal, seq: 0 }))
    return { ...attempt, refundedLine: done.line, told: done.told }
  }

  function refusalOf(event: AttemptEvent): JournalFault | null {
    if (event.kind === 'decided') return index.isReady() ? null : notReady
    if (event.kind !== 'sending') return null
    const { intent } = event
    if (lockIn(standing(), intent.id) !== null) return { kind: 'locked' }
    const known = highWater(intent.id, intent.currency)
    // Checked after the read: an index that breaks during it returns nothing, and is rebuilt.
    if (!index.isReady()) return notReady
    if (known !== null && intent.base < known) {
      return { kind: 'unwritable', detail: 'The refund does not rest on the high-water value' }
    }
    return null
  }

  function highestSeen(payment: string, currency: string | null): number | null {
    const row = seenRow(payment)
    return row === null ? null : highWaterIn(row, currency)
  }

  function highWater(payment: string, currency: string | null = null): number | null {
    // Memory has our own refunds also where the files and the index that had the values seen are gone.
    const own = leastByOwn(pastOf(log.fold(), payment), currency)
    const seen = highestSeen(payment, currency)
    return seen === null && own === 0 ? null : Math.max(seen ?? 0, own)
  }

  function lineAt(place: Place): JournalLine | null {
    const journal = journals[place.journal]
    const file = index.read(null, (store) => store.fileOf(place))
    return journal === undefined || file === null ? null : lineOf(files, journal, file, place.seq)
  }

  return {
    id,
    /** The last line that is known to be on the disk. */
    head: log.head,
    /** The till's running time: milliseconds that its programs have run since the first start, by the monotonic clock. */
    ran: log.ran,
    standing,
    /**
     * Writes one event. Returns the attempt after it, or a fault, and then the event does not count. `sending` is refused
     * (`locked`) while an undecided attempt or any other lock is on the payment.
     */
    append(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
      const refused = refusalOf(event)
      if (refused !== null) return fail(refused)
      const added = writeEvent(marker, event)
      if (!added.ok) return added
      if (added.value.attempt === null) throw new Error('An event led to no attempt')
      return succeed(added.value.attempt)
    },
    /** Writes one line about a payment. Returns its number. `lowered` also lowers the high-water value. */
    appendPayment: (payment: PaymentEvent): Result<number, JournalFault> =>
      payment.kind === 'lowered' && !index.isReady() ? fail(notReady) : writeNumbered({ payment }),
    appendTill: (till: TillEvent): Result<number, JournalFault> => writeNumbered({ till }),
    attempt: (marker: string): Attempt | null =>
      attemptIn(log.fold(), marker) ?? lookUp(marker)?.attempt ?? null,
    /** What memory has of a payment, by its internal id as below. Nothing else decides about a refund. */
    past: (payment: string): Past => pastOf(log.fold(), payment),
    /** The refunds that the store's rules count, of all payments; from memory. */
    refunds: (): readonly RefundSoFar[] => refundsSoFar(log.fold()),
    /** Undecided attempts, oldest first; from memory. */
    undecided: (): readonly Attempt[] => undecidedIn(standing()),
    /** The undecided attempt or other lock on a payment; null when there is none. From memory. */
    lockOn: (payment: string): Attempt | PaymentLock | null => lockIn(standing(), payment),
    /** The newest `count` attempts before a place; `next` continues. The cost does not grow with the journal. */
    page(order: ActivityOrder): Page {
      const { attempts, next } = index.read({ attempts: [], next: null }, (store) => pageOf(store, order))
      return { attempts: attempts.map(asKnown), next }
    },
    /**
     * Yields the attempts made in a time range, in milliseconds since 1970, in the order of `page`, a slice at a time: those
     * that exist when the first slice is read, each as it is when its slice is read. Ends with null where one cannot be read.
     */
    *attemptsBetween(from: number, to: number): Generator<readonly Attempt[] | null, void> {
      for (let before: number | null = null; ; ) {
        const order: ActivityOrder = { before, count: attemptsPerSlice, from, to }
        const page: Page | null = index.isWhole() ? index.read(null, (store) => pageOf(store, order)) : null
        yield page === null ? null : page.attempts.map(asKnown)
        if (page === null || page.next === null) return
        before = page.next
      }
    },
    lines: (marker: string): readonly AttemptLine[] =>
      index
        .read([], (store) => store.linesAbout(marker))
        .map(lineAt)
        .flatMap((line) => (line !== null && 'event' in line && line.marker === marker ? [line] : [])),
    /** Yields all lines from the first to the last in a time range. Ends with null where it is unknown which these are. */
    *linesBetween(from: number, to: number): Generator<ExportedLine | UnreadLines | null, void> {
      const known = log.flush() && index.isWhole() && index.read(null, (store) => store.filesOf(current))
      if (!known) yield null
      else yield* runOf({ files, journal: { id, key }, known, end: log.head().seq }, from, to)
    },
    /** Yields the lines near a time range of each journal, the oldest first, as far as it can be read now. For people alone. */
    *linesOfAll(from: number, to: number): Generator<ExportedLine | UnreadLines | null, void> {
      log.flush()
      for (const [place, journal] of journals.entries()) {
        const known = index.read([], (store) => store.filesOf(place))
        const end = place < current ? Infinity : log.head().seq
        yield* linesNear({ files, journal, known, end }, from, to)
      }
    },
    /**
     * The highest `refunded` seen of a payment, in hundredths; null if never seen.
     * @param currency gives the value that an answer in that currency is compared with; without one, the highest of all.
     */
    highWater: (payment: string, currency?: string): number | null => highWater(payment, currency),
    /** When the payment's last lowering was accepted, in milliseconds since 1970; null if never. */
    loweredAt: (payment: string): number | null => seenRow(payment)?.lowering?.at ?? null,
    /** Raises the value by an answer; one that contradicts itself raises nothing (shared/attempt/evidence.ts). */
    raiseHighWater(snapshot: Snapshot): Result<number | null, JournalFault> {
      if (snapshot.id === '') return succeed(null)
      const { id: payment, currency } = snapshot
      const row = seenRow(payment)
      const before = row === null ? null : highWaterIn(row, currency)
      const raised = raise(before, snapshot)
      // A value whose line a power cut took is written again.
      if (raised === null || (row !== null && raised === writtenIn(row, currency))) return succeed(before)
      const noted = indexed(log.note({ at: now(), id: payment, refunded: raised, currency }))
      return noted.ok ? succeed(raised) : noted
    },
    /** Whether the values seen in the last month can be read. Until then refunds are off. */
    isReady: index.isReady,
    /** Whether the index has all since that moment (ms since 1970), the last month first. Ask after reading: it may break. */
    isReadSince: (from: number): boolean => index.isReadSince(from, now()),
    /**
     * Works in the background for about so many milliseconds: rebuilds the index, then verifies the files of earlier runs.
     * Returns whether there is more to do.
     */
    workBehind: (ms: number): boolean => index.fill(ms) !== 'done' || verify(ms),
    /** The key that an export is checked with (`chainKey`); it opens nothing. */
    verificationKey: (): Buffer => chain,
    close(): void {
      log.close()
      index.close()
    },
  }
}
