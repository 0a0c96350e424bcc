import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { inProject, projectFolder, tool } from '../../scripts/setup/project.mjs'
import type { KeptHistory } from '../histories-cli'
import { mutants } from '../mutants/all-mutants'
import type { Mutant } from '../mutants/mutant'
import { editsOf } from './place-mutants'
import { batchSize, buildHistories, replayHistories, runBatch } from './run-histories'

export type MutantsAsked = {
  /** Those whose name has this in it. */
  readonly only?: string | undefined
  /** One in so many, beginning at the turn. */
  readonly one: { readonly inSoMany: number; readonly turn: number }
  /** Writes down which histories caught them. */
  readonly keep?: boolean
  /** How many histories look for each; with 0 the one that caught it last is replayed. */
  readonly most: number
}

type MutantResult = {
  readonly name: string
  readonly caught: boolean
  /** The promise that was broken, or the test that failed. */
  readonly by: string
  readonly histories: number
}

/** A mutant and its number. */
type Tried = Pick<Mutant, 'name' | 'focus' | 'unseen'> & { readonly number: number }

/** Histories that look for a mutant, in batches of seeds from 1 on, where the one that caught it last does not any more. */
const enoughHistories = 300

/** The history that caught each mutant last. */
type Kept = Record<string, KeptHistory>
const keptFile = () => inProject('proof', 'mutants', 'caught-by.json')

/** One history a line. */
function writeKept(kept: Kept): void {
  const inOrder = Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = inOrder.map(([name, history]) => `${JSON.stringify(name)}: ${JSON.stringify(history)}`)
  writeFileSync(keptFile(), `{\n${lines.join(',\n')}\n}\n`)
}

/**
 * Builds all mutants of the protocol into one program and lets the harness look for each: it must break an invariant, or
 * fail its unit test.
 * @param told called as each one is done
 */
export async function runMutants(
  told: (result: MutantResult) => void,
  { only = '', one: { inSoMany, turn }, keep = false, most }: MutantsAsked,
): Promise<void> {
  const program = await buildHistories('mutants-built', editsOf(mutants))
  const kept: Kept = JSON.parse(readFileSync(keptFile(), 'utf8'))
  const tried = mutants
    .map((mutant, at): Tried => ({ ...mutant, number: at + 1 }))
    .filter(({ name }) => name.includes(only))
    .filter((_each, at) => at % inSoMany === turn % inSoMany)
  for (const result of await seenByTests(tried)) told(result)
  const bySearch = tried.filter(({ unseen }) => unseen === undefined)
  const byReplay = most > 0 ? [] : await replay(program, bySearch, kept)
  for (const result of byReplay) told(result)
  const left = bySearch.filter((each) => byReplay.every(({ name }) => name !== each.name))
  async function worker(): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { result, by } = await tryMutant(program, next, most || enoughHistories)
      if (by !== null) kept[next.name] = by
      if (by !== null && keep) writeKept(kept)
      told(result)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  rmSync(dirname(program), { recursive: true, force: true })
}

/**
 * Replays the histories that caught mutants last, without them and with them. Answers those that are caught again; whatever
 * shows itself without its mutant too, or not at all, has to be looked for.
 */
async function replay(
  program: string,
  tried: readonly Tried[],
  kept: Kept,
): Promise<readonly MutantResult[]> {
  const known = tried.flatMap(({ name, number }) => {
    const history = kept[name]
    return history === undefined ? [] : [{ name, mutants: [number], history }]
  })
  const lanes = availableParallelism()
  const shares = Array.from({ length: lanes }, (_, lane) => known.filter((_each, at) => at % lanes === lane))
  const caught = await Promise.all(
    shares.map(async (those) => {
      const withoutThem = those.map(({ history }) => ({ history }))
      const outcomes = await replayHistories(program, [...those, ...withoutThem])
      return those.flatMap(({ name }, at) => {
        const [first] = outcomes[at]?.violation?.violations ?? []
        const itself = outcomes[those.length + at]
        if (first === undefined || !itself || itself.violation !== null) return []
        return [{ name, caught: true, by: first.slice(0, 160), histories: 1 }]
      })
    }),
  )
  return caught.flat()
}

/** Looks for a mutant by new histories, at most so many. */
async function tryMutant(
  program: string,
  { name, number, focus }: Tried,
  most: number,
): Promise<{ result: MutantResult; by: KeptHistory | null }> {
  let histories = 0
  for (let seed = 1; histories < most; seed += 1) {
    const size = Math.min(batchSize, most - (seed - 1) * batchSize)
    if (size <= 0) break
    const batch = { histories: size, seed, focus, shrink: false, mutants: [number] }
    const { counts, violation } = await runBatch(program, batch)
    histories += counts.histories ?? 0
    // A mutant that does not even run has not been caught by an invariant.
    const history = violation?.history
    if (history === undefined) continue
    const [itself] = await replayHistories(program, [{ history }])
    if (itself?.violation !== null) {
      const words = itself?.violation?.violations[0] ?? 'it ended the program'
      return { result: { name, caught: false, by: `without it, too: ${words}`, histories }, by: null }
    }
    const first = violation?.violations[0] ?? ''
    return { result: { name, caught: true, by: first.slice(0, 160), histories }, by: history }
  }
  return { result: { name, caught: false, by: '', histories }, by: null }
}

/** Each mutant has a file here that makes it and then runs the test: one start of vitest runs them all. */
const testsFolder = 'out/prove/seen-by-tests'

/** Whether unit tests fail once a mutant is made: for those that no history can see. */
async function seenByTests(tried: readonly Tried[]): Promise<readonly MutantResult[]> {
  rmSync(inProject(testsFolder), { recursive: true, force: true })
  mkdirSync(inProject(testsFolder), { recursive: true })
  const unseen = tried.flatMap(({ name, number, unseen: how }) =>
    how === undefined ? [] : [{ name, number, file: how.seenBy }],
  )
  for (const { number, file } of unseen) {
    const lines = [
      "import fc from 'fast-check'",
      // That it fails is enough: nobody reads its smallest form.
      'fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })',
      `globalThis.proveMutants = new Set([${number}])`,
      `await import('../../../${file}')`,
    ]
    writeFileSync(inProject(testsFolder, `${number}.test.js`), `${lines.join('\n')}\n`)
  }
  const report = inProject(testsFolder, 'report.json')
  const config = ['--config', join('proof', 'mutants', 'seen-by-tests.config.ts'), '--root', '.']
  const args = [tool('vitest')[1], 'run', ...config, '--reporter=json', `--outputFile=${report}`]
  const env = { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' }
  const options = { cwd: projectFolder, env, maxBuffer: 64 * 1024 * 1024 }
  await new Promise((resolve) => execFile(process.execPath, args, options, resolve))
  const failed = failedTests(report)
  return unseen.map(({ name, number }) => {
    const by = failed.get(number)
    return { name, caught: by !== undefined, by: by ?? 'no test failed', histories: 0 }
  })
}

/** The first test that failed, by mutant. Throws when the tests did not run at all. */
function failedTests(report: string): ReadonlyMap<number, string> {
  const { testResults }: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
  return new Map(
    testResults.flatMap(({ name, assertionResults }) => {
      const first = assertionResults.find(({ status }) => status === 'failed')
      return first === undefined ? [] : [[Number.parseInt(basename(name), 10), first.fullName]]
    }),
  )
}

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}
