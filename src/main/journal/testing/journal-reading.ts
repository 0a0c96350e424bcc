/** All of a journal at once, for tests of short ones. What cannot be read is answered as nothing there. */
import type { Attempt } from '../../../shared/attempt'
import type { ExportedLine, Journal, TimePlace, TimeRange } from '../journal-types'

const always: TimeRange = { from: null, to: null }

/** Those made in the range, newest first. */
export function attemptsIn(journal: Journal, range = always, count = 100): readonly Attempt[] {
  const attempts: Attempt[] = []
  let before: TimePlace | null = null
  do {
    const last = journal.lastNumber()
    const page: ReturnType<Journal['listPage']> =
      last === null ? null : journal.listPage({ ...range, last, before, count })
    if (page === null) return []
    attempts.push(...page.attempts)
    before = page.next
  } while (before !== null)
  return attempts
}

/** The run of lines from the first to the last in the range, oldest first. */
export function linesIn(journal: Journal, from: number, to: number): readonly ExportedLine[] {
  const run = journal.lineRun(from, to)
  const lines: ExportedLine[] = []
  for (let seq = run?.first ?? 1; seq <= (run?.last ?? 0); seq += 1) {
    const line = journal.lineAt(seq)
    if (line === null) return []
    lines.push(line)
  }
  return lines
}
