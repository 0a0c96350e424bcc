import { PlainFailure } from '../scripts/setup/project.mjs'

/** Whether a short run was asked for, to try things out. */
export const quick = process.argv.includes('--quick')

/** The parts that the command line names, in their order; all where it names none. */
export function wantedParts(all: readonly string[]): readonly string[] {
  const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const unknown = named.find((name) => !all.includes(name))
  if (unknown !== undefined)
    throw new PlainFailure(`“${unknown}” is no part of the bench: ${all.join(', ')}.`)
  return all.filter((name) => named.length === 0 || named.includes(name))
}

/** How often each thing is measured; `warmUp` rounds warm the disk and count for nothing. */
export const rounds = quick
  ? { warmUp: 0, starts: 2, copies: 1, scans: 10, lookups: 15, searches: 1, confirms: 5 }
  : { warmUp: 1, starts: 5, copies: 2, scans: 60, lookups: 1500, searches: 5, confirms: 30 }

/** How long a program that was started is left alone before its memory is read. */
export const restMs = quick ? 500 : 3000

/** How many saved copies the tills of the bench have. To save 200,000 takes a minute. */
export const sizes = quick ? { few: 1000, many: 10_000 } : { few: 1000, many: 200_000 }

/** What a till of ten years has written down: refunds, and high-water values of all payments ever looked up. */
export const longJournal = quick
  ? { refunds: 4000, highWater: 20_000 }
  : { refunds: 200_000, highWater: 1_000_000 }

/** What is typed into the search, a key at a time. */
export const typedWords = quick ? ['4839'] : ['48392017', 'C7041', 'refunded 12', '120.5']

export const written = (count: number) => count.toLocaleString('en')
