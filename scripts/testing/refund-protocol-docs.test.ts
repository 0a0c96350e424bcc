import { describe, expect, it } from 'vitest'
import { isTestThere, linesOfDocs, tableBelow, testsNamedIn } from './read-docs'

const findings = tableBelow(linesOfDocs('refund-protocol.md'), '## The findings')

describe('the findings in docs/refund-protocol.md', () => {
  it('are all there', () => {
    const names = findings.map(([name]) => name).filter((name) => name !== '')
    expect(names).toEqual([
      ...['A', 'A2', 'A3', 'A4', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K'],
      ...[5, 6, 7, 15, 16].map((number) => `Security ${number}`),
      ...Array.from({ length: 7 }, () => 'Histories'),
    ])
  })

  it('name tests that exist, or say that there is nothing to test', () => {
    const lost = findings.flatMap(([, , , shownBy = '']) =>
      shownBy === '–' ? [] : testsNamedIn(shownBy).filter((named) => !isTestThere(named)),
    )
    expect(lost).toEqual([])
  })
})
