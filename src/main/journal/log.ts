/**
 * The refund record while the program runs: a line counts only once it is appended and flushed. Each run begins a file of
 * its own, whose first line carries all that is open, and so does every two-thousandth line. After a failed write the file
 * is given up, and the next one begins after what is known to be on the disk.
 */
import type { Attempt, AttemptEvent } from '../../shared/attempt/attempt'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { PaymentEvent, TillEvent } from '../../shared/refund/journal-events'
import { attemptWork, databaseFault } from '../system/database'
import {
  advanceStanding,
  attemptAfter,
  attemptIn,
  carriedOn,
  emptyFold,
  type Fold,
  foldFrom,
  follow,
  nothingStands,
  runningTime,
  takeIn,
} from './fold'
import {
  chainStart,
  type FirstLine,
  fitLine,
  type Head,
  type JournalBeginning,
  type JournalLine,
  recordVersion,
  type SeenValue,
  versionOf,
} from './journal-line'
import type { IndexedLine, JournalFault, RefundsOffFault } from './journal-types'
import { isThereAlready, type NewRecordFile, type RecordFiles } from './record-files'
import type { Salvaged } from './salvage'
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
  unreadable,
  writeLine,
} from './segment'

/** The highest number of a file: names with more digits are not read (segment.ts). */
const maxFileNumber = 999_999_999_999_999

/** The next file begins after so many lines, so that opening reads no more. */
const linesPerFile = 2000

/** A line that was just written. */
export type AddedLine = IndexedLine & { readonly head: Head }

/** A line to write. `of`: the attempt, if memory does not have it. */
export type Draft =
  | { readonly marker: string; readonly event: AttemptEvent; readonly of?: Attempt | undefined }
  | { readonly payment: PaymentEvent }
  | { readonly till: TillEvent }
  | { readonly beginning: JournalBeginning }
  | { readonly seen: SeenValue }
  | { readonly first: FirstLine['first'] }

type Added = Result<AddedLine, JournalFault>

export type Log = ReturnType<typeof goOn>

/** A record as its newest file was read. */
export type ReadLog = {
  readonly head: Head
  readonly fold: Fold
  readonly earlier: readonly string[]
  readonly ends: FirstLine['first']['ends']
  /** The number of the newest file, which a power cut may have left without a line; and of the one that the head is in. */
  readonly file: number
  readonly headFile: number
}

const damaged = (detail: string) => fail({ why: 'journal_damaged', detail } as const)
const rolledBack = (detail: string) => fail({ why: 'journal_rolled_back', detail } as const)

/**
 * Reads the newest file and compares it with the keychain. Throws what the disk throws.
 * @param kept the head that the keychain knows.
 */
export function readLog(files: RecordFiles, keys: RecordKeys, kept: Head): Result<ReadLog, RefundsOffFault> {
  const numbers = [...filesOf(files, keys.id)].reverse()
  if (numbers.length === 0)
    return fail({ why: 'journal_missing', detail: 'No file of the record is on this disk' })
  /** Something lies after the last line that follows: what a power cut leaves, or damage. */
  let rest = false
  /** Well-formed lines that do not open. */
  let whole = 0
  for (const number of numbers) {
    const lines = [...linesOf(files, keys, number)]
    // Unlike a torn end, this is nothing that a power cut leaves.
    if (lines.includes(unreadable)) return damaged(`The disk does not give file ${number}`)
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
    if (kept.seq > head.seq) {
      return rest ? damaged(`Line ${head.seq + 1} cannot be read`) : rolledBack(`Line ${kept.seq} is missing`)
    }
    const own = known.get(kept.seq) ?? olderHash(files, keys, numbers, kept.seq)
    if (own !== null && own !== kept.hash) return rolledBack('The record is another one')
    const { earlier, ends } = first.first
    return succeed({ head, fold, earlier, ends, file: numbers[0] ?? number, headFile: number })
  }
  if (!rest) return rolledBack('The files of the record are empty')
  return whole > 1
    ? fail({ why: 'journal_wrong_key', detail: 'No line of the record opens with this key' })
    : damaged('No line of the record can be read')
}

const opens = (lines: readonly RawLine[]) => lines.some((raw) => raw.text() !== null)

/** Reads a file's lines as far as they follow each other. A line that opens after one that does not is damage. */
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

