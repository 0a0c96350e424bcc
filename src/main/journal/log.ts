/**
 * The refund record while the program runs: a line is appended, flushed, and only then counts. Each run begins a file of
 * its own, whose first line carries all that stands open, and so does every two-thousandth line; after a failed write the
 * file is given up, and the next one begins after what is known to be on the disk.
 */
import type { Attempt } from '../../shared/attempt'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, databaseFault } from '../system/database'
import {
  attemptAfter,
  carriedOn,
  draftOf,
  emptyFold,
  type FindSettled,
  type Fold,
  foldFrom,
  follow,
  runningTime,
  takeIn,
} from './fold'
import {
  chainStart,
  type FirstLine,
  type Head,
  type JournalLine,
  recordVersion,
  type SeenValue,
  versionOf,
} from './journal-line'
import type { JournalFault, RefundsOffFault } from './journal-types'
import { isThereAlready, type NewRecordFile, type RecordFiles } from './record-files'
import {
  attemptLock,
  filesOf,
  firstLineOf,
  headAfter,
  linesOf,
  type RawLine,
  type RecordKeys,
  segmentName,
  standingLocks,
  startOf,
  type WrittenLine,
  writeLine,
} from './segment'

/** A file of so many lines is followed by the next: opening reads no more. */
const linesPerFile = 2000

/** A line of the record, as the index takes it in. */
export type IndexedLine = {
  readonly journal: number
  readonly file: number
  readonly line: JournalLine
  /** What the line led its attempt to; null for a line about none. */
  readonly attempt: Attempt | null
  /** The number of the line with which that attempt began. */
  readonly begun: number
}

/** A line that was written just now. */
export type AddedLine = IndexedLine & { readonly head: Head }

/** The lines that were written, oldest first: a new file begins with lines of its own. */
type Added = Result<readonly AddedLine[], JournalFault>
type Draft = (seq: number) => JournalLine

export type Log = {
  readonly keys: RecordKeys
  /** The journals before this one, oldest first. */
  readonly earlier: readonly string[]
  /** The last line that is known to be on the disk. */
  readonly head: () => Head
  readonly fold: () => Fold
  /** The till's running time in milliseconds. */
  readonly ran: () => number
  /** The number of the file that is written now; the next one's where there is none. */
  readonly file: () => number
  /**
   * Adds a line, on the disk when this returns. Nothing is written when it answers a fault.
   * @param settled finds an attempt that was settled before this file began.
   */
  readonly append: (draft: Draft, settled?: FindSettled) => Added
  /** Begins this run's file, so that a disk which takes nothing is found before anything is to be written. */
  readonly begin: () => Added
  /** Adds what was seen. The next line's flush takes it along. */
  readonly note: (value: SeenValue) => Added
  /** Brings what was noted to the disk. Answers whether it is there. */
  readonly flush: () => boolean
  readonly close: () => void
}

/** Where a record stood when its newest file was read. */
export type ReadLog = {
  readonly head: Head
  readonly fold: Fold
  readonly earlier: readonly string[]
  /** The number of the newest file, which a power cut may have left without a line. */
  readonly file: number
}

const damaged = (detail: string) => fail({ why: 'journal_damaged', detail } as const)
const rolledBack = (detail: string) => fail({ why: 'journal_rolled_back', detail } as const)

/**
 * Reads the newest file. @param kept the head that the keychain knows; null when it knows none, and then nothing is a
 * rollback. Throws what the disk throws.
 */
export function readLog(
  files: RecordFiles,
  keys: RecordKeys,
  kept: Head | null,
): Result<ReadLog, RefundsOffFault> {
  const numbers = [...filesOf(files, keys.id)].reverse()
  if (numbers.length === 0)
    return fail({ why: 'journal_missing', detail: 'No file of the record is on this disk' })
  /** Something lies behind the last line that follows: what a power cut leaves, or damage. */
  let rest = false
  /** Lines that are formed as they should be, and do not open. */
  let whole = 0
  for (const number of numbers) {
    const lines = [...linesOf(files, keys, number)]
    const first = firstLineOf(lines[0])
    if (first === null) {
      const version = versionOf(lines[0]?.text() ?? null)
      if (version !== null && version !== recordVersion) {
        return fail({ why: 'journal_other_version', detail: `The record is of version ${version}` })
      }
      if (opens(lines)) return damaged(`The first line of file ${number} cannot be read`)
      rest ||= lines.length > 0
      whole += lines.filter(({ hash }) => hash !== '').length
      continue
    }
    if (first.first.file !== number) return damaged(`File ${number} is file ${first.first.file}`)
    const read = readLines(keys.chain, first, lines)
    if (!read.ok) return read
    const { head, fold, known } = read.value
    rest ||= read.value.rest
    if (kept !== null && kept.seq > head.seq) {
      return rest ? damaged(`Line ${head.seq + 1} cannot be read`) : rolledBack(`Line ${kept.seq} is missing`)
    }
    const own = kept === null ? null : (known.get(kept.seq) ?? olderHash(files, keys, numbers, kept.seq))
    if (kept !== null && own !== null && own !== kept.hash) return rolledBack('The record is another one')
    return succeed({ head, fold, earlier: first.first.earlier, file: numbers[0] ?? number })
  }
  if (!rest) return rolledBack('The files of the record are empty')
  return whole > 1
    ? fail({ why: 'journal_wrong_key', detail: 'No line of the record opens with this key' })
    : damaged('No line of the record can be read')
}

