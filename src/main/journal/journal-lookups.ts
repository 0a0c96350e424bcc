/** What is asked of the record: memory first, which comes of verified lines, then the index. Nothing here locks or unlocks. */
import type { Attempt } from '../../shared/attempt'
import type { HighWater, PaymentEvent } from '../../shared/journal-events'
import { isOpen } from '../../shared/refund'
import { attemptIn } from './fold'
import { lastNumberIn, listPageOf, pageOf } from './index-pages'
import type { IndexStore } from './index-store'
import { numberOf } from './indexed-line'
import type { JournalIndex } from './journal-index'
import { chainStart, type JournalLine, lineTime } from './journal-line'
import type { Journal, ListOrder, PageOrder, Payment } from './journal-types'
import type { Log } from './log'
import type { RecordReader } from './read-lines'
import { highWaterIn } from './seen-values'
import { advanceStanding, lockIn, nothingStands } from './standing'

export function makeLookups(log: Log, index: JournalIndex, reader: RecordReader) {
  const { journal: id } = log.keys
  const own = log.earlier.length

  /** What is open stands in memory: whatever else the index takes for open is nothing to go by. */
  function lookUp(marker: string) {
    const found = index.read(null, (store) => store.attempt(marker))
    return found === null || isOpen(found.attempt) ? null : found
  }

  function rowsOf(store: IndexStore, { services, id: payment }: Payment) {
    return services.flatMap((service) => store.seen(store.indexes.payment(service, payment)) ?? [])
  }

  function highWater(payment: Payment, currency: string | null = null): HighWater | null {
    const rows = index.read([], (store) => rowsOf(store, payment)).map((row) => highWaterIn(row, currency))
    return rows.reduce<HighWater | null>(
      (highest, { refunded, updatedAt }) => ({
        refunded: Math.max(refunded, highest?.refunded ?? 0),
        updatedAt: highest === null || updatedAt > highest.updatedAt ? updatedAt : highest.updatedAt,
      }),
      null,
    )
  }

  function attemptsOn({ services, id: payment }: Payment): readonly Attempt[] {
    const found = index.read([], (store) =>
      services.flatMap((service) => store.attemptsOn(store.indexes.payment(service, payment))),
    )
    const rows = new Map(
      found.flatMap((row) => (isOpen(row.attempt) ? [] : [[row.attempt.intent.marker, row] as const])),
    )
    const {
      standing: { attempts },
      settled: beside,
      begun,
    } = log.fold()
    // What memory knows comes from verified lines.
    for (const attempt of [...beside.values(), ...attempts.values()]) {
      const { marker, service, id: its } = attempt.intent
      if (its !== payment || !services.includes(service)) continue
      rows.set(marker, {
        number: numberOf({ journal: own, seq: begun.get(marker) ?? attempt.line }),
        attempt,
      })
    }
    return [...rows.values()].sort((one, other) => one.number - other.number).map(({ attempt }) => attempt)
  }

  const asKnown = (attempt: Attempt) => attemptIn(log.fold(), attempt.intent.marker) ?? attempt

  /** Locks whose payment nobody knows, and all releases, stand together: they are few, and gone through each time. */
  function paymentLines(payment: Payment) {
    const places = index.read([], (store) =>
      [
        ...payment.services.map((service) => store.indexes.payment(service, payment.id)),
        store.indexes.locks(),
      ]
        .flatMap(store.linesAbout)
        .filter(({ journal }) => journal === own),
    )
    const lines = places
      .map(reader.lineAt)
      .flatMap((line) =>
        line !== null && 'payment' in line ? [{ line: line.seq, event: line.payment }] : [],
      )
    const concerned = new Set<number>()
    return lines
      .sort((one, other) => one.line - other.line)
      .filter(({ line, event }) => {
        const concerns =
          event.kind === 'released'
            ? concerned.has(event.line)
            : event.kind !== 'locked_unread' || locksAlone(payment, line, event)
        if (concerns) concerned.add(line)
        return concerns
      })
  }

  function lineRun(from: number, to: number) {
    if (!index.isWhole() || !log.flush()) return null
    const numbers = index.read(null, (store) => store.filesWithin(own, from, to))
    if (numbers === null) return null
    const isWithin = (line: JournalLine) => lineTime(line) >= from && lineTime(line) <= to
    const first = reader.firstWithin(numbers, isWithin)
    const last = reader.lastWithin(numbers, isWithin)
    if (first === null || last === null) return { previousHash: chainStart(id).hash, first: 1, last: 0 }
    const previousHash = first === 1 ? chainStart(id).hash : reader.hashAt(first - 1)
    return previousHash === null ? null : { previousHash, first, last }
  }

  return {
    lookUp,
    /** The row of one service's payment; null where nothing was seen of it. */
    seenRow: (service: number, payment: string) =>
      index.read(null, (store) => store.seen(store.indexes.payment(service, payment))),
    attempt: (marker: string) => attemptIn(log.fold(), marker) ?? lookUp(marker)?.attempt ?? null,
    attemptsOn,
    highWater,
    page(order: PageOrder) {
      const { attempts, next } = index.read({ attempts: [], next: null }, (store) => pageOf(store, order))
      return { attempts: attempts.map(asKnown), next }
    },
    listPage: (order: ListOrder) =>
      index.isWhole() ? index.read(null, (store) => listPageOf(store, order)) : null,
    lastNumber: () => (index.isWhole() ? index.read(null, lastNumberIn) : null),
    lines: (marker: string) =>
      index
        .read([], (store) => store.linesAbout(store.indexes.marker(marker)))
        .map(reader.lineAt)
        .flatMap((line) => (line !== null && 'event' in line && line.marker === marker ? [line] : [])),
    paymentLines,
    lineRun,
    lineAt: (seq: number) => reader.exported(seq),
    lowering(payment: Payment) {
      const rows = index.read([], (store) => rowsOf(store, payment))
      const found = rows.flatMap(({ lowering }) => lowering ?? [])
      const last = found.reduce<(typeof found)[number] | null>(
        (newest, each) => (newest === null || each.number > newest.number ? each : newest),
        null,
      )
      return last === null ? null : { at: last.at, from: last.from }
    },
  } satisfies Partial<Journal> & Record<string, unknown>
}

function locksAlone(payment: Payment, seq: number, event: PaymentEvent): boolean {
  return lockIn(advanceStanding(nothingStands, { seq, payment: event }, null), payment) !== null
}
