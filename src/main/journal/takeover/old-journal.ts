/** What could be read of one journal that another takes the place of (refund-protocol.md 12). */
import type { Attempt, AttemptEvent } from '../../../shared/attempt'
import type { HeadEntry } from '../journal-keys'
import type { JournalLine } from '../journal-line'
import type { HighWaterRow } from '../journal-rows'
import type { OpenLock } from '../journal-types'

/** A line that opened with the journal's key at its own number: only that key can have written it. */
export type ReadableLine = {
  readonly seq: number
  readonly text: string
  /** Of the attempt that it is about; '' for a line about none. */
  readonly marker: string
}

export type OldFile = { readonly file: string; readonly sha256: string }

export type OldJournal = {
  /** The journal's id: how others name it. */
  readonly name: string
  /** Its files below the profile's folder, as they were. */
  readonly files: readonly OldFile[]
  /** Oldest first. */
  readonly lines: readonly ReadableLine[]
  /** The attempts whose row opens, by marker: of several that were found the one with the highest line. */
  readonly rows: ReadonlyMap<string, Attempt>
  readonly highWater: readonly HighWaterRow[]
  /** The highest number of a line that anything names which opened: a line, a row or a checkpoint; 0 when nothing did. */
  readonly lastLine: number
  /** What can be read without a key. */
  readonly openLocks: readonly OpenLock[]
  /** What the keychain knew of it; null when it has nothing that can be read. */
  readonly head: HeadEntry | null
}

/** The line of a text that was parsed and checked when it was read: journals of years have hundreds of thousands. */
export function lineOf({ text }: ReadableLine): JournalLine {
  const line: JournalLine = JSON.parse(text)
  return line
}

/** The event of an attempt's line. */
export function eventOf(line: ReadableLine): AttemptEvent {
  const opened = lineOf(line)
  if (!('event' in opened)) throw new Error(`Line ${line.seq} is about no attempt`)
  return opened.event
}

/** The number of the last line that this journal is known to have had. */
function lastKnownLine({ lastLine, head }: OldJournal): number {
  return Math.max(lastLine, head?.head.seq ?? 0)
}

/**
 * How many lines up to the head that the keychain knows, or the last one that anything in the file names, did not open;
 * null when nobody knows how many there were.
 */
export function missingLines(journal: OldJournal): number | null {
  return journal.head === null ? null : lastKnownLine(journal) - journal.lines.length
}

/**
 * Whether everything that this journal took over when it was begun can be read in it: then what it took over is all in
 * it, and the files it was taken from tell nothing more.
 */
export function isTakeoverWhole({ lines }: OldJournal): boolean {
  const first = lines[0]
  if (first?.seq !== 1) return false
  const line = lineOf(first)
  if (!('beginning' in line)) return true
  const { last } = line.beginning
  // Lines are in order and each is there once, so none is missing exactly when the place says its number.
  return lines[last - 1]?.seq === last
}
