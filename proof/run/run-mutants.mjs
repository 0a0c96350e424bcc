// @ts-check
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { inProject } from '../../scripts/setup/project.mjs'
import { mutants } from '../mutants/all-mutants'
import { placeChange } from './place-mutants.mjs'
import { buildHistories, replayHistories, runBatch } from './run-histories.mjs'
import { seenByTests } from './run-seen-by-tests.mjs'

/**
 * @typedef {{ name: string, caught: boolean, by: string, histories: number }} MutantResult
 *
 * The history that caught a mutant last.
 * @typedef {import('./run-histories.mjs').KeptHistory} Kept
 *
 * A mutant by its number, or those of the findings all together.
 * @typedef {{ name: string, numbers: readonly number[], focus: readonly string[], seenBy: string | null }} Tried
 */

/** @typedef {{ inSoMany: number, turn: number }} Part */

/** Histories that look for a mutant, in batches of seeds from 1 on, where the one that caught it last does not any more. */
const enoughHistories = 300
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

/**
 * Builds all mutants of the protocol into one program and lets the harness look for each: it must break an invariant.
 * @param {(result: MutantResult) => void} told called as each one is done
 * @param {{ only?: string | undefined, one?: Part, keep?: boolean, most: number, workers?: number }} options
 * `only`: those whose name has this in it. `one`: one in so many, beginning at the turn. `keep` writes down which histories caught them. `most`: how many histories look for
 * each; with 0 the one that caught it last is replayed.
 * @returns {Promise<MutantResult[]>}
 */
export async function runMutants(
  told,
  { only = '', one = { inSoMany: 1, turn: 0 }, keep = false, most, workers = availableParallelism() },
) {
  const edits = mutants.flatMap(({ changes }, at) => changes.map((change) => placeChange(change, at + 1)))
  const program = await buildHistories('mutants-built', edits)
  const kept = readKept()
  const named = toTry().filter(({ name }) => name.includes(only))
  const tried = named.filter((_each, at) => at % one.inSoMany === one.turn % one.inSoMany)
  /** @type {MutantResult[]} */
  const results = []
  /** @param {MutantResult} result */
  const take = (result) => {
    results.push(result)
    told(result)
  }
  const seen = await seenByTests(
    tried.flatMap(({ numbers: [number = 0], seenBy }) => (seenBy === null ? [] : [{ number, file: seenBy }])),
  )
  for (const { name, numbers, seenBy } of tried) {
    const found = seen.get(numbers[0] ?? 0)
    if (seenBy !== null && found !== undefined) take({ name, histories: 0, ...found })
  }
  const bySearch = tried.filter(({ seenBy }) => seenBy === null)
  const byReplay = most > 0 ? new Map() : await replay(program, bySearch, kept, workers)
  for (const result of byReplay.values()) take(result)
  const left = bySearch.filter(({ name }) => !byReplay.has(name))
  async function worker() {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const { result, by } = await tryMutant(program, one, most || enoughHistories)
      if (by !== null) kept[one.name] = by
      if (by !== null && keep) writeKept(kept)
      take(result)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, workers) }, worker))
  rmSync(dirname(program), { recursive: true, force: true })
  return results
}

/**
 * Replays the histories that caught mutants last, without them and with them. Answers those that are caught again; whatever
 * shows itself without its mutant too, or not at all, has to be looked for.
 * @param {string} program
 * @param {readonly Tried[]} tried
 * @param {Record<string, Kept>} kept
 * @param {number} workers
 * @returns {Promise<ReadonlyMap<string, MutantResult>>}
 */
async function replay(program, tried, kept, workers) {
  const known = tried.flatMap(({ name, numbers: mutants }) => {
    const history = kept[name]
    return history === undefined ? [] : [{ name, mutants, history }]
  })
  const share = Math.ceil(known.length / Math.max(1, workers))
  const shares = Array.from({ length: Math.ceil(known.length / share) }, (_, at) =>
    known.slice(at * share, (at + 1) * share),
  )
  const outcomes = await Promise.all(
    shares.map(async (those) => {
      const withThem = await replayHistories(program, those)
      const without = await replayHistories(
        program,
        those.map(({ history }) => ({ history })),
      )
      return those.flatMap(({ name }, at) => {
        const [first] = withThem[at]?.violation?.violations ?? []
        const itself = without[at]
        if (first === undefined || !itself || itself.violation !== null) return []
        return [{ name, caught: true, by: first.slice(0, 160), histories: 1 }]
      })
    }),
  )
  return new Map(outcomes.flat().map((result) => [result.name, result]))
}

/**
 * Each mutant by its number, and those of the findings all together. Most are tried by histories, others by a test.
 * @returns {readonly Tried[]}
 */
function toTry() {
  const together = mutants.flatMap(({ name }, index) => (ofTheFindings.test(name) ? [index + 1] : []))
  return [
    ...mutants.map(({ name, focus, unseen }, index) => ({
      name,
      numbers: [index + 1],
      focus,
      seenBy: unseen?.seenBy ?? null,
    })),
    { name: 'those of the findings, all together', numbers: together, focus: [], seenBy: null },
  ]
}

/**
 * One history a line.
 * @param {Record<string, Kept>} kept
 */
function writeKept(kept) {
  const inOrder = Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = inOrder.map(([name, history]) => `${JSON.stringify(name)}: ${JSON.stringify(history)}`)
  writeFileSync(keptFile(), `{\n${lines.join(',\n')}\n}\n`)
}

/** How the mistakes are marked that survived the proof before this one, all at once. */
const ofTheFindings = /^F\d+ /

/**
 * @param {string} program
 * @param {Tried} mutant
 * @param {number} most how many histories look for it
 * @returns {Promise<{ result: MutantResult, by: Kept | null }>}
 */
async function tryMutant(program, { name, numbers, focus }, most) {
  let histories = 0
  /** @type {import('./run-histories.mjs').Batch[]} */
  const batches = Array.from({ length: Math.ceil(most / batch) }, (_, index) => ({
    histories: Math.min(batch, most - index * batch),
    seed: index + 1,
  }))
  for (const one of batches) {
    const { counts, violation } = await runBatch(program, { ...one, focus, shrink: false, mutants: numbers })
    histories += counts.histories ?? 0
    const by = violation?.violations[0] ?? ''
    // A mutant that does not even run has not been caught by an invariant.
    const history = violation?.history
    if (history === undefined) continue
    const [itself] = await replayHistories(program, [{ history }])
    if (itself?.violation !== null) {
      const words = itself?.violation?.violations[0] ?? 'it ended the program'
      return { result: { name, caught: false, by: `without it, too: ${words}`, histories }, by: null }
    }
    return { result: { name, caught: true, by: by.slice(0, 160), histories }, by: history }
  }
  return { result: { name, caught: false, by: '', histories }, by: null }
}
