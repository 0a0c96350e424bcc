// @ts-check
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { inProject, projectFolder } from '../../scripts/setup/project.mjs'
import { bundle } from './bundle.mjs'
import { placeChange } from './place-mutants.mjs'
import { buildHistories, runBatch } from './run-histories.mjs'
import { seenByTest } from './run-seen-by-tests.mjs'

/**
 * A seeded mistake (proof/mutants). `seenBy` names the unit test that catches one that histories cannot see.
 * @typedef {{ name: string, rule: number, changes: import('./place-mutants.mjs').Change[], focus?: string[], unseen?: { why: string, seenBy: string } }} Mutant
 * @typedef {{ name: string, caught: boolean, by: string, histories: number }} MutantResult
 *
 * The history that caught a mutant last: it is tried first.
 * @typedef {{ seed: number, path: string, replay: string }} Kept
 */

/** Histories that a mutant has to survive to count as not caught, in batches of seeds from 1 on. */
const mostHistories = 10_000
const batch = 500

const keptFile = () => inProject('proof', 'mutants', 'caught-by.json')

/** @returns {Record<string, Kept>} */
function readKept() {
  try {
    return JSON.parse(readFileSync(keptFile(), 'utf8'))
  } catch {
    return {}
  }
}

/** @returns {Promise<Mutant[]>} */
export async function listMutants() {
  const outDir = join('out', 'prove', 'mutants')
  await bundle({ entry: 'proof/mutants-cli.ts', outDir })
  const listed = execFileSync(process.execPath, [join(projectFolder, outDir, 'mutants-cli.cjs')], {
    encoding: 'utf8',
  })
  return JSON.parse(listed)
}

/**
 * What each mutant changes, by its number from 1.
 * @param {readonly Mutant[]} mutants
 */
function editsOf(mutants) {
  return mutants.flatMap(({ changes }, index) => changes.map((change) => placeChange(change, index + 1)))
}

/**
 * Builds all mutants of the protocol into one program and lets the harness look for each: it must break an invariant.
 * @param {(result: MutantResult) => void} told called as each one is done
 * @param {{ only?: string | undefined, keep?: boolean, most?: number | undefined, part?: { step: number, first: number }, workers?: number }} [options]
 * `only`: those whose name has this in it. `part`: one in `step` of the others, from the place `first` on. `keep` writes down
 * which histories caught them. `most`: how many histories look for each.
 * @returns {Promise<MutantResult[]>}
 */
export async function runMutants(
  told = () => {},
  {
    only,
    keep = false,
    most = mostHistories,
    part = { step: 1, first: 0 },
    workers = availableParallelism(),
  } = {},
) {
  const mutants = await listMutants()
  const program = await buildHistories('mutants-built', editsOf(mutants))
  const kept = readKept()
  const tried = toTry(mutants).filter(({ name }, at) =>
    only === undefined ? at % part.step === part.first : name.includes(only),
  )
  /** @type {MutantResult[]} */
  const results = []
  let next = 0
  async function worker() {
    for (;;) {
      const number = next
      next += 1
      const one = tried[number]
      if (one === undefined) return
      if (one.seenBy !== null) {
        const [number = 0] = one.numbers
        results.push({ name: one.name, histories: 0, ...(await seenByTest({ number, file: one.seenBy })) })
        told(results.at(-1) ?? { name: one.name, caught: false, by: '', histories: 0 })
        continue
      }
      const { result, by } = await tryMutant(program, one, kept[one.name], most)
      if (by !== null) kept[one.name] = by
      if (by !== null && keep) writeKept(kept)
      results.push(result)
      told(result)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, workers) }, worker))
  rmSync(dirname(program), { recursive: true, force: true })
  return results
}

/**
 * Each mutant by its number, and those of the findings all together. Most are tried by histories, others by a test.
 * @param {readonly Mutant[]} mutants
 * @returns {readonly { name: string, numbers: readonly number[], focus: readonly string[], seenBy: string | null }[]}
 */
function toTry(mutants) {
  const together = mutants.flatMap(({ name }, index) => (ofTheFindings.test(name) ? [index + 1] : []))
  return [
    ...mutants.map(({ name, focus = [], unseen }, index) => ({
      name,
      numbers: [index + 1],
      focus,
      seenBy: unseen?.seenBy ?? null,
    })),
    { name: 'those of the findings, all together', numbers: together, focus: [], seenBy: null },
  ]
}

/** @param {Record<string, Kept>} kept */
function writeKept(kept) {
  const inOrder = Object.fromEntries(Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(keptFile(), `${JSON.stringify(inOrder, null, 2)}\n`)
}

/** How the mistakes are marked that survived the proof before this one, all at once. */
const ofTheFindings = /^F\d+ /

/**
 * @param {string} program
 * @param {{ name: string, numbers: readonly number[], focus: readonly string[] }} mutant
 * @param {Kept | undefined} kept
 * @param {number} most how many histories look for it
 * @returns {Promise<{ result: MutantResult, by: Kept | null }>}
 */
async function tryMutant(program, { name, numbers, focus }, kept, most) {
  let histories = 0
  /** @type {import('./run-histories.mjs').Batch[]} */
  const batches = Array.from({ length: Math.ceil(most / batch) }, (_, index) => ({
    histories: Math.min(batch, most - index * batch),
    seed: index + 1,
  }))
  if (kept !== undefined) batches.unshift({ histories: 1, ...kept })
  for (const one of batches) {
    const { counts, violation } = await runBatch(program, { ...one, focus, shrink: false, mutants: numbers })
    histories += counts.histories ?? 0
    const by = violation?.violations[0] ?? ''
    // A mutant that does not even run has not been caught by an invariant.
    if (violation === null || by.startsWith('no outcome')) continue
    const { seed, path = '', replay = '' } = violation
    const itself = await runBatch(program, { histories: 1, seed, path, replay, focus, shrink: false })
    if (itself.violation !== null) {
      const words = itself.violation.violations[0] ?? ''
      return { result: { name, caught: false, by: `without it, too: ${words}`, histories }, by: null }
    }
    return { result: { name, caught: true, by: by.slice(0, 160), histories }, by: { seed, path, replay } }
  }
  return { result: { name, caught: false, by: '', histories }, by: null }
}
