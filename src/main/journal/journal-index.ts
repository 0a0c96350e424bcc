/**
 * The index of the record. Its file can be deleted at any time: it is rebuilt from the record's files, newest first. Any
 * fault of the file removes it.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { attemptWork } from '../system/database'
import { emptyFold, foldFrom, follow } from './fold'
import { type IndexStore, openStore, type UpTo } from './index-store'
import { chainKey, type FirstLine, type Head, type JournalLine } from './journal-line'
import { type IndexedLine, numberOf } from './journal-types'
import type { AddedLine } from './log'
import type { RecordFiles } from './record-files'
import { filesOf, headAfter, linesBehind, type RawLine, type RecordJournal } from './segment'

export type IndexPlace = {
  readonly files: RecordFiles
  /** The folder of the record's files, and of the index. */
  readonly folder: string
  /** Oldest first; the last one is in force. Each has its place as its number. */
  readonly journals: readonly RecordJournal[]
  readonly key: Buffer
  readonly log: (line: string) => void
  /** Opens a database; libsql unless given. */
  readonly openDatabase?: ((file: string) => Database.Database) | undefined
}

export type JournalIndex = ReturnType<typeof openIndex>

/** `held`: another program holds a file of the record, or the disk gives none, and there is more to do later. */
type Progress = 'done' | 'more' | 'held'

export const indexName = 'index.db'
const indexFiles = [indexName, `${indexName}-wal`, `${indexName}-shm`]

/** SQLite's page size. It reads a cut last page as one whose end is empty, so rows would silently be missing. */
const pageBytes = 4096

/** Refunds wait for the values of so much running time, in which a month passes at the least, whatever a clock says. */
const valuesNeededMs = 30 * 24 * 60 * 60 * 1000

/** How long one transaction takes while the index is built. */
const sliceMs = 5

