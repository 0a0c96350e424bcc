/** Makes the index out of the record's files, a line at a time: what follows those that are in, then the older files. */
import type { Attempt } from '../../shared/attempt'
import { succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { attemptAfter, emptyFold, foldFrom, takeIn } from './fold'
import type { IndexProgress, IndexStore } from './index-store'
import { type IndexedLine, numberOf } from './indexed-line'
import type { FirstLine, Head } from './journal-line'
import type { RecordFiles } from './record-files'
import { raisedBy, type SeenRow, withOlder } from './seen-values'
import { filesOf, linesOf, parseLine, type RawLine, type RecordJournal } from './segment'

/** What is filled, and how far that has come. */
export type Filling = {
  readonly files: RecordFiles
  readonly journals: readonly RecordJournal[]
  readonly store: IndexStore
  /** Where the record in force stands. */
  head: Head
  progress: IndexProgress
}

function* linesIn({ files, journals }: Filling, journal: number, file: number): Generator<RawLine> {
  const own = journals[journal]
  const lines = own === undefined ? succeed([]) : attemptWork(() => linesOf(files, own, file))
  // What cannot be read is told by the verification behind the cashier.
  if (lines.ok) yield* lines.value
}

function filesIn({ files, journals }: Filling, journal: number): readonly number[] {
  return filesOf(files, journals[journal]?.id ?? '')
}

function firstOf(filling: Filling, journal: number, file: number): FirstLine | null {
  for (const raw of linesIn(filling, journal, file)) {
    const line = parseLine(raw.seq, raw.open())
    return line !== null && 'first' in line ? line : null
  }
  return null
}

/** The hash of a line that a file holds, or that its first line follows. */
function hashAt(filling: Filling, file: number, seq: number): string {
  const current = filling.journals.length - 1
  const first = firstOf(filling, current, file)
  if (first?.seq === seq + 1) return first.first.before
  for (const raw of linesIn(filling, current, file)) if (raw.seq === seq) return raw.hash
  return ''
}

/** The lines of a file with what each leads to; those that were given up are no lines. */
function* indexed(filling: Filling, journal: number, file: number, until: number): Generator<IndexedLine> {
  let fold = emptyFold()
  for (const raw of linesIn(filling, journal, file)) {
    const line = raw.seq < until ? parseLine(raw.seq, raw.open()) : null
    if (line === null) continue
    if ('first' in line) fold = foldFrom(line)
    const after = attemptAfter(fold, line)
    if (!after.ok) continue
    takeIn(fold, line, after.value)
    const begun = after.value === null ? 0 : (fold.begun.get(after.value.intent.marker) ?? line.seq)
    yield { journal, file, line, attempt: after.value, begun }
  }
}

/** The lines that were written after those that are in. */
export function fillForward(filling: Filling): Generator | null {
  const { store } = filling
  const current = filling.journals.length - 1
  const { upTo } = filling.progress
  if (upTo.seq > filling.head.seq) {
    // What was noted and never flushed is gone with the power: it was seen all the same.
    filling.progress = { ...filling.progress, upTo: filling.head }
    return null
  }
  if (upTo.seq === filling.head.seq && upTo.hash === filling.head.hash) return null
  return (function* forwards() {
    const numbers = filesIn(filling, current)
    const firsts = new Map<number, number>()
    for (const number of [...numbers].reverse()) {
      firsts.set(number, firstOf(filling, current, number)?.seq ?? Number.POSITIVE_INFINITY)
      yield
      if ((firsts.get(number) ?? 0) <= upTo.seq + 1) break
    }
    const todo = [...firsts].sort(([one], [other]) => one - other)
    for (const [place, [number]] of todo.entries()) {
      const until = Math.min(...todo.slice(place + 1).map(([, first]) => first))
      if (place === 0 && hashAt(filling, number, upTo.seq) !== upTo.hash)
        throw new Error('It is of another record')
      for (const line of indexed(filling, current, number, until)) {
        if (line.line.seq <= upTo.seq) continue
        store.apply(line)
        yield
      }
    }
    filling.progress = { ...filling.progress, upTo: filling.head }
  })()
}

/** The older files, the newest first. */
export function* fillUnder(filling: Filling): Generator {
  const current = filling.journals.length - 1
  const start = filling.progress.below
  for (let journal = start.journal; journal >= 0; journal -= 1) {
    let until = journal === current ? filling.head.seq + 1 : Number.POSITIVE_INFINITY
    for (const file of [...filesIn(filling, journal)].reverse()) {
      const first = firstOf(filling, journal, file)
      if (journal < start.journal || file < start.file) {
        yield* putUnder(filling, journal, file, until)
        filling.progress = {
          ...filling.progress,
          below: { journal, file },
          since: first?.first.at ?? filling.progress.since,
        }
      }
      until = Math.min(until, first?.seq ?? until)
      yield
    }
  }
  filling.progress = { ...filling.progress, below: { journal: 0, file: 0 }, since: Number.MIN_SAFE_INTEGER }
}

function* putUnder(filling: Filling, journal: number, file: number, until: number): Generator {
  const { store } = filling
  const attempts = new Map<string, OwnAttempt>()
  const values = new Map<string, { readonly payment: Buffer; readonly row: SeenRow }>()
  for (const line of indexed(filling, journal, file, until)) {
    store.keepPlace(line)
    for (const own of attemptsOf(line)) attempts.set(own.attempt.intent.marker, own)
    const payment = store.paymentOf(line)
    const name = payment?.toString('hex') ?? ''
    const row = payment === null ? null : raisedBy(values.get(name)?.row ?? null, line)
    if (payment !== null && row !== null) values.set(name, { payment, row })
    yield
  }
  for (const { attempt, begun } of attempts.values()) {
    store.keepAttempt(numberOf({ journal, seq: begun }), attempt, false)
    yield
  }
  for (const { payment, row } of values.values()) {
    store.keepSeen(payment, withOlder(store.seen(payment), row))
    yield
  }
}

type OwnAttempt = { readonly attempt: Attempt; readonly begun: number }

/** The attempt that a line is about, or all that a first line carries. */
function attemptsOf({ line, attempt, begun }: IndexedLine): readonly OwnAttempt[] {
  if ('first' in line) return [...line.first.open.attempts, ...line.first.open.beside]
  return attempt === null ? [] : [{ attempt, begun }]
}
