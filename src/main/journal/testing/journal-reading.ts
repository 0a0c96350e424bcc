/** Reads all of a short journal at once, for tests. What cannot be read is left out. */
import type { Attempt } from '../../../shared/attempt/attempt'
import type { Journal } from '../journal'
import type { ExportedLine } from '../journal-types'

/** Returns the attempts made in the range, newest first. */
export function attemptsIn(journal: Journal, from = 0, to = Number.MAX_SAFE_INTEGER): readonly Attempt[] {
  const pages = [...journal.attemptsBetween(from, to)]
  return pages.includes(null) ? [] : pages.flatMap((page) => page ?? [])
}

/** Returns the run of lines from the first to the last in the range, oldest first. */
export function linesIn(journal: Journal, from: number, to: number): readonly ExportedLine[] {
  const lines = [...journal.linesBetween(from, to)]
  return lines.includes(null) ? [] : lines.flatMap((each) => (each !== null && 'line' in each ? [each] : []))
}
