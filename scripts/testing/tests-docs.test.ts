import { describe, expect, it } from 'vitest'
import { isTestThere, linesOfDocs, tableBelow, testsNamedIn } from './read-docs'

const lines = linesOfDocs('tests.md')
const rows = [
  ...tableBelow(lines, '## Weak tests').map(([, what = '', ended = '', tests = '']) => ({
    what,
    ended,
    tests,
  })),
  ...tableBelow(lines, '## Promises').map(([what = '', ended = '', tests = '']) => ({ what, ended, tests })),
  ...tableBelow(lines, '## Mistakes that nothing noticed').map(([, what = '', ended = '', tests = '']) => ({
    what,
    ended,
    tests,
  })),
]

describe('the review of the tests in docs/tests.md', () => {
  it('has all 31 mistakes, and those that change nothing', () => {
    const numbers = tableBelow(lines, '## Mistakes that nothing noticed').flatMap(([number = '']) =>
      number.split(', '),
    )
    expect([numbers.length, new Set(numbers).size]).toEqual([35, 35])
  })

  it('says of each entry how it ended', () => {
    const unsaid = rows.filter(({ ended }) => !/^(mended|done otherwise|turned down)\b/.test(ended))
    expect(unsaid.map(({ what }) => what)).toEqual([])
    expect(rows.length).toBeGreaterThan(100)
  })

  it('names for each a test that is there, or says why there is none', () => {
    const lost = rows.flatMap(({ what, ended, tests }) => {
      if (tests === '–') return ended === 'mended' ? [`${what}: no test`] : []
      return testsNamedIn(tests)
        .filter((named) => !isTestThere(named))
        .map(({ file, title }) => `${what}: ${file} “${title}”`)
    })
    expect(lost).toEqual([])
  })
})
