import { describe, expect, it } from 'vitest'
import { isTestThere, linesOfDocs, tableBelow, testsNamedIn } from './read-docs'

/** Each with the columns that say how an entry ended and what holds it, and how many entries there were at least. */
const reviews = [
  { document: 'structure.md', heading: '## Findings', ended: 2, held: 3, least: 40 },
  {
    document: 'installing-review.md',
    heading: '# The review of installing, updating and policy',
    ended: 1,
    held: 2,
    least: 20,
  },
]

describe.each(reviews)('the review in docs/$document', ({ document, heading, ended, held, least }) => {
  const rows = tableBelow(linesOfDocs(document), heading)

  it('says of each entry how it ended', () => {
    const unsaid = rows.filter((row) => !/^(mended|done otherwise|turned down)\b/.test(row[ended] ?? ''))
    expect(unsaid).toEqual([])
    expect(rows.length).toBeGreaterThan(least)
  })

  it('names tests that are there', () => {
    const lost = rows.flatMap((row) =>
      (row[held] ?? '')
        .split(/; (?=`)/)
        // What else may hold an entry: a whole file of tests, a page of the docs, a stage of CI.
        .filter((part) => part.includes('"') && !part.startsWith('`npm'))
        .flatMap(testsNamedIn)
        .filter((named) => !isTestThere(named))
        .map((named) => ({ entry: row[0], ...named })),
    )
    expect(lost).toEqual([])
  })
})
