/**
 * Which of several old journals knows more. Each was begun after all that it took over was read, so it outranks the one
 * that was in force before it. One that the newest knows nothing of is an orphan: it was begun and never came into
 * force, or it did and the keychain was put back to before. Pure.
 */
import { isTakeoverWhole, lineOf, type OldJournal } from './old-journal'

export type RankedJournal = {
  readonly journal: OldJournal
  /** The higher number is the newer journal; 0 where nobody knows, below it for an orphan. */
  readonly rank: number
}

const newest = 1_000_000
const unknown = 0
const orphan = -1

/**
 * The journals, oldest first. Those that tell nothing which a newer one has not taken over whole are left out.
 * @param inForce the name of the journal that was in force last; null when nobody knows.
 */
export function rankJournals(
  journals: readonly OldJournal[],
  inForce: string | null,
): readonly RankedJournal[] {
  const ranks = new Map<string, number>()
  let name = inForce
  let rest = unknown
  for (let rank = newest; name !== null; rank -= 1) {
    const journal = journals.find((each) => each.name === name)
    if (journal === undefined || ranks.has(name)) break
    ranks.set(name, rank)
    const before = predecessorOf(journal)
    if (before === null) rest = orphan
    name = before ?? null
  }
  const ranked = journals.map((journal) => ({ journal, rank: ranks.get(journal.name) ?? rest }))
  return ranked.sort((one, other) => one.rank - other.rank)
}

/** Whether the journal that was in force last, and those before it, know nothing of this one. */
export function isOrphan({ rank }: RankedJournal): boolean {
  return rank === orphan
}

/** The name of the journal before; null when there was none, undefined when that cannot be read. */
function predecessorOf({ lines }: OldJournal): string | null | undefined {
  const first = lines[0]
  if (first?.seq !== 1) return undefined
  const line = lineOf(first)
  return 'beginning' in line ? line.beginning.after : null
}

/** The journal that was in force last, when all that it took over can be read in it; else null. */
export function wholeNewest(ranked: readonly RankedJournal[]): OldJournal | null {
  const last = ranked.at(-1)
  return last !== undefined && last.rank === newest && isTakeoverWhole(last.journal) ? last.journal : null
}

/** Whether a journal's files are, byte for byte, those that another has taken over. */
export function wasTakenOver(files: OldJournal['files'], by: OldJournal): boolean {
  const first = by.lines[0]
  const line = first === undefined ? null : lineOf(first)
  if (line === null || !('beginning' in line)) return false
  const taken = new Set(line.beginning.files.map(({ sha256 }) => sha256))
  return files.every(({ sha256 }) => taken.has(sha256))
}
