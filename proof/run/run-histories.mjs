// @ts-check
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../scripts/setup/project.mjs'
import { bundle } from './bundle.mjs'

/**
 * What a batch of histories, or many of them, came to.
 * @typedef {{ counts: Record<string, number>, milliseconds: number, violation: Violation | null }} Outcome
 *
 * `history` is what is left of it after shrinking, as data.
 * @typedef {{ violations: string[], history?: KeptHistory }} Violation
 *
 * @typedef {{ habits: object, tills: number, commands: readonly (readonly [string, unknown])[] }} KeptHistory
 *
 * @typedef {{ histories: number, seed: number, seconds?: number, shrink?: boolean, mutants?: readonly number[], focus?: readonly string[] }} Batch
 */

/** Histories of one seed; a longer run takes the seeds after it. */
export const batchSize = 500

/**
 * Builds the histories' program.
 * @param {string} name of its folder below out/prove
 * @param {readonly import('./place-mutants.mjs').Edit[]} [edits] every mutant that can be made in it
 * @returns {Promise<string>} the program to give to `runBatch`
 */
export async function buildHistories(name, edits = []) {
  const outDir = join('out', 'prove', name)
  await bundle({ entry: 'proof/histories-cli.ts', outDir, simulated: true, edits })
  return join(projectFolder, outDir, 'histories-cli.cjs')
}

/**
 * The arguments of one batch, as a person would type them.
 * @param {Batch} batch
 */
function batchArguments({ histories, seed, seconds, shrink = true, focus = [] }) {
  return [
    `--histories=${histories}`,
    `--seed=${seed}`,
    ...(seconds === undefined ? [] : [`--seconds=${seconds}`]),
    ...(focus.length === 0 ? [] : [`--focus=${focus.join(',')}`]),
    ...(shrink ? [] : ['--shrink=no']),
  ]
}

/**
 * Runs one batch in a process of its own. A batch that prints no outcome counts as a violation: a harness that
 * crashed has proved nothing.
 * @param {string} program
 * @param {Batch} batch
 * @returns {Promise<Outcome>}
 */
export function runBatch(program, batch) {
  const nodeOptions = ['--no-warnings', '--enable-source-maps', '--max-old-space-size=3072']
  const env = { ...process.env, PROVE_MUTANTS: (batch.mutants ?? []).join(',') }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...nodeOptions, program, ...batchArguments(batch)],
      { cwd: projectFolder, maxBuffer: 64 * 1024 * 1024, env },
      (error, output, errors) => {
        try {
          resolve(JSON.parse(output))
        } catch {
          const why = errors.slice(-4000) || String(error ?? 'it ended without an outcome')
          resolve({
            counts: {},
            milliseconds: 0,
            violation: { violations: [`no outcome: ${why}`] },
          })
        }
      },
    )
  })
}

/**
 * Runs kept histories one after the other in one process, each with its own mutants.
 * @param {string} program
 * @param {readonly { history: KeptHistory, mutants?: readonly number[] }[]} kept
 * @returns {Promise<readonly (Outcome | null)[]>} null for one that ended the process: it is begun again behind it
 */
export async function replayHistories(program, kept) {
  /** @type {(Outcome | null)[]} */
  const outcomes = []
  while (outcomes.length < kept.length) {
    outcomes.push(...(await replayOnce(program, kept.slice(outcomes.length))))
    if (outcomes.length < kept.length) outcomes.push(null)
  }
  return outcomes
}

/**
 * @param {string} program
 * @param {readonly object[]} kept
 * @returns {Promise<readonly Outcome[]>} as many as were run to their end
 */
function replayOnce(program, kept) {
  const replay = join(projectFolder, 'proof', 'run', 'replay.cjs')
  const args = ['--no-warnings', '--max-old-space-size=3072', replay, program]
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: projectFolder, maxBuffer: 64 * 1024 * 1024 },
      (_error, output) => {
        const lines = output.split('\n').filter(Boolean)
        resolve(lines.map((line) => JSON.parse(line)))
      },
    )
    child.stdin?.end(JSON.stringify(kept))
  })
}

/**
 * Many histories, in batches, as many at a time as this machine has cores. Stops at the first violation, and at the end
 * of its time when it has one.
 * @param {string} program
 * @param {{ histories: number, seed: number, seconds?: number | undefined, told?: (done: number) => void }} options
 * @returns {Promise<Outcome & { seeds: number }>} `seeds` is how many were begun, from `seed` on
 */
export async function runManyHistories(program, { histories, seed, seconds, told = () => {} }) {
  const started = Date.now()
  /** @type {Outcome & { seeds: number }} */
  const all = { counts: {}, milliseconds: 0, violation: null, seeds: 0 }
  async function worker() {
    while (all.violation === null) {
      const number = all.seeds
      const size = Math.min(batchSize, histories - number * batchSize)
      const left = seconds === undefined ? undefined : seconds - (Date.now() - started) / 1000
      if (size <= 0 || (left !== undefined && left < 1)) return
      all.seeds += 1
      const limit = left === undefined ? {} : { seconds: Math.ceil(left) }
      const outcome = await runBatch(program, { histories: size, seed: seed + number, ...limit })
      for (const [what, times] of Object.entries(outcome.counts))
        all.counts[what] = (all.counts[what] ?? 0) + times
      all.violation ??= outcome.violation
      told(all.counts.histories ?? 0)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, worker))
  all.milliseconds = Date.now() - started
  return all
}
