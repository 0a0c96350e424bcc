/** What is asked of the record: memory first, which comes of verified lines, then the index. Nothing here locks or unlocks. */
import type { Attempt } from '../../shared/attempt'
import { isOpen, isUndecided } from '../../shared/refund'
import { attemptIn, pastOf, refundsSoFar } from './fold'
import { type IndexStore, pageOf } from './index-store'
import type { JournalIndex } from './journal-index'
import { type JournalLine, lineTime } from './journal-line'
import type { ExportedLine, Journal, Page, PageOrder, Place, UnreadLines } from './journal-types'
import type { Log } from './log'
import type { RecordFiles } from './record-files'
import { highWaterIn, type SeenRow } from './seen-values'
import { lineOf, linesBehind, type RecordJournal } from './segment'

/** So many rows are read in a few milliseconds. */
const attemptsAtOnce = 25

export function makeLookups(
  log: Log,
  index: JournalIndex,
  files: RecordFiles,
  journals: readonly RecordJournal[],
) {
  const { id } = log.keys
  const own = log.earlier.length

  function lineAt(place: Place): JournalLine | null {
    const journal = journals[place.journal]
    const file = index.read(null, (store) => store.fileOf(place))
    return journal === undefined || file === null ? null : lineOf(files, journal, file, place.seq)
  }

  /** What is open stands in memory: whatever else the index takes for open is nothing to go by. */
  function lookUp(marker: string) {
    const found = index.read(null, (store) => store.attempt(marker))
    const attempt = found === null ? null : asKnown(found.attempt)
    return found === null || attempt === null || isOpen(attempt) ? null : { ...found, attempt }
  }

  /** The row of a payment; null where nothing was seen of it. */
  function seenRow(payment: string): SeenRow | null {
    return index.read(null, (store) => store.seen(payment))
  }

  function highWater(payment: string, currency: string | null = null): number | null {
    const row = seenRow(payment)
    return row === null ? null : highWaterIn(row, currency)
  }

  /** As memory has it. The index takes for open what a line settled whose file has lost its beginning: memory knows better. */
  function asKnown(attempt: Attempt): Attempt {
    const { marker } = attempt.intent
    const known = attemptIn(log.fold(), marker)
    const done = log.fold().done.get(marker)
    if (known !== null || done === undefined || !isUndecided(attempt.state)) return known ?? attempt
    const { at: since, line, told } = done
    return { ...attempt, state: 'refunded', since, line, refundedLine: line, told, forPerson: null }
  }

  function* linesBetween(from: number, to: number): Generator<ExportedLine | UnreadLines | null, void> {
    const isWhole = log.flush() && index.isWhole()
    const known = isWhole ? index.read(null, (store) => store.filesOf(own)) : null
    if (known === null) yield null
    else yield* runOf({ files, journal: { id, key: log.keys.key }, known, end: log.head().seq }, from, to)
  }

  /** The attempts of that time are those that are there now. */
  function* between(from: number, to: number): Generator<readonly Attempt[] | null, void> {
    for (let before: number | null = null; ; ) {
      const order: PageOrder = { before, count: attemptsAtOnce, from, to }
      const page: Page | null = index.isWhole() ? index.read(null, (store) => pageOf(store, order)) : null
      yield page === null ? null : page.attempts.map(asKnown)
      if (page === null || page.next === null) return
      before = page.next
    }
  }

  return {
    lookUp,
    seenRow,
    attempt: (marker: string) => attemptIn(log.fold(), marker) ?? lookUp(marker)?.attempt ?? null,
    past: (payment: string) => pastOf(log.fold(), payment),
    refunds: () => refundsSoFar(log.fold()),
    highWater,
    page(order: PageOrder) {
      const { attempts, next } = index.read({ attempts: [], next: null }, (store) => pageOf(store, order))
      return { attempts: attempts.map(asKnown), next }
    },
    attemptsBetween: between,
    lines: (marker: string) =>
      index
        .read([], (store) => store.linesAbout(store.indexes.marker(marker)))
        .map(lineAt)
        .flatMap((line) => (line !== null && 'event' in line && line.marker === marker ? [line] : [])),
    linesBetween,
    lowering(payment: string) {
      const last = seenRow(payment)?.lowering ?? null
      return last === null ? null : { at: last.at, from: last.from }
    },
  } satisfies Partial<Journal> & Record<string, unknown>
}

type KnownFile = ReturnType<IndexStore['filesOf']>[number]

/** What is read of one journal: its files as the index knows them, and the number of the last line. */
type Chain = {
  readonly files: RecordFiles
  readonly journal: RecordJournal
  readonly known: readonly KnownFile[]
  readonly end: number
}

/** The lines from the first to the last within a time. */
function* runOf(chain: Chain, from: number, to: number): Generator<ExportedLine | UnreadLines | null, void> {
  /** Lines of another time, where the clock was set: they belong to the run if one within comes after them. */
  let held: ExportedLine[] = []
  let begun = false
  for (const each of linesThrough(chain, (file) => file.to >= from && file.from <= to)) {
    if (each === null) {
      yield null
      return
    }
    // What cannot be read may be of that time.
    const at = 'line' in each ? lineTime(each.line) : from
    const isWithin = at >= from && at <= to
    if (isWithin) yield* held
    if (isWithin) yield each
    begun ||= isWithin
    held = isWithin || !begun || !('line' in each) ? [] : [...held, each]
  }
}

/**
 * All lines from the first file to the last that is wanted, and which of them are missing or cannot be read. Null where
 * somebody holds a file: the end.
 */
function* linesThrough(
  { files, journal, known, end }: Chain,
  isWanted: (file: KnownFile) => boolean,
): Generator<ExportedLine | UnreadLines | null, void> {
  const last = known.findLastIndex(isWanted)
  let before = ''
  const begins = known[0]?.first ?? 1
  if (known.findIndex(isWanted) === 0 && begins > 1) yield { first: 1, last: begins - 1 }
  for (let place = known.findIndex(isWanted); place >= 0 && place <= last; place += 1) {
    const { file = 0, first: start = 0 } = known[place] ?? {}
    const next = known[place + 1]?.first ?? end + 1
    const { done, value: lines } = linesBehind(files, journal, file).next()
    if (done !== true) {
      yield null
      return
    }
    const found = new Map<number, ExportedLine>()
    for (const raw of lines) {
      const isDue = raw.seq >= start && raw.seq < next && !found.has(raw.seq)
      const line = isDue ? raw.line() : null
      if (line !== null) found.set(line.seq, { line, hash: raw.hash, before: '' })
    }
    let due = start
    for (const seq of [...found.keys()].sort((one, other) => one - other)) {
      const each = found.get(seq)
      if (each === undefined) continue
      if (seq > due) yield { first: due, last: seq - 1 }
      yield { ...each, before: 'first' in each.line ? each.line.first.before : before }
      before = each.hash
      due = seq + 1
    }
    if (due < next) yield { first: due, last: next - 1 }
  }
}