/** The hash of a line in an older file; null where it cannot be read, which the background verification reports. */
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

/** Makes a record without lines. Nothing is on the disk before the first is written. @param before what it goes on from. */
export function newLog(
  files: RecordFiles,
  keys: RecordKeys,
  now: () => number,
  monotonic?: () => number,
  before: Pick<Salvaged, 'earlier' | 'ends' | 'carried'> | null = null,
): Log {
  const empty = emptyFold()
  const nothing = { earlier: [], ends: [], carried: { shifts: [], unread: null } }
  const { earlier, ends, carried } = before ?? nothing
  const { shifts, unread, ...folded } = carried
  const fold = { ...empty, ...folded, standing: { ...empty.standing, shifts, unread } }
  const from = { head: chainStart(keys.id), fold, earlier, ends, file: 0, headFile: 0 }
  return goOn(files, keys, from, now, monotonic)
}

/**
 * Goes on from what was read, in a file of its own, which is made with the first line that is written.
 * @param now milliseconds since 1970.
 * @param monotonic milliseconds of the monotonic clock: what this run adds to the till's running time.
 */
export function goOn(
  files: RecordFiles,
  keys: RecordKeys,
  from: ReadLog,
  now: () => number,
  monotonic: () => number = () => performance.now(),
) {
  const ran = runningTime(from.fold.ran, monotonic)
  const { earlier, ends } = from
  /** `head`: the last line that is known to be on the disk; `last`: the last of the file. */
  let { fold, head } = from
  let last = head
  let file: NewRecordFile | null = null
  let number = from.file
  let lines = 0
  /** Values noted since the last flush, which are written again where their file is given up. */
  let waiting: readonly SeenValue[] = []
  /** Lines that `takeAdded` has not returned yet. */
  let added: readonly AddedLine[] = []

  /** Stops writing to this file: how much of its last line reached the disk is unknown. */
  function giveUp(): void {
    const left = file
    file = null
    last = head
    if (left !== null) attemptWork(left.close)
  }

  /** Writes a line after the last one; null where it is too long. */
  function put(to: NewRecordFile, draft: Draft): AddedLine | null {
    const fitted = fitLine({ seq: last.seq + 1, ran: ran(), ...draft })
    if (fitted === null) return null
    const after = attemptAfter(fold, fitted.line)
    if (!after.ok) throw new Error('A line that was cut leads elsewhere')
    const attempt = after.value
    const written = writeLine(keys, last, fitted, locksOf(fold, fitted.line, attempt))
    to.append(written.text)
    last = written.head
    lines += 1
    return { journal: earlier.length, file: number, head: last, line: fitted.line, attempt }
  }

  function flushed(to: NewRecordFile): void {
    to.flush()
    // Once more: a second program may have read this file before the flush.
    if (to === file) stopBesideAnother()
    head = last
    waiting = []
  }

  function make(): NewRecordFile {
    beforeFile(files, keys.id, number, number === from.file ? from.headFile : null)
    if (number >= maxFileNumber)
      throw new Error(`There is a file of number ${number}, which this program has not made`)
    try {
      const made = files.create(segmentName(keys.id, number + 1))
      number += 1
      return made
    } catch (error) {
      // The file may have been made all the same; it is never written, so the next has another number.
      if (!isThereAlready(error)) number += 1
      throw error
    }
  }

  /** Begins the next file. Throws what the disk throws; the next line then tries one with another number. */
  function begin(): void {
    if (file !== null) flushed(file)
    const again = waiting
    giveUp()
    const made = make()
    try {
      if (head === from.head) stopWhereGrown(files, keys, from)
      lines = 0
      const { open, fold: next } = carriedOn(fold, now())
      const begins = { at: now(), version: recordVersion, file: number, before: head.hash } as const
      const first = { ...begins, earlier, ends, open }
      const written = [put(made, { first }), ...again.map((seen) => put(made, { seen }))]
      flushed(made)
      file = made
      fold = next
      added = [...added, ...written.flatMap((each) => each ?? [])]
    } catch (error) {
      last = head
      attemptWork(made.discard)
      throw error
    }
  }

  /** Throws where a second program has gone on from the same line, which forks the chain: one of the two must stop. */
  function stopBesideAnother(): void {
    if (files.exists(segmentName(keys.id, number + 1))) throw new Error(goneOn)
  }

  /** Returns the file for the next line, and begins one where needed. */
  function ready(): NewRecordFile {
    if (file !== null) stopBesideAnother()
    if (file === null || lines >= linesPerFile) begin()
    if (file === null) throw new Error('No file was begun')
    return file
  }

  /** Turns what the disk throws into a fault and gives the file up; what is on the disk already is not damaged by it. */
  function onDisk<T>(work: () => Result<T, JournalFault>): Result<T, JournalFault> {
    try {
      return work()
    } catch (error) {
      giveUp()
      return fail({ kind: 'unwritable', detail: databaseFault(error).detail })
    }
  }

  return {
    keys,
    /** The journals before this one, oldest first. */
    earlier,
    /** The last line that is known to be on the disk. */
    head: () => head,
    fold: () => fold,
    /** The till's running time in milliseconds. */
    ran,
    /** The number of the last file that was read, made or tried. */
    file: () => number,
    /** The lines written since the last call, oldest first, with those that a new file begins with. */
    takeAdded(): readonly AddedLine[] {
      const taken = added
      added = []
      return taken
    },
    /** Writes a line, which is on the disk when this returns. On a fault memory is unchanged, and the next line replaces it. */
    append(draft: Draft): Added {
      // Check whether it may follow before anything is written for it.
      const possible = attemptAfter(fold, { seq: last.seq + 1, ran: ran(), ...draft })
      if (!possible.ok) return possible
      return onDisk(() => {
        const before = fold
        const to = ready()
        const written = put(to, completed(draft, before, fold))
        if (written === null) return fail({ kind: 'too_long' })
        flushed(to)
        takeIn(fold, written.line, written.attempt)
        added = [...added, written]
        return succeed(written)
      })
    },
    /** Begins this run's file, so that a disk which takes nothing is found before there is anything to write. */
    begin: (): Result<null, JournalFault> =>
      onDisk(() => {
        if (file === null) begin()
        return succeed(null)
      }),
    /** Writes a value that was seen, without a flush: the next line's flush includes it. */
    note: (seen: SeenValue): Added =>
      onDisk(() => {
        const written = put(ready(), { seen })
        if (written === null) return fail({ kind: 'too_long' })
        waiting = [...waiting, seen]
        added = [...added, written]
        return succeed(written)
      }),
    flush,
    close() {
      flush()
      giveUp()
    },
  }

  /** Flushes the values noted. Returns whether they are on the disk. */
  function flush(): boolean {
    if (last.seq === head.seq || file === null) return waiting.length === 0
    const done = attemptWork(() => file !== null && flushed(file))
    if (!done.ok) giveUp()
    return done.ok
  }
}

