/** Reads a journal's lines of a time range from its files, for an export, and names those that cannot be read. */
import type { IndexStore } from './index-store'
import { lineTime } from './journal-line'
import type { ExportedLine, UnreadLines } from './journal-types'
import type { RecordFiles } from './record-files'
import { linesBehind, type RecordJournal } from './segment'

type KnownFile = ReturnType<IndexStore['filesOf']>[number]

/** A journal to read: its files as the index knows them, and the number of its last line. */
type Chain = {
  readonly files: RecordFiles
  readonly journal: RecordJournal
  readonly known: readonly KnownFile[]
  readonly end: number
}

/** Yields what `linesBetween` does: the run from the first line within a time range to the last, in milliseconds since 1970. */
export function* runOf(
  chain: Chain,
  from: number,
  to: number,
): Generator<ExportedLine | UnreadLines | null, void> {
  /** What is outside the range, where the clock was set, or cannot be read: part of the run once a line within it follows. */
  let held: (ExportedLine | UnreadLines)[] = []
  let begun = false
  // What cannot be read behind a file, or before the first, may be of any time up to the next one.
  const known = chain.known.map((file, place) => ({
    ...file,
    from: place === 0 && file.first > 1 ? Number.NEGATIVE_INFINITY : file.from,
    to: Math.max(file.to, chain.known[place + 1]?.from ?? file.to),
  }))
  for (const each of linesThrough({ ...chain, known }, (file) => file.to >= from && file.from <= to)) {
    if (each === null) {
      yield null
      return
    }
    const at = 'line' in each ? lineTime(each.line) : null
    // What cannot be read before a line that is too old is too old as well.
    if (!begun && at !== null && at < from) held = []
    else if (begun || at === null || held.length > 0 || at <= to) held.push(each)
    if (at === null || at < from || at > to) continue
    begun = true
    yield* held
    held = []
  }
  // Behind the last line that is read, it may be within the range.
  yield* held.slice(0, held.findLastIndex((each) => !('line' in each)) + 1)
}

/**
 * Yields the lines of the files that have some of a time range, others among them, and what cannot be read; for people. Without
 * an end (Infinity), files between those too: the clock may have been set back for a while.
 */
export function* linesNear(
  chain: Chain,
  from: number,
  to: number,
): Generator<ExportedLine | UnreadLines | null, void> {
  const isNear = (file: KnownFile) => file.to >= from && file.from <= to
  yield* linesThrough(chain, isNear, to === Infinity ? () => true : isNear)
}

/**
 * Yields all lines from the first wanted file to the last, and the numbers of those that are missing or cannot be read.
 * Ends with null where another program holds a file.
 * @param isRead whether a file between them is read too
 */
function* linesThrough(
  { files, journal, known, end }: Chain,
  isWanted: (file: KnownFile) => boolean,
  isRead: (file: KnownFile) => boolean = () => true,
): Generator<ExportedLine | UnreadLines | null, void> {
  const last = known.findLastIndex(isWanted)
  let before = ''
  const begins = known[0]?.first ?? 1
  if (known.findIndex(isWanted) === 0 && begins > 1) yield { first: 1, last: begins - 1 }
  for (let place = known.findIndex(isWanted); place >= 0 && place <= last; place += 1) {
    const here = known[place]
    if (here === undefined || !isRead(here)) continue
    const { file, first: start } = here
    const next = known[place + 1]?.first ?? end + 1
    const { done, value: lines } = linesBehind(files, journal, file).next()
    if (done !== true || lines === null) {
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
