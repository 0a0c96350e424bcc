/** A short run of the histories over real HTTP, and mistakes that they must catch. `npm run prove` runs more. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundle } from '../../../scripts/prove/bundle.mjs'
import { type Mutant, mutants } from '../mutants'
import { runHttpHistories } from './http-histories'

/** Builds the till, a mutant of it when changes are given, and answers its program. */
async function buildTill(name: string, replacements: Mutant['changes'] = []): Promise<string> {
  const outDir = join('out', 'prove', `wire-till-${name}`)
  await bundle({ entry: 'e2e/prove/wire/till-program.ts', outDir, replacements })
  return join(process.cwd(), outDir, 'till-program.cjs')
}

const patient = { timeout: 240_000 }

it('keeps every promise with a till that is killed at any moment', patient, async () => {
  const tillProgram = await buildTill('of-tests')
  const { histories, violations, postsBeyondOne, undecidedWithoutState } = await runHttpHistories({
    count: 10,
    seed: 1,
    tillProgram,
  })
  expect({ histories, violations, postsBeyondOne, undecidedWithoutState }).toEqual({
    histories: 10,
    violations: [],
    postsBeyondOne: 0,
    undecidedWithoutState: 0,
  })
})

const mistakes = ['a lost answer is tried again by itself', 'a lost answer counts as not sent']

for (const [index, name] of mistakes.entries()) {
  it(`catches the mistake that ${name}, and shrinks it to one refund that fails again`, patient, async () => {
    const mutant = mutants.find((each) => each.name === name)
    if (mutant === undefined) throw new Error(`There is no such mutant any more: ${name}`)
    const tillProgram = await buildTill(`mutant-${index}`, mutant.changes)
    const { shrunk } = await runHttpHistories({ count: 10, seed: 1, tillProgram })
    const actions = shrunk?.actions.map(({ number }) => number) ?? []
    const again = await runHttpHistories({ count: 1, seed: shrunk?.seed ?? 0, actions, tillProgram })
    expect([shrunk?.actions, again.violations.length > 0]).toEqual([
      [{ number: expect.any(Number), words: expect.stringMatching(/^refund /) }],
      true,
    ])
  })
}
