import { describe, expect, it } from 'vitest'
import { filesNamed, linesOfDocs, tableBelow } from './read-docs'

const lines = linesOfDocs('interface-conformity.md')
const namedFile = /[\w./-]*[\w-]\.(?:test\.tsx?|spec\.ts|tsx?|mjs)\b/g

function filesNamedIn(text: string): readonly string[] {
  return text.match(namedFile) ?? []
}

const statements = tableBelow(lines, '## Statements')
/** The numbers of interface.md's sections, but for its list of what is open. */
const sections = linesOfDocs('interface.md')
  .flatMap((line) => /^##+ (\d+(?:\.\d+)?)\.? /.exec(line)?.[1] ?? [])
  .filter((number) => !['2', '10'].includes(number))

describe('docs/interface-conformity.md', () => {
  it('has a row of six cells for each of the 143 statements, of every section', () => {
    expect(statements).toHaveLength(143)
    expect(statements.filter((cells) => cells.length !== 6)).toEqual([])
    const told = new Set(statements.map(([section = '']) => section.split(' ')[0]))
    expect([...told]).toEqual(['intro', ...sections.map((number) => `§${number}`)])
  })

  it('says of each that client and practice service conform, or that the interface leaves it open', () => {
    const odd = statements.filter(
      ([, , client = '', practice = '']) =>
        !/^(conforms|open) · /.test(client) || !/^(conforms · |open · |–)/.test(practice),
    )
    expect(odd).toEqual([])
  })

  it('names a test for each statement that the client conforms to', () => {
    const unheld = statements.filter(
      ([, , client = '', , , tests = '']) =>
        client.startsWith('conforms') && !filesNamedIn(tests).some((file) => /\.(test|spec)\./.test(file)),
    )
    expect(unheld).toEqual([])
  })

  it('says how each finding ended, and by which test', () => {
    const findings = [
      ...tableBelow(lines, '## Findings: the client'),
      ...tableBelow(lines, '## Findings: the practice service'),
    ]
    expect(findings.map(([number]) => number)).toEqual([
      ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'],
      ...['1', '2', '3', '4', '5'],
    ])
    const unsaid = findings.filter(
      ([, , ended = '', test = '']) =>
        !/^(mended|another way|turned down)\b/.test(ended) ||
        (!ended.startsWith('turned down') && filesNamedIn(test).length === 0),
    )
    expect(unsaid).toEqual([])
  })

  it('names only files that exist', () => {
    const named = lines.flatMap(filesNamedIn)
    expect(named.length).toBeGreaterThan(143)
    expect([...new Set(named)].filter((name) => filesNamed(name).length === 0)).toEqual([])
  })
})
