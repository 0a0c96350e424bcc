/**
 * What the record adds up to, to be looked up. The file can be deleted at any time: it is made anew from the record's
 * files, the newest first, and whatever is wrong with it removes it.
 */
import { join } from 'node:path'
import Database from 'libsql'
import type { Attempt } from '../../shared/attempt'
import { attemptWork } from '../system/database'
import { attemptAfter, emptyFold, foldFrom, takeIn } from './fold'
import { type IndexStore, openStore } from './index-store'
import type { FirstLine, Head } from './journal-line'
import { numberOf } from './journal-types'
import type { IndexedLine } from './log'
import { type RecordFiles, readUnlessHeld } from './record-files'
import { raisedBy, type SeenRow, withOlder } from './seen-values'
import { filesOf, parseLine, type RawLine, type RecordJournal, rawLines, segmentName } from './segment'

export type IndexPlace = {
  readonly files: RecordFiles
  /** The files' folder: the index lies there too. */
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
  /**
   * Answers `otherwise` where it cannot be read; then it is made anew, and is not ready until it can be relied on again:
   * whoever decides by an answer asks `isReady` after it.
   */
  readonly read: <T>(otherwise: T, read: (store: IndexStore) => T) => T
  /** Goes on making it, for about so many milliseconds. `held`: somebody holds a file of the record; later there is more. */
  readonly fill: (milliseconds: number) => Progress
  readonly close: () => void
}

type Progress = 'done' | 'more' | 'held'

export const indexName = 'index.db'
const indexFiles = [indexName, `${indexName}-wal`, `${indexName}-shm`]

const month = 30 * 24 * 3_600_000
/** So much is written in one transaction while it is made, in milliseconds. */
const slice = 5

