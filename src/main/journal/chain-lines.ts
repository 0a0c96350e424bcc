/** The lines of one journal from its files, for an export: from the first to the last of a time, with those that cannot be read. */
import type { IndexStore } from './index-store'
import { lineTime } from './journal-line'
import type { ExportedLine, UnreadLines } from './journal-types'
import type { RecordFiles } from './record-files'
import { linesBehind, type RecordJournal } from './segment'

type KnownFile = ReturnType<IndexStore['filesOf']>[number]

/** What is read of one journal: its files as the index knows them, and the number of the last line. */
type Chain = {
  readonly files: RecordFiles
  readonly journal: RecordJournal
  readonly known: readonly KnownFile[]
  readonly end: number
}

/** The lines from the first to the last within a time: what `linesBetween` answers. */
export function* runOf(
  chain: Chain,
  from: number,
  to: number,
): Generator<ExportedLine | UnreadLines | null, void> {
  /** Lines of another time, where the clock was set: they belong to the run if one within comes after them. */
  let held: ExportedLine[] = []
  let begun = false
  for (const each of linesThrough(chain, (file) => file.to >= from && file.from <= to)) {
    if (each === null) {
      yield null
      return
    }
    // What cannot be read may be of that time.
    const at = 'line' in each ? lineTime(each.line) : from
    const isWithin = at >= from && at <= to
    if (isWithin) yield* held
    if (isWithin) yield each
    begun ||= isWithin
    held = isWithin || !begun || !('line' in each) ? [] : [...held, each]
  }
}

/**
 * All lines from the first file to the last that is wanted, and which of them are missing or cannot be read. Null where
 * somebody holds a file: the end.
 */
function* linesThrough(
  { files, journal, known, end }: Chain,
  isWanted: (file: KnownFile) => boolean,
): Generator<ExportedLine | UnreadLines | null, void> {
  const last = known.findLastIndex(isWanted)
  let before = ''
  const begins = known[0]?.first ?? 1
  if (known.findIndex(isWanted) === 0 && begins > 1) yield { first: 1, last: begins - 1 }
  for (let place = known.findIndex(isWanted); place >= 0 && place <= last; place += 1) {
    const { file = 0, first: start = 0 } = known[place] ?? {}
    const next = known[place + 1]?.first ?? end + 1
    const { done, value: lines } = linesBehind(files, journal, file).next()
    if (done !== true) {
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
