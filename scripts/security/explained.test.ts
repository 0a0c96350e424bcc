import { describe, expect, it } from 'vitest'
import { compare, explainedIn, readExplanations } from './explained'
import { placeOf } from './finding'

const text = `# Title

${explainedIn.heading}

| finding | where | why it stays |
|---|---|---|
| \`tool: ONE\` | \`main/index.js\` | because |
| \`tool: TWO\` | the whole | |

## Something else

| \`tool: THREE\` | the whole | elsewhere |
`

describe('a finding', () => {
  it('is explained by a row of the table that has a reason', () => {
    expect(readExplanations(text)).toEqual([{ rule: 'tool: ONE', where: 'main/index.js', why: 'because' }])
  })

  it('that nobody has explained for just this place fails, and so does an explanation of nothing', () => {
    const explanations = readExplanations(text)
    const one = { rule: 'tool: ONE', where: 'main/index.js', what: 'a' }
    const elsewhere = { ...one, where: 'preload/index.js' }
    const other = { ...one, rule: 'tool: TWO' }
    expect(compare([one, one], explanations)).toEqual({ unexplained: [], outdated: [] })
    expect(compare([one, elsewhere, other], explanations).unexplained).toEqual([elsewhere, other])
    expect(compare([], explanations).outdated).toEqual(explanations)
  })

  it('is at the same place in every build', () => {
    expect(placeOf('renderer\\assets\\Button-Dl8aZ9V5.js')).toBe('renderer/assets/Button-*.js')
    expect(placeOf('main/copy-search-thread.js')).toBe('main/copy-search-thread.js')
  })
})
