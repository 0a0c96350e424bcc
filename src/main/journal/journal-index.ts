/**
 * What the record adds up to, to be looked up. The file can be deleted at any time: it is made anew from the record's
 * files, the newest first, and whatever is wrong with it removes it.
 */
import Database from 'libsql'
import { attemptWork } from '../system/database'
import { attemptAfter, emptyFold, foldFrom, takeIn } from './fold'
import { type IndexFile, indexFiles, indexName, openIndexFile } from './index-file'
import type { IndexedFile, IndexStore } from './index-store'
import { type FirstLine, type Head, type JournalLine, lineTime } from './journal-line'
import type { IndexedLine } from './log'
import { type RecordFiles, readBehind } from './record-files'
import { filesOf, parseLine, type RecordJournal, rawLines, segmentName } from './segment'

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
  /** Takes in lines that were written just now. @param flushed the last that no power cut takes. */
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

const month = 30 * 24 * 3_600_000
/** So much is written in one transaction while it is made, in milliseconds. */
const slice = 5

/** @param last the last line of the record in force. */
export function openIndex(place: IndexPlace, last: Head): JournalIndex {
  const { files, folder, key, now, log, openDatabase = (file) => new Database(file) } = place
  let head = last
  let filling: Filling | null = null

  function begin(index: IndexFile): void {
    filling = { ...place, index, head: () => head, written: null, since: now(), steps: null }
    filling.steps = fillAll(filling)
  }

  /** Removes it and begins another. */
  function remove(why: string): void {
    log(`journal: the index is made anew: ${why}`)
    if (filling !== null) attemptWork(filling.index.store.close)
    filling = null
    const made = attemptWork(() => {
      for (const name of indexFiles) files.remove(name)
      return openIndexFile(folder, key, false, openDatabase)
    })
    // Nobody can remove what is held, and a disk may be full: then this run has one in memory.
    begin(made.ok ? made.value : openIndexFile(folder, key, false, null))
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

  /** One transaction of making it. */
  function some(own: Filling): Progress {
    const state = own.index.together(() => {
      const until = performance.now() + slice
      do {
        const { done = true, value } = own.steps?.next() ?? {}
        if (done) own.steps = null
        if (done) return 'done'
        if (value === 'held') return 'held'
      } while (performance.now() < until)
      return 'more'
    })
    if (state === 'done' && !own.index.isKept()) keep(own)
    return state
  }

  /** The next start goes on from what was made once all of it is on the disk: main does not wait for that. */
  function keep(own: Filling): void {
    own.index.settle()
    files.settle(indexName).then(
      () => own === filling && guarded(undefined, ({ index }) => index.keep()),
      (error) => log(`journal: the next start makes the index anew: ${String(error)}`),
    )
  }

  const opened = attemptWork(() => openIndexFile(folder, key, files.exists(indexName), openDatabase))
  if (opened.ok) begin(opened.value)
  else remove(opened.fault.detail)
  return {
    isReady: () => filling !== null && (filling.steps === null || filling.since < now() - month),
    isWhole: () => filling !== null && filling.steps === null,
    apply(flushed, lines) {
      head = lines.at(-1)?.head ?? head
      guarded(undefined, (own) => own.index.together(() => takeInWritten(own, flushed, lines)))
    },
    read: (otherwise, read) => guarded(otherwise, ({ index }) => read(index.store)),
    fill(milliseconds) {
      const until = performance.now() + milliseconds
      let state: Progress = filling?.steps == null ? 'done' : 'more'
      while (state === 'more' && performance.now() < until) state = guarded('more', some)
      return state
    },
    close() {
      if (filling !== null) attemptWork(filling.index.store.close)
      filling = null
    },
  }
}

/** Nothing can be read now: somebody holds the file. */
type Steps<T = void> = Generator<'held' | undefined, T>

/** What is filled, and how far that has come. */
type Filling = Pick<IndexPlace, 'files' | 'journals'> & {
  readonly index: IndexFile
  /** The last line of the record in force. */
  readonly head: () => Head
  /** The file that is written now, where all its lines are in. */
  written: IndexedFile | null
  /** The newest time in the oldest file that is in, in milliseconds since 1970. */
  since: number
  /** Null when all is in. */
  steps: Steps | null
}

function takeInWritten(
  own: Filling,
  flushed: Head,
  lines: readonly (IndexedLine & { readonly head: Head })[],
): void {
  const { store } = own.index
  for (const indexed of lines) {
    const { line, file, journal, head } = indexed
    store.apply(indexed)
    if ('first' in line) {
      const start = { seq: line.seq - 1, hash: line.first.before }
      if (own.written !== null) store.keepFile(journal, { ...own.written, end: start })
      // The file before is not in yet, and is the newest no more.
      else own.steps = fillAll(own)
      own.written = { file, start, end: head, ...spanWith(null, line) }
    } else if (own.written !== null) own.written = { ...own.written, ...spanWith(own.written, line) }
  }
  if (own.written === null || flushed.seq < own.written.first) return
  own.written = { ...own.written, end: flushed }
  store.keepFile(own.journals.length - 1, own.written)
}

type Span = Pick<IndexedFile, 'first' | 'from' | 'to'>

function spanWith(span: Span | null, line: JournalLine): Span {
  const at = lineTime(line)
  const { first, from, to } = span ?? { first: line.seq, from: at, to: at }
  return { first, from: Math.min(from, at), to: Math.max(to, at) }
}

/** Puts in every file that is not in whole, the newest first. */
function* fillAll(own: Filling): Steps {
  const current = own.journals.length - 1
  const { store } = own.index
  for (let journal = current; journal >= 0; journal -= 1) {
    let end = journal === current ? own.head() : null
    let until = end?.seq ?? Number.POSITIVE_INFINITY
    const newest = store.fileOf({ journal, seq: Number.MAX_SAFE_INTEGER })
    if ((newest?.end?.seq ?? 0) > until) throw new Error(ofAnotherRecord)
    const [first, ...older] = [...filesOf(own.files, own.journals[journal]?.id ?? '')].reverse()
    if (first === undefined) continue
    let file = yield* fileIn(own, { journal, file: first, end, until })
    // What is written into the newest file meanwhile is in as well, but nobody has counted it: once more.
    while (journal === current && own.written === null && own.head().seq !== end?.seq) {
      end = own.head()
      until = end.seq
      file = yield* fileIn(own, { journal, file: first, end, until })
    }
    if (journal === current) own.written ??= file
    for (const number of older) {
      if (file !== null) {
        own.since = file.to
        end = file.start
        until = Math.min(until, file.start?.seq ?? until)
      }
      yield
      file = yield* fileIn(own, { journal, file: number, end, until })
    }
    own.since = file?.to ?? own.since
  }
}

/** What is known of a file whose lines are all in; else it is put in. */
function* fileIn(own: Filling, due: Due): Steps<IndexedFile | null> {
  const known = own.index.store.file(due.journal, due.file)
  const isIn = known !== null && known.end?.seq === due.end?.seq && known.end?.hash === due.end?.hash
  return isIn ? known : yield* fillFile(own, due, known)
}

const ofAnotherRecord = 'It is of another record'

type Due = {
  readonly journal: number
  readonly file: number
  readonly end: Head | null
  /** Lines behind it were given up, and are none. */
  readonly until: number
}

/**
 * Puts in the lines of a file with what each leads to. Null where none can be read: the verification behind the cashier tells
 * of it.
 */
function* fillFile(
  own: Filling,
  { journal, file, end, until }: Due,
  known: IndexedFile | null,
): Steps<IndexedFile | null> {
  const { id = '', key = null } = own.journals[journal] ?? {}
  const { store } = own.index
  const text = yield* readBehind(own.files, segmentName(id, file))
  let fold = emptyFold()
  let first: FirstLine | null = null
  let span: Span | null = null
  for (const raw of rawLines(id, key, text)) {
    const line = raw.seq <= until ? parseLine(raw.seq, raw.open()) : null
    if (line === null) continue
    if (raw.seq === known?.end?.seq && raw.hash !== known.end.hash) throw new Error(ofAnotherRecord)
    if ('first' in line) fold = foldFrom(line)
    const after = attemptAfter(fold, line)
    if (!after.ok) continue
    takeIn(fold, line, after.value)
    const begun = after.value === null ? 0 : (fold.begun.get(after.value.intent.marker) ?? line.seq)
    store.apply({ journal, file, line, attempt: after.value, begun })
    span = spanWith(span, line)
    // One file in another's place says nothing of where that one begins.
    if ('first' in line && line.first.file === file) first ??= line
    yield
  }
  if (span === null) return null
  const start = first === null ? null : { seq: first.seq - 1, hash: first.first.before }
  const filled = { file, start, end, ...span }
  store.keepFile(journal, filled)
  return filled
}
