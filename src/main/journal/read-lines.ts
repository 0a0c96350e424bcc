/** Reads single lines of the record, of this journal and of those before it: for histories and exports. */
import { attemptWork } from '../database/open-database'
import type { Place } from './indexed-line'
import type { JournalIndex, RecordJournal } from './journal-index'
import type { JournalLine } from './journal-line'
import type { ExportedLine } from './journal-types'
import type { RecordFiles } from './record-files'
import { parseLine, type RawLine, rawLines, segmentName } from './segment'

/** Whatever cannot be read is answered as null. */
export type RecordReader = {
  readonly lineAt: (place: Place) => JournalLine | null
  /** A line of the journal in force, with its hash. */
  readonly exported: (seq: number) => ExportedLine | null
  readonly hashAt: (seq: number) => string | null
  /** The number of the first line in these files of the journal in force, smallest first, that is within. */
  readonly firstWithin: (files: readonly number[], isWithin: (line: JournalLine) => boolean) => number | null
  readonly lastWithin: (files: readonly number[], isWithin: (line: JournalLine) => boolean) => number | null
}

export function makeRecordReader(
  files: RecordFiles,
  journals: readonly RecordJournal[],
  index: Pick<JournalIndex, 'read'>,
): RecordReader {
  const own = journals.length - 1
  /** The file that was asked for last: an export goes through it line by line. */
  let cached: { readonly name: string; readonly lines: ReadonlyMap<number, RawLine> } | null = null

  function linesOf(journal: number, file: number): ReadonlyMap<number, RawLine> {
    const { id, key } = journals[journal] ?? { id: '', key: null }
    const name = segmentName(id, file)
    if (cached?.name === name) return cached.lines
    const text = attemptWork(() => files.read(name))
    const lines = new Map<number, RawLine>()
    for (const raw of rawLines(id, key, text.ok ? text.value : ''))
      if (!lines.has(raw.seq)) lines.set(raw.seq, raw)
    cached = { name, lines }
    return lines
  }

  function rawAt(place: Place): RawLine | null {
    const file = index.read(null, (store) => store.fileOf(place))
    if (file === null) return null
    const found = linesOf(place.journal, file).get(place.seq)
    if (found !== undefined) return found
    // The file that is written now has grown since it was read.
    cached = null
    return linesOf(place.journal, file).get(place.seq) ?? null
  }

  function lineAt(place: Place): JournalLine | null {
    const raw = rawAt(place)
    return raw === null ? null : parseLine(raw.seq, raw.open())
  }

  function within(file: number, isWithin: (line: JournalLine) => boolean, last: boolean): number | null {
    cached = null
    const lines = [...linesOf(own, file).values()]
    for (const raw of last ? lines.reverse() : lines) {
      const line =
        index.read(null, (store) => store.fileOf({ journal: own, seq: raw.seq })) === file
          ? parseLine(raw.seq, raw.open())
          : null
      if (line !== null && isWithin(line)) return raw.seq
    }
    return null
  }

  function firstFound(
    numbers: readonly number[],
    isWithin: (line: JournalLine) => boolean,
    last: boolean,
  ): number | null {
    for (const file of numbers) {
      const found = within(file, isWithin, last)
      if (found !== null) return found
    }
    return null
  }

  return {
    lineAt,
    exported(seq) {
      const line = lineAt({ journal: own, seq })
      const raw = rawAt({ journal: own, seq })
      return line === null || raw === null ? null : { line, hash: raw.hash }
    },
    hashAt: (seq) => rawAt({ journal: own, seq })?.hash ?? null,
    firstWithin: (numbers, isWithin) => firstFound(numbers, isWithin, false),
    lastWithin: (numbers, isWithin) => firstFound([...numbers].reverse(), isWithin, true),
  }
}
