import { describe, expect, it } from 'vitest'
import { isTestThere, linesOfDocs, tableBelow, testsNamedIn } from './read-docs'

const lines = linesOfDocs('security.md')
const findings = tableBelow(lines, '## The security review')
const network = tableBelow(lines, '## The network, attacked once more')
const tampering = tableBelow(lines, '## What deleting, copying back and editing do')
const all = [...findings.map(([, ...row]) => row), ...network]
const checklist = tableBelow(lines, "## Electron's security checklist")
const asvs = tableBelow(lines, '## OWASP ASVS 5.0')
const standards = [...checklist, ...asvs].map(([, ...row]) => row)

describe('the security review in docs/security.md', () => {
  it('says of each of the 21 findings how it ended', () => {
    const numbers = new Set(findings.map(([number]) => Number(number)))
    expect([...numbers].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 21 }, (_, at) => at + 1),
    )
    const unsaid = all.filter(
      ([, ended = '']) =>
        !/^(mended|done otherwise|turned down|not done|held before|stood already|cannot be told)\b/.test(
          ended,
        ),
    )
    expect(unsaid).toEqual([])
  })

  it('says of each of the 20 items of Electron’s checklist how it stands', () => {
    expect(checklist.map(([number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(asvs.length).toBeGreaterThan(30)
    expect(standards.filter(([, stands = '', tests = '']) => stands === '' || tests === '')).toEqual([])
  })

  it('says of every act on files and keychain what the till says, and what stays locked', () => {
    expect(tampering.filter((row) => row.length !== 6 || row.some((cell) => cell === ''))).toEqual([])
    expect(tampering.length).toBeGreaterThan(10)
  })

  it('names tests that are there', () => {
    const held = tampering.map(([done = '', , , , , tests = '']) => [done, '', tests] as const)
    const lost = [...all, ...standards, ...held].flatMap(([found, , tests = '']) =>
      tests === '–'
        ? []
        : testsNamedIn(tests)
            .filter((named) => !isTestThere(named))
            .map((named) => ({ found, ...named })),
    )
    expect(lost).toEqual([])
  })
})