/** Opens the index, or begins to build it. @param at the head of the record in force. */
export function openIndex(place: IndexPlace, at: Head) {
  const { files, log } = place
  /** The last line; and the last that survives a power cut, with the number of its file. */
  let head = at
  let flushed: UpTo | null = null
  let filling: Filling | null = null
  /** Whether it was made anew, and nothing could be filled in since. */
  let isMadeAnew = false

  function begin(store: IndexStore, upTo: UpTo | null): void {
    const own: Filling = { place, store, hasMonth: false, steps: null, isPartial: false }
    const isDone = upTo?.seq === head.seq && upTo.hash === head.hash
    if (!isDone) own.steps = fillBack(own, upTo, () => head)
    filling = own
  }

  /** Opens the file or makes it. Returns why it cannot be used; null when it can. */
  function open(): string | null {
    const isThere = files.exists(indexName)
    if (isThere && sizeAt(place) % pageBytes !== 0) return 'It ends within a page'
    const opened = attemptWork(() => openStore(databaseAt(place), place.key))
    if (!opened.ok) return opened.fault.detail
    const known = attemptWork(() => knownTo(opened.value))
    if (known.ok && (!isThere || known.value !== null)) {
      begin(opened.value, known.value)
      return null
    }
    attemptWork(opened.value.close)
    return known.ok ? 'It was not finished' : known.fault.detail
  }

  /**
   * Returns the line that the index is complete up to. A power cut may have taken lines after it, whose numbers others get then:
   * what they saw stays, as seen before whatever those say.
   */
  function knownTo(store: IndexStore): UpTo | null {
    const upTo = store.upTo()
    if (upTo !== null) store.takeBack(numberOf({ journal: place.journals.length - 1, seq: upTo.seq }))
    return upTo
  }

  /** Removes the index and begins another. */
  function remove(why: string): void {
    log(`journal: the index is made anew: ${why}`)
    const isAgain = isMadeAnew
    isMadeAnew = true
    const left = filling
    filling = null
    if (left !== null) attemptWork(left.store.close)
    const removed = attemptWork(() => indexFiles.forEach(files.remove))
    // Where another program holds the file, or the disk is full, this run's index is in memory.
    if (isAgain || !removed.ok || open() !== null) begin(openStore(new Database(':memory:'), place.key), null)
  }

  /** Returns what the work does; where it throws, `otherwise`, and rebuilds the index. */
  function guarded<T>(otherwise: T, work: (own: Filling) => T): T {
    if (filling === null) return otherwise
    try {
      return work(filling)
    } catch (error) {
      remove(String(error))
      return otherwise
    }
  }

  function step(own: Filling): Progress {
    const { done = true, value } = own.steps?.next() ?? {}
    if (value === 'held') return 'held'
    if (done) own.steps = null
    return done ? 'done' : 'more'
  }

  /** Builds for one transaction. */
  function some(own: Filling): Progress {
    return own.store.together(() => {
      const until = performance.now() + sliceMs
      let state = step(own)
      while (state === 'more' && performance.now() < until) state = step(own)
      note(own)
      isMadeAnew &&= state !== 'done'
      return state
    })
  }

  /** Notes where the next start goes on, once every line is in. */
  function note({ store, steps, isPartial }: Filling): void {
    if (steps === null && !isPartial && flushed !== null) store.setUpTo(flushed)
  }

  const isReady = () => filling !== null && (filling.steps === null || filling.hasMonth)
  const isWhole = () => filling !== null && filling.steps === null

  const why = open()
  if (why !== null) remove(why)
  return {
    /** Whether every line of the last month of running time is in, so that the values seen of a payment are known. */
    isReady,
    /** Whether every line is in. */
    isWhole,
    /** Whether every line since a moment of this PC's clock is in: a month of running time is no less by the clock. */
    isReadSince: (from: number, now: number): boolean =>
      isWhole() || (isReady() && from >= now - valuesNeededMs),
    /**
     * Adds lines that were just written; adding one twice changes nothing. The first argument is the last line that survives
     * a power cut: the next start goes on from there.
     */
    apply({ seq, hash }: Head, lines: readonly AddedLine[]): void {
      const last = lines.at(-1)
      if (last === undefined) return
      head = last.head
      flushed = { seq, hash, file: last.file }
      guarded(undefined, (own) =>
        own.store.together(() => {
          for (const line of lines) own.store.take(line)
          note(own)
        }),
      )
    },
    /**
     * Returns `otherwise` where the index cannot be read; it is then rebuilt, and not ready until it can be relied on again.
     * So a caller that decides by an answer asks `isReady` after it.
     */
    read: <T>(otherwise: T, read: (store: IndexStore) => T): T =>
      guarded(otherwise, ({ store }) => read(store)),
    /** Goes on building for about so many milliseconds. */
    fill(milliseconds: number): Progress {
      const until = performance.now() + milliseconds
      let state: Progress = filling?.steps == null ? 'done' : 'more'
      while (state === 'more' && performance.now() < until)
        state = guarded(isMadeAnew ? 'held' : 'more', some)
      return state
    },
    close(): void {
      if (filling !== null) attemptWork(filling.store.close)
      filling = null
    },
  }
}

function sizeAt({ folder }: IndexPlace): number {
  return statSync(join(folder, indexName), { throwIfNoEntry: false })?.size ?? 0
}

function databaseAt({ folder, openDatabase }: IndexPlace): Database.Database {
  const file = join(folder, indexName)
  return openDatabase === undefined ? new Database(file) : openDatabase(file)
}

/** How often a file is tried again that the disk does not give, for a second: its drive may be gone for a moment. */
const maxUnread = 20

type Steps<T = void, Y = never> = Generator<'held' | undefined | Y, T>

/** An index that is being filled, and how far that has come. */
type Filling = {
  readonly place: IndexPlace
  readonly store: IndexStore
  /** Whether the values of the last month are in. */
  hasMonth: boolean
  /** Null once every line is in. */
  steps: Steps | null
  /** Whether a file was held for minutes, so that its lines are missing until the next start builds the index from nothing. */
  isPartial: boolean
}

const ofAnotherRecord = 'It is of another record'

/**
 * Fills the index from the newest file of each journal back: first the last month of each, because a record of another PC lies
 * beside this one's with a running time of its own. With `upTo`, only files of the one in force that may have later lines.
 */
