// @ts-check
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../setup/project.mjs'
import { bundle } from './bundle.mjs'

/**
 * @typedef {{ totals: Record<string, any>, violation: Record<string, unknown> | null }} Outcome
 */

/**
 * Builds the history runner, with some places of the source changed when it is to be a mutant.
 * @param {string} name of its folder below out/prove
 * @param {readonly import('./bundle.mjs').Replacement[]} [replacements]
 * @returns {Promise<string>} the program to give to `runHistories`
 */
export async function buildHistories(name, replacements = []) {
  const outDir = join('out', 'prove', name)
  await bundle({ entry: 'e2e/prove/histories-cli.ts', outDir, replacements })
  return join(projectFolder, outDir, 'histories-cli.cjs')
}

/**
 * Runs one batch of seeded histories in a process of its own. A batch that prints no outcome counts as a
 * violation: a harness that crashed has proved nothing.
 * @param {string} program
 * @param {{ histories: number, seed: number, shrink: number }} options
 * @returns {Promise<Outcome>}
 */
export function runHistories(program, { histories, seed, shrink }) {
  const options = [`--histories=${histories}`, `--seed=${seed}`, `--shrink=${shrink}`]
  const nodeOptions = ['--no-warnings', '--enable-source-maps', '--max-old-space-size=4096']
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...nodeOptions, program, ...options],
      { cwd: projectFolder, maxBuffer: 64 * 1024 * 1024 },
      (error, output, errors) => {
        try {
          resolve(JSON.parse(output))
        } catch {
          const why = errors.slice(-4000) || String(error ?? 'it ended without an outcome')
          resolve({ totals: {}, violation: { seed, error: why } })
        }
      },
    )
  })
}

/**
 * Many histories, in batches, as many at a time as this machine has cores. Stops at the first violation.
 * @param {string} program
 * @param {{ histories: number, seed: number, batch?: number, told?: (done: number) => void }} options
 * @returns {Promise<Outcome>}
 */
export async function runManyHistories(program, { histories, seed, batch = 500, told = () => {} }) {
  /** @type {Outcome} */
  const all = { totals: {}, violation: null }
  let next = 0
  async function worker() {
    while (next * batch < histories && all.violation === null) {
      const number = next
      next += 1
      const size = Math.min(batch, histories - number * batch)
      const outcome = await runHistories(program, { histories: size, seed: seed + number, shrink: 300 })
      addInto(all.totals, outcome.totals)
      all.violation ??= outcome.violation
      told(Number(all.totals.histories ?? 0))
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, worker))
  return all
}

/**
 * Adds numbers, and numbers one level down, into a sum.
 * @param {Record<string, any>} sum
 * @param {Record<string, any>} more
 */
function addInto(sum, more) {
  for (const [name, value] of Object.entries(more)) {
    if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + value
    else {
      sum[name] ??= {}
      addInto(sum[name], value)
    }
  }
}
