import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesNamed, linesOfDocs, tableBelow } from './read-docs'

const findings = tableBelow(linesOfDocs('refund-protocol.md'), '## The findings')

type NamedTest = { readonly file: string; readonly title: string }

/** Reads `` `a.test.ts`: "one", "two"; `b.test.ts`: "three" ``. A title that ends in … is only begun. */
function testsNamedIn(cell: string): readonly NamedTest[] {
  return cell.split('; ').flatMap((named) => {
    const [, file = '', titles = ''] = /^`([^`]+)`: "(.*)"$/.exec(named) ?? []
    return titles.split('", "').map((title) => ({ file, title: title.replace(/ ?…$/, '') }))
  })
}

function isThere({ file, title }: NamedTest): boolean {
  return title !== '' && filesNamed(file).some((path) => readFileSync(path, 'utf8').includes(`('${title}`))
}

describe('the findings in docs/refund-protocol.md', () => {
  it('are all there', () => {
    const names = findings.map(([name]) => name).filter((name) => name !== '')
    expect(names).toEqual([
      ...['A', 'A2', 'A3', 'A4', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K'],
      ...[5, 6, 7, 15, 16].map((number) => `Security ${number}`),
    ])
  })

  it('name tests that exist, or say that there is nothing to test', () => {
    const lost = findings.flatMap(([, , , shownBy = '']) =>
      shownBy === '–' ? [] : testsNamedIn(shownBy).filter((named) => !isThere(named)),
    )
    expect(lost).toEqual([])
  })
})