function* fillBack(filling: Filling, upTo: UpTo | null, head: () => Head): Steps {
  const { files, journals } = filling.place
  if (upTo !== null && upTo.seq >= head().seq) throw new Error(ofAnotherRecord)
  // A record has files: without any its drive is gone, and may return.
  while (filesOf(files, journals.at(-1)?.id ?? '').length === 0) yield 'held'
  const all = [...journals.entries()].reverse().map((each) => fillJournal(filling, each, upTo, head))
  const wanted = upTo === null ? all : all.slice(0, 1)
  for (const each of wanted) {
    let step = each.next()
    for (; step.done !== true && step.value !== 'month'; step = each.next()) yield step.value
  }
  filling.hasMonth = true
  for (const each of wanted) {
    for (const step of each) if (step !== 'month') yield step
  }
}
/** Fills in one journal, and yields `month` after each file from which on it has had a month of running time. */
function* fillJournal(
  filling: Filling,
  [journal, { id, key }]: readonly [number, RecordJournal],
  upTo: UpTo | null,
  head: () => Head,
): Steps<void, 'month'> {
  const { files, journals } = filling.place
  // No line of it opens.
  if (key === null) return
  const chain = chainKey(key)
  let until = journal === journals.length - 1 ? head().seq + 1 : Number.POSITIVE_INFINITY
  let newer: NewerFile = { file: 0, raws: new Map() }
  let newestRan: number | null = null
  for (const file of [...filesOf(files, id)].reverse()) {
    if (upTo !== null && file < upTo.file) return
    const raws = yield* linesBehind(files, { id, key }, file, maxUnread)
    filling.isPartial ||= raws === null
    const own = yield* linesIn({ journal, file }, raws ?? [], until, (raw) => isGivenUp(chain, newer, raw))
    const known = own.lines.find(({ line }) => line.seq === upTo?.seq)
    if (file === upTo?.file && known?.hash !== upTo.hash) throw new Error(ofAnotherRecord)
    const [givenUp] = own.givenUp
    if (givenUp !== undefined) filling.store.begins({ journal, file: newer.file, line: givenUp })
    // A value that was seen counts, whatever became of its line.
    for (const line of own.givenUp) {
      if ('seen' in line) filling.store.take({ journal, file, line, attempt: null }, false)
    }
    if (own.isPlaced && own.raws.size > 0) newer = { file, raws: own.raws }
    for (const each of own.lines.reverse()) {
      filling.store.take(each, own.isPlaced)
      yield
    }
    until = Math.min(until, own.first?.seq ?? until)
    yield
    if (own.first === null) continue
    newestRan ??= own.endedRan
    if (newestRan - own.endedRan >= valuesNeededMs) yield 'month'
  }
}

/** The lines of the file that was read before, by number. */
type NewerFile = { readonly file: number; readonly raws: ReadonlyMap<number, RawLine> }

/** Whether a line was given up although the next file has lost its first line: another has its number, or is chained to another. */
function isGivenUp(chain: Buffer, { raws }: NewerFile, { seq, hash }: RawLine): boolean {
  const same = raws.get(seq)
  const next = raws.get(seq + 1)
  const isOther = same !== undefined && same.hash !== hash
  return isOther || (next !== undefined && headAfter(chain, { seq, hash }, next) === null)
}

/** Reads the lines of a file, each with its attempt after it. Lines that were given up are left out. */
function* linesIn(
  at: Pick<IndexedLine, 'journal' | 'file'>,
  all: Iterable<RawLine>,
  until: number,
  hasGivenUp: (raw: RawLine) => boolean,
): Steps<OwnFile> {
  const lines: OwnFile['lines'] = []
  const givenUp: JournalLine[] = []
  const raws = new Map<number, RawLine>()
  let first: FirstLine | null = null
  let fold = emptyFold()
  for (const raw of all) {
    const line = raw.seq < until ? raw.line() : null
    if (line === null) continue
    if (hasGivenUp(raw)) {
      givenUp.push(line)
      continue
    }
    raws.set(line.seq, raw)
    if ('first' in line) {
      first = line
      fold = foldFrom(line)
    }
    const after = follow(fold, line)
    if (!after.ok) continue
    lines.push({ ...at, line, attempt: after.value, hash: raw.hash })
    yield
  }
  // A file in another's place does not say where that one begins.
  const isPlaced = first === null || first.first.file === at.file
  return { lines, givenUp, raws, isPlaced, first: isPlaced ? first : null, endedRan: fold.ran }
}

type OwnFile = {
  readonly lines: (IndexedLine & { readonly hash: string })[]
  /** Oldest first. */
  readonly givenUp: readonly JournalLine[]
  /** The lines that count, by number. */
  readonly raws: NewerFile['raws']
  readonly isPlaced: boolean
  readonly first: FirstLine | null
  readonly endedRan: number
}