/** @param head where the record in force stands. @param file the number of its newest file. */
export function openIndex(place: IndexPlace, head: Head, file: number): JournalIndex {
  const { files, journals, now, log } = place
  let newest = { head, file }
  let filling: Filling | null = null
  let forward: Steps | null = null
  let under: Steps | null = null

  function begin(store: IndexStore, upTo: Head | null): void {
    const isKept = upTo !== null
    filling = { files, journals, store, head: newest.head, upTo: upTo ?? newest.head, isKept, since: now() }
    forward = fillForward(filling)
    under = isKept ? null : fillUnder(filling)
  }

  /** Opens what is there or makes it. Answers why that cannot be gone on with. */
  function open(): string | null {
    const isThere = files.exists(indexName)
    const opened = attemptWork(() => openStore(databaseAt(place), place.key, !isThere))
    if (!opened.ok) return opened.fault.detail
    const known = attemptWork(opened.value.upTo)
    if (known.ok && (!isThere || known.value !== null)) {
      begin(opened.value, known.value)
      return null
    }
    attemptWork(opened.value.close)
    return known.ok ? 'It was not finished' : known.fault.detail
  }

  /** Removes it and begins another. */
  function remove(why: string): void {
    log(`journal: the index is made anew: ${why}`)
    const left = filling
    filling = null
    if (left !== null) attemptWork(left.store.close)
    const removed = attemptWork(() => indexFiles.forEach(files.remove))
    // Nobody can remove what is held, and a disk may be full: then this run has one in memory.
    if (!removed.ok || open() !== null) begin(openStore(new Database(':memory:'), place.key, true), null)
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

  function step(): Progress {
    const own = forward ?? under
    const { done = true, value } = own?.next() ?? {}
    if (value === 'held') return 'held'
    if (done && own === forward) forward = null
    else if (done) under = null
    return forward === null && under === null ? 'done' : 'more'
  }

  /** One transaction of it. */
  function some(own: Filling): Progress {
    const state = own.store.together(() => {
      const until = performance.now() + slice
      let state = step()
      while (state === 'more' && performance.now() < until) state = step()
      if (state === 'done' && own.isKept) own.store.setUpTo(own.upTo)
      return state
    })
    if (state === 'done' && !own.isKept) keep(own)
    return state
  }

  /** The next start goes on from what was made once all of it is on the disk: main does not wait for that. */
  function keep(own: Filling): void {
    own.store.settled()
    files.settle(indexName).then(
      () => {
        own.isKept = true
        if (own === filling) guarded(undefined, ({ store }) => store.setUpTo(own.upTo))
      },
      (error) => log(`journal: the next start makes the index anew: ${String(error)}`),
    )
  }

  const why = open()
  if (why !== null) remove(why)
  return {
    isReady: () => filling !== null && forward === null && (under === null || filling.since < now() - month),
    isWhole: () => filling !== null && forward === null && under === null,
    apply(flushed, lines) {
      newest = { head: lines.at(-1)?.head ?? newest.head, file: lines.at(-1)?.file ?? newest.file }
      guarded(undefined, (own) =>
        own.store.together(() => {
          for (const line of lines) own.store.apply(line)
          own.head = newest.head
          if (forward !== null) return
          own.upTo = flushed
          if (own.isKept) own.store.setUpTo(flushed)
        }),
      )
    },
    read: (otherwise, read) => guarded(otherwise, ({ store }) => read(store)),
    fill(milliseconds) {
      const until = performance.now() + milliseconds
      let state: Progress = forward === null && under === null ? 'done' : 'more'
      while (state === 'more' && performance.now() < until) state = guarded('more', some)
      return state
    },
    close() {
      if (filling !== null) attemptWork(filling.store.close)
      filling = null
    },
  }
}

function databaseAt({ folder, openDatabase }: IndexPlace): Database.Database {
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
  /** Every line up to it is in, from the oldest file that was read. */
  upTo: Head
  /** Whether the next start goes on from it. */
  isKept: boolean
  /** When the oldest file that is in was begun, in milliseconds since 1970. */
  since: number
}

/** Nothing can be read now: somebody holds the file. */
type Step = 'held' | undefined
type Steps<T = void> = Generator<Step, T>

type OwnFile = { readonly journal: number; readonly file: number; readonly text: string }

/** One file of the record. What cannot be read has no lines: the verification behind the cashier tells of it. */
function* fileAt({ files, journals }: Filling, journal: number, file: number): Steps<OwnFile> {
  for (;;) {
    const read = attemptWork(() => readUnlessHeld(files, segmentName(journals[journal]?.id ?? '', file)))
    if (!read.ok) return { journal, file, text: '' }
    if (read.value !== null) return { journal, file, text: read.value }
    yield 'held'
  }
}

function linesIn({ journals }: Filling, { journal, text }: OwnFile): Generator<RawLine> {
  return rawLines(journals[journal]?.id ?? '', journals[journal]?.key ?? null, text)
}

function filesIn({ files, journals }: Filling, journal: number): readonly number[] {
  return filesOf(files, journals[journal]?.id ?? '')
}

function firstOf(filling: Filling, own: OwnFile): FirstLine | null {
  for (const raw of linesIn(filling, own)) {
    const line = parseLine(raw.seq, raw.open())
    // One file in another's place says nothing of where that one begins.
    return line !== null && 'first' in line && line.first.file === own.file ? line : null
  }
  return null
}

/** The hash of a line that a file holds, or that its first line follows. */
function hashAt(filling: Filling, own: OwnFile, seq: number): string {
  const first = firstOf(filling, own)
  if (first?.seq === seq + 1) return first.first.before
  for (const raw of linesIn(filling, own)) if (raw.seq === seq) return raw.hash
  return ''
}

/** The lines of a file with what each leads to; those that were given up are no lines. */
function* indexed(filling: Filling, own: OwnFile, until: number): Generator<IndexedLine> {
  const { journal, file } = own
  let fold = emptyFold()
  for (const raw of linesIn(filling, own)) {
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
function fillForward(filling: Filling): Steps | null {
  const { store, upTo, head } = filling
  const current = filling.journals.length - 1
  if (upTo.seq === head.seq && upTo.hash === head.hash) return null
  return (function* forwards() {
    if (upTo.seq > filling.head.seq) throw new Error(ofAnotherRecord)
    const todo: { readonly file: number; readonly first: number }[] = []
    for (const file of [...filesIn(filling, current)].reverse()) {
      const first = firstOf(filling, yield* fileAt(filling, current, file))?.seq ?? Number.POSITIVE_INFINITY
      todo.unshift({ file, first })
      yield
      if (first <= upTo.seq + 1) break
    }
    for (const [place, { file }] of todo.entries()) {
      const own = yield* fileAt(filling, current, file)
      const until = Math.min(...todo.slice(place + 1).map(({ first }) => first))
      if (place === 0 && hashAt(filling, own, upTo.seq) !== upTo.hash) throw new Error(ofAnotherRecord)
      for (const line of indexed(filling, own, until)) {
        if (line.line.seq <= upTo.seq) continue
        store.apply(line)
        yield
      }
    }
    filling.upTo = filling.head
  })()
}

/** The older files, the newest first. */
function* fillUnder(filling: Filling): Steps {
  const current = filling.journals.length - 1
  for (let journal = current; journal >= 0; journal -= 1) {
    let until = journal === current ? filling.head.seq + 1 : Number.POSITIVE_INFINITY
    for (const file of [...filesIn(filling, journal)].reverse()) {
      const own = yield* fileAt(filling, journal, file)
      const first = firstOf(filling, own)
      yield* putUnder(filling, own, until)
      filling.since = first?.first.at ?? filling.since
      until = Math.min(until, first?.seq ?? until)
      yield
    }
  }
}

function* putUnder(filling: Filling, own: OwnFile, until: number): Steps {
  const { store } = filling
  const attempts = new Map<string, OwnAttempt>()
  const values = new Map<string, { readonly payment: Buffer; readonly row: SeenRow }>()
  for (const line of indexed(filling, own, until)) {
    store.keepPlace(line)
    for (const each of attemptsOf(line)) attempts.set(each.attempt.intent.marker, each)
    const payment = store.paymentOf(line)
    const name = payment?.toString('hex') ?? ''
    const row = payment === null ? null : raisedBy(values.get(name)?.row ?? null, line)
    if (payment !== null && row !== null) values.set(name, { payment, row })
    yield
  }
  for (const { attempt, begun } of attempts.values()) {
    store.keepAttempt(numberOf({ journal: own.journal, seq: begun }), attempt, false)
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
