import { type JournalLine, lineText } from '../../journal-line'
import type { OldJournal } from '../old-journal'

/** A journal of which these lines open; a missing one is null. */
export function oldJournal(
  name: string,
  contents: readonly (Omit<JournalLine, 'seq'> | null)[],
  change: Partial<OldJournal> = {},
): OldJournal {
  const lines = contents.flatMap((content, index) => {
    if (content === null) return []
    const line = { seq: index + 1, ...content } as JournalLine
    return [{ seq: index + 1, text: lineText(line), marker: 'marker' in line ? line.marker : '' }]
  })
  return {
    name,
    files: [],
    lines,
    rows: new Map(),
    highWater: [],
    lastLine: lines.at(-1)?.seq ?? 0,
    openLocks: [],
    head: { head: { seq: contents.length, hash: 'f'.repeat(64) }, locks: [], services: 1 },
    ...change,
  }
}