const opens = (lines: readonly RawLine[]) => lines.some((raw) => raw.text() !== null)

/** The lines of a file as far as they follow each other. What opens behind a line that does not is damage. */
function readLines(chain: Buffer, first: FirstLine, lines: readonly RawLine[]) {
  let head = startOf(first)
  const fold = foldFrom(first)
  const known = new Map([[head.seq, head.hash]])
  for (const [place, raw] of lines.entries()) {
    if (raw.text() === null && !opens(lines.slice(place))) return succeed({ head, fold, known, rest: true })
    const next = headAfter(chain, head, raw)
    const line = next === null ? null : raw.line()
    const isLine = line !== null && 'first' in line === (place === 0)
    if (next === null || !isLine || !follow(fold, line).ok)
      return damaged(`Line ${head.seq + 1} cannot be read`)
    head = next
    known.set(head.seq, head.hash)
  }
  return succeed({ head, fold, known, rest: false })
}

/** The hash of a line in an older file; null where it cannot be read: that is told behind the cashier. */
function olderHash(
  files: RecordFiles,
  keys: RecordKeys,
  numbers: readonly number[],
  seq: number,
): string | null {
  for (const number of numbers) {
    for (const raw of linesOf(files, keys, number)) {
      if (raw.seq > seq) break
      if (raw.seq === seq && raw.text() !== null) return raw.hash
    }
  }
  return null
}

/** A record without lines. Nothing is on the disk before the first is appended. @param carried of an earlier one. */
export function newLog(
  files: RecordFiles,
  keys: RecordKeys,
  earlier: readonly string[],
  now: () => number,
  monotonic?: () => number,
  carried: Pick<Fold, 'done' | 'lines'> = emptyFold(),
): Log {
  const fold = { ...emptyFold(), ...carried }
  const from = { head: chainStart(keys.id), fold, earlier, file: 0 }
  return goOn(files, keys, from, now, monotonic)
}

/**
 * Goes on from what was read, in a file of its own; that begins with the first line that is written.
 * @param now milliseconds since 1970.
 * @param monotonic milliseconds of a clock that nobody can set: what this run adds to the till's running time.
 */
