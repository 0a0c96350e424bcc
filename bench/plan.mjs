// @ts-check

/** Whether a short run was asked for, to try things out. */
export const quick = process.argv.includes('--quick')

/** How often each thing is measured. */
export const rounds = quick
  ? { starts: 2, copies: 1, scans: 15, lookups: 25, searches: 1 }
  : { starts: 5, copies: 2, scans: 60, lookups: 500, searches: 5 }

/** How long a program that was started is left alone before its memory is read. */
export const restMs = quick ? 1000 : 3000

/** How many saved copies the tills of the bench have. To save 200,000 takes a minute. */
export const sizes = quick
  ? { few: 1000, some: 5000, many: 20_000 }
  : { few: 1000, some: 50_000, many: 200_000 }

/** What a till of ten years has written down: refunds, and high-water values of all payments ever looked up. */
export const longJournal = quick
  ? { refunds: 20_000, highWater: 100_000 }
  : { refunds: 200_000, highWater: 1_000_000 }

/** What is typed into the search, a key at a time. */
export const typedWords = quick ? ['4839'] : ['48392017', 'C7041', 'refunded 12', '120.5']

/** @param {number} count */
export const written = (count) => count.toLocaleString('en')
