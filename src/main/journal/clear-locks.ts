/**
 * Reads the unsealed locks of a journal that does not open: its key is lost, or this till does not know it (refund-protocol.md
 * 12).
 */
import type { PaymentEvent } from '../../shared/refund/journal-events'
import type { RecordFiles } from './record-files'
import { type ClearLock, filesOf, givenLines, linesOf, type RawLine, type RecordJournal } from './segment'

export type Lock = Pick<ClearLock, 'marker' | 'lock'>
export const nameOf = ({ marker, lock }: Lock) => `${marker} ${lock}`

export const lockedUnread = ({ marker, lock }: Lock, at: number): PaymentEvent => ({
  kind: 'locked_unread',
  ...{ at, lock, marker },
})

/**
 * Returns the unsealed locks of a journal: of one whose key is lost, or that this till does not know. Of a line that is there
 * twice, as in a copied file, only the first counts.
 */
export function clearLocks(files: RecordFiles, id: string): readonly Lock[] {
  const journal = { id, key: null }
  const newest = filesOf(files, id).at(-1)
  const locks = new Map<string, Lock>()
  const read = new Set<string>()
  for (const number of clearFiles(files, journal)) {
    // A later file carries the locks of one that stays held, but for the newest.
    const lines = number === newest ? linesOf(files, journal, number) : givenLines(files, journal, number)
    for (const raw of lines) {
      if (read.has(raw.hash)) continue
      if (raw.hash !== '') read.add(raw.hash)
      followLocks(locks, raw)
    }
  }
  return [...locks.values()]
}

/** Adds what a line locks by its unsealed part, and removes what it no longer locks. */
export function followLocks(locks: Map<string, Lock>, raw: RawLine): void {
  for (const lock of raw.locks) {
    if (lock.locks) locks.set(nameOf(lock), lock)
    else locks.delete(nameOf(lock))
  }
}

/**
 * Returns the numbers of the files that the unsealed locks are read from, in the order of their lines: the newest file whose
 * first line follows the last of the file before, and those after it. Another file may have lost its first line, which lists
 * what is locked. All files where none follows.
 */
function clearFiles(files: RecordFiles, journal: RecordJournal): readonly number[] {
  let first = 0
  const ordered = filesOf(files, journal.id)
    .map((number) => {
      first = firstNumber(givenLines(files, journal, number)) ?? first
      return { number, first }
    })
    .sort((one, other) => one.first - other.first)
  const begins = ordered.findLastIndex(({ number, first: own }, place) => {
    const [raw] = givenLines(files, journal, number)
    const before = ordered[place - 1]
    const last = before === undefined ? 0 : lastNumber(givenLines(files, journal, before.number))
    return raw?.seq === own && own === last + 1
  })
  return ordered.slice(Math.max(begins, 0)).map(({ number }) => number)
}

/** The number of the first line that has one. */
function firstNumber(lines: Iterable<RawLine>): number | null {
  for (const { seq } of lines) if (seq > 0) return seq
  return null
}

function lastNumber(lines: Iterable<RawLine>): number {
  let last = 0
  for (const { seq } of lines) last = Math.max(last, seq)
  return last
}
