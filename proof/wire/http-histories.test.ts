/** A short run of the histories over real HTTP, and mistakes that they must catch. `npm run prove` runs more. */
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { mutants } from '../mutants/all-mutants'
import { bundle } from '../run/bundle.mjs'
import { placeChange } from '../run/place-mutants.mjs'
import { runHttpHistories } from './http-histories'

/** Builds the till, with one mistake when its name is given, and answers its program. */
async function buildTill(folder: string, mistake?: string): Promise<string> {
  const outDir = join('out', 'prove', `wire-till-${folder}`)
  const number = mutants.findIndex(({ name }) => name === mistake)
  if (mistake !== undefined && number === -1) throw new Error(`There is no such mutant any more: ${mistake}`)
  const edits = mutants[number]?.changes.map((change) => placeChange(change, number)) ?? []
  await bundle({ entry: 'proof/wire/till-program.ts', outDir, edits })
  // Tills are processes of their own and inherit it: the mistake is made.
  vi.stubEnv('PROVE_MUTANTS', String(number))
  return join(process.cwd(), outDir, 'till-program.cjs')
}

afterEach(() => {
  vi.unstubAllEnvs()
})

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
    const tillProgram = await buildTill(`mutant-${index}`, name)
    const { shrunk } = await runHttpHistories({ count: 10, seed: 1, tillProgram })
    const actions = shrunk?.actions.map(({ number }) => number) ?? []
    const again = await runHttpHistories({ count: 1, seed: shrunk?.seed ?? 0, actions, tillProgram })
    expect([shrunk?.actions, again.violations.length > 0]).toEqual([
      [{ number: expect.any(Number), words: expect.stringMatching(/^refund /) }],
      true,
    ])
  })
}
