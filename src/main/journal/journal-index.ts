/**
 * What the record adds up to, to be looked up. The file can be deleted at any time: it is made anew from the record's
 * files, the newest first, and whatever is wrong with it removes it.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { Attempt } from '../../shared/attempt'
import { succeed } from '../../shared/result'
import { attemptWork } from '../system/database'
import { attemptAfter, emptyFold, foldFrom, takeIn } from './fold'
import { type IndexProgress, type IndexStore, openStore } from './index-store'
import type { FirstLine, Head } from './journal-line'
import { type IndexedLine, numberOf } from './log'
import type { RecordFiles } from './record-files'
import { raisedBy, type SeenRow, withOlder } from './seen-values'
import { filesOf, linesOf, parseLine, type RawLine, type RecordJournal } from './segment'

export type IndexPlace = {
  readonly files: RecordFiles
  /** The index's own, in the same folder. */
  readonly folder: string
  /** Oldest first; the last one is in force. The place of each is its number. */
  readonly journals: readonly RecordJournal[]
  readonly key: Buffer
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: (line: string) => void
  /** Opens a database; libsql unless given. */
  readonly openDatabase?: ((file: string) => Database.Database) | undefined
}

export type JournalIndex = {
  /** Whether every line of the last month is in: what was seen of a payment is known. */
  readonly isReady: () => boolean
  /** Whether all of it is. */
  readonly isWhole: () => boolean
  /**
   * Takes in lines that were written just now. @param flushed the last that no power cut takes: an opening goes on from
   * there. What is taken in twice is the same.
   */
  readonly apply: (flushed: Head, lines: readonly (IndexedLine & { readonly head: Head })[]) => void
  /** Answers `otherwise` where it cannot be read; then it is made anew. */
  readonly read: <T>(otherwise: T, read: (store: IndexStore) => T) => T
  /** Goes on making it, for about so many milliseconds; answers whether there is more to do. */
  readonly fill: (milliseconds: number) => boolean
  readonly close: () => void
}

export const indexName = 'index.db'

const month = 30 * 24 * 3_600_000
/** So much is written in one transaction while it is made, in milliseconds. */
const slice = 5

/** @param head where the record in force stands. @param file the number of its newest file. */
export function openIndex(place: IndexPlace, head: Head, file: number): JournalIndex {
  const { files, journals, now, log } = place
  let newest = { head, file }
  let filling: Filling | null = null
  let forward: Generator | null = null
  let under: Generator | null = null

  function begin(store: IndexStore, known: IndexProgress | null): void {
    const below = { journal: journals.length - 1, file: newest.file + 1 }
    const progress = known ?? { upTo: newest.head, below, since: now() }
    filling = { files, journals, store, head: newest.head, progress }
    forward = fillForward(filling)
    under = progress.below.file === 0 ? null : fillUnder(filling)
  }

  function open(): string | null {
    const opened = attemptWork(() => openStore(databaseAt(place), place.key))
    if (!opened.ok) return opened.fault.detail
    const known = attemptWork(opened.value.progress)
    if (!known.ok) {
      attemptWork(opened.value.close)
      return known.fault.detail
    }
    begin(opened.value, known.value)
    return null
  }

  /** Away with it: the next one is made from nothing. */
  function remove(why: string): void {
    log(`journal: the index is made anew: ${why}`)
    const left = filling
    filling = null
    if (left !== null) attemptWork(left.store.close)
    for (const end of ['', '-wal', '-shm']) {
      attemptWork(() => rmSync(join(place.folder, `${indexName}${end}`), { force: true }))
    }
    // Windows lets nobody remove what it still holds, and a disk may be full: then this run has one in memory.
    if (open() !== null) begin(openStore(new Database(':memory:'), place.key), null)
  }

  /** Whatever is thrown here ends in an index that is made anew. */
  function guarded<T>(otherwise: T, work: (own: Filling) => T): T {
    if (filling === null) return otherwise
    try {
      return work(filling)
    } catch (error) {
      remove(String(error))
      return otherwise
    }
  }

  function step(): boolean {
    const own = forward ?? under
    if (own?.next().done === true) {
      if (own === forward) forward = null
      else under = null
    }
    return forward !== null || under !== null
  }

  /** One transaction of it. */
  function some({ store, progress }: Filling): boolean {
    return store.together(() => {
      const until = performance.now() + slice
      let more = true
      while (more && performance.now() < until) more = step()
      store.setProgress(filling?.progress ?? progress)
      return more
    })
  }

  const why = open()
  if (why !== null) remove(why)
  return {
    isReady: () =>
      filling !== null && forward === null && (under === null || filling.progress.since < now() - month),
    isWhole: () => filling !== null && forward === null && under === null,
    apply(flushed, lines) {
      newest = { head: lines.at(-1)?.head ?? newest.head, file: lines.at(-1)?.file ?? newest.file }
      guarded(undefined, (own) =>
        own.store.together(() => {
          for (const line of lines) own.store.apply(line)
          own.head = newest.head
          own.progress = { ...own.progress, upTo: flushed }
          own.store.setProgress(own.progress)
        }),
      )
    },
    read: (otherwise, read) => guarded(otherwise, ({ store }) => read(store)),
    fill(milliseconds) {
      const until = performance.now() + milliseconds
      let more = forward !== null || under !== null
      while (more && performance.now() < until) more = guarded(true, some)
      return more
    },
    close() {
      if (filling !== null) attemptWork(filling.store.close)
      filling = null
    },
  }
}

function databaseAt({ folder, openDatabase }: IndexPlace): Database.Database {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, indexName)
  return openDatabase === undefined ? new Database(file) : openDatabase(file)
}

/** What is filled, and how far that has come. */
type Filling = {
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

const ofAnotherRecord = 'It is of another record'

/** The lines that were written after those that are in. */
function fillForward(filling: Filling): Generator | null {
  const { store } = filling
  const current = filling.journals.length - 1
  const { upTo } = filling.progress
  if (upTo.seq === filling.head.seq && upTo.hash === filling.head.hash) return null
  return (function* forwards() {
    if (upTo.seq > filling.head.seq) throw new Error(ofAnotherRecord)
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
      if (place === 0 && hashAt(filling, number, upTo.seq) !== upTo.hash) throw new Error(ofAnotherRecord)
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
function* fillUnder(filling: Filling): Generator {
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
