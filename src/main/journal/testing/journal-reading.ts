/** All of a journal at once, for tests of short ones. Each throws when something cannot be read. */
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
    if (page === null) throw new Error('The journal cannot be read')
    attempts.push(...page.attempts)
    before = page.next
  } while (before !== null)
  return attempts
}

/** The run of lines from the first to the last in the range, oldest first. */
export function linesIn(journal: Journal, from: number, to: number): readonly ExportedLine[] {
  const run = journal.lineRun(from, to)
  if (run === null) throw new Error('The journal cannot be read')
  return Array.from({ length: Math.max(0, run.last - run.first + 1) }, (_, index) => {
    const line = journal.lineAt(run.first + index)
    if (line === null) throw new Error(`Line ${run.first + index} cannot be read`)
    return line
  })
}