const goneOn = 'Another program has gone on with this record'

/** Throws where another program has written to the file since it was read: that one finds the next file from now on. */
function stopWhereGrown(files: RecordFiles, keys: RecordKeys, { head, headFile }: ReadLog): void {
  const lines = headFile === 0 ? [] : [...linesOf(files, keys, headFile)]
  if (lines.some(({ seq, text }) => seq > head.seq && text() !== null)) throw new Error(goneOn)
}

/** Throws where another program has gone on, or what was read cannot be flushed. @param read its file; null for none. */
function beforeFile(files: RecordFiles, journal: string, number: number, read: number | null): void {
  const newest = filesOf(files, journal).at(-1) ?? 0
  if (newest > number) throw new Error(goneOn)
  if (read === null) return
  // After a failed flush, what was read may be in the system's memory only, and no chain may go on from what a power cut takes.
  const name = segmentName(journal, read)
  if (files.exists(name)) files.flush(name)
}

/** The unsealed locks of a line. */
function locksOf({ standing }: Fold, line: JournalLine, attempt: Attempt | null): string {
  if (attempt !== null) return attemptLock(attempt)
  // A lock without an attempt stands in its own line too. That it was released stands in none: the payment may have another.
  return standingLocks('first' in line ? standing : advanceStanding(nothingStands, line, null))
}

/** Adds the attempt to the draft, if the file that was begun for this line no longer carries it. */
function completed(draft: Draft, before: Fold, fold: Fold): Draft {
  if (!('event' in draft) || attemptIn(fold, draft.marker) !== null) return draft
  const of = attemptIn(before, draft.marker)
  return of === null ? draft : { ...draft, of }
}