export function goOn(
  files: RecordFiles,
  keys: RecordKeys,
  from: ReadLog,
  now: () => number,
  monotonic: () => number = () => performance.now(),
): Log {
  const ran = runningTime(from.fold.ran, monotonic)
  const { earlier } = from
  /** `head`: the last line that is known to be on the disk; `last`: the last of the file. */
  let { fold, head } = from
  let last = head
  let file: NewRecordFile | null = null
  let number = from.file
  let lines = 0
  /** What was noted since the last flush: it is written again where its file is given up. */
  let waiting: readonly SeenValue[] = []
  /** Lines on the disk that no caller was told of: the line for which their file was begun failed. */
  let untold: readonly AddedLine[] = []

  /** Nothing is written into this file any more: nobody knows what of its last line reached the disk. */
  function giveUp(): void {
    const left = file
    file = null
    last = head
    if (left !== null) attemptWork(left.close)
  }

  function put(to: NewRecordFile, draft: JournalLine, locks: string): WrittenLine | null {
    const written = writeLine(keys, last, draft, locks)
    if (written === null) return null
    to.append(written.text)
    last = written.head
    lines += 1
    return written
  }

  function flushed(to: NewRecordFile): void {
    to.flush()
    head = last
    waiting = []
  }

  function make(): NewRecordFile {
    const newest = filesOf(files, keys.id).at(-1) ?? 0
    if (newest > number) throw new Error('Another program has gone on with this record')
    // What was read may be in memory alone, where a flush failed: no chain goes on from what the power takes along.
    if (number === from.file) {
      const read = [newest - 1, newest].map((each) => segmentName(keys.id, each))
      for (const name of read) if (files.exists(name)) files.flush(name)
    }
    try {
      const made = files.create(segmentName(keys.id, number + 1))
      number += 1
      return made
    } catch (error) {
      // A file that was made and not kept open is never written: the next has another number.
      if (!isThereAlready(error)) number += 1
      throw error
    }
  }

  /** Begins the next file. Throws what the disk throws; then the next line tries one of another number. */
  function begin(): void {
    const again = waiting
    if (file !== null) flushed(file)
    const unwritten = file === null ? again : []
    giveUp()
    const made = make()
    try {
      lines = 0
      const { open, fold: next } = carriedOn(fold, now())
      const carried = { file: number, before: head.hash, earlier, open }
      const first: FirstLine['first'] = { at: now(), version: recordVersion, ...carried }
      const written = put(made, { seq: last.seq + 1, ran: ran(), first }, standingLocks(fold.standing))
      const values = unwritten.map((seen) => put(made, { seq: last.seq + 1, ran: ran(), seen }, ''))
      flushed(made)
      file = made
      fold = next
      const added = [written, ...values].flatMap((each) => (each === null ? [] : [about(each, null)]))
      untold = [...untold, ...added]
    } catch (error) {
      last = head
      attemptWork(made.discard)
      throw error
    }
  }

  function about(written: WrittenLine, attempt: Attempt | null): AddedLine {
    const begun = attempt === null ? 0 : (fold.begun.get(attempt.intent.marker) ?? written.head.seq)
    return { journal: earlier.length, file: number, head: written.head, line: written.line, attempt, begun }
  }

  function told(...lines: readonly AddedLine[]): Added {
    const all = [...untold, ...lines]
    untold = []
    return succeed(all)
  }

  /** The file that takes the next line. */
  function ready(): NewRecordFile {
    // A second program that goes on from the same place forks the chain: one of the two must not go on.
    if (file !== null && files.exists(segmentName(keys.id, number + 1))) {
      giveUp()
      throw new Error('Another program has gone on with this record')
    }
    if (file === null || lines >= linesPerFile) begin()
    if (file === null) throw new Error('No file was begun')
    return file
  }

  /** What is thrown is what the disk said: a record that is on it already is not damaged by it. */
  function onDisk(work: () => Added): Added {
    try {
      return work()
    } catch (error) {
      giveUp()
      return fail({ kind: 'unwritable', detail: databaseFault(error).detail })
    }
  }

  function append(draft: Draft, settled: FindSettled = () => null): Added {
    // Whether it may follow is asked before anything is written for it.
    const possible = attemptAfter(fold, draftOf(fold, draft(last.seq + 1), settled))
    if (!possible.ok) return possible
    return onDisk(() => {
      const to = ready()
      const line = { ...draftOf(fold, draft(last.seq + 1), settled), ran: ran() }
      const attempt = attemptAfter(fold, line)
      if (!attempt.ok) return attempt
      const written = put(to, line, attempt.value === null ? '' : attemptLock(attempt.value))
      if (written === null) return fail({ kind: 'too_long' })
      flushed(to)
      // As it was written: a long text may have been cut.
      const after = attemptAfter(fold, written.line)
      if (!after.ok) throw new Error('A line that was cut leads elsewhere')
      takeIn(fold, written.line, after.value)
      return told(about(written, after.value))
    })
  }

  function note(seen: SeenValue): Added {
    return onDisk(() => {
      const written = put(ready(), { seq: last.seq + 1, ran: ran(), seen }, '')
      if (written === null) return fail({ kind: 'too_long' })
      waiting = [...waiting, seen]
      return told(about(written, null))
    })
  }

  function flush(): boolean {
    if (last.seq === head.seq || file === null) return waiting.length === 0
    const done = attemptWork(() => file !== null && flushed(file))
    if (!done.ok) giveUp()
    return done.ok
  }

  return {
    keys,
    earlier,
    head: () => head,
    fold: () => fold,
    ran,
    file: () => number,
    append,
    begin: () =>
      onDisk(() => {
        if (file === null) begin()
        return told()
      }),
    note,
    flush,
    close() {
      flush()
      giveUp()
    },
  }
}
