import { describe, expect, it } from 'vitest'
import { isTestThere, linesOfDocs, tableBelow, testsNamedIn } from './read-docs'

const rows = tableBelow(linesOfDocs('structure.md'), '## Findings')

describe('the review of the structure in docs/structure.md', () => {
  it('says of each entry how it ended', () => {
    const unsaid = rows.filter(([, , ended = '']) => !/^(mended|done otherwise|turned down)\b/.test(ended))
    expect(unsaid).toEqual([])
    expect(rows.length).toBeGreaterThan(40)
  })

  it('names tests that are there', () => {
    const lost = rows.flatMap(([number, , , tests = '']) =>
      tests === '–'
        ? []
        : testsNamedIn(tests)
            .filter((named) => !isTestThere(named))
            .map((named) => ({ number, ...named })),
    )
    expect(lost).toEqual([])
  })
})
