// @ts-check
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFolder } from '../setup/project.mjs'
import { bundle } from './bundle.mjs'
import { buildHistories, runHistories } from './run-histories.mjs'

/**
 * @typedef {{ name: string, caught: boolean, by: string, histories: number }} MutantResult
 */

/** Histories that a mutant has to survive to count as not caught. */
const histories = 4000

/**
 * Builds every mutant of the protocol and lets the harness look for it: each must break an invariant.
 * @param {(result: MutantResult) => void} told called as each one is done
 * @returns {Promise<MutantResult[]>}
 */
export async function runMutants(told = () => {}) {
  const outDir = join('out', 'prove', 'mutants')
  await bundle({ entry: 'e2e/prove/mutants-cli.ts', outDir })
  const listed = execFileSync(process.execPath, [join(projectFolder, outDir, 'mutants-cli.cjs')], {
    encoding: 'utf8',
  })
  /** @type {{ name: string, changes: import('./bundle.mjs').Replacement[] }[]} */
  const mutants = JSON.parse(listed)
  /** @type {MutantResult[]} */
  const results = []
  let next = 0
  async function worker() {
    for (;;) {
      const number = next
      next += 1
      const mutant = mutants[number]
      if (mutant === undefined) return
      const result = await tryMutant(mutant, number)
      results[number] = result
      told(result)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, worker))
  return results
}

/**
 * @param {{ name: string, changes: import('./bundle.mjs').Replacement[] }} mutant
 * @param {number} number
 * @returns {Promise<MutantResult>}
 */
async function tryMutant(mutant, number) {
  const program = await buildHistories(`mutant-${number + 1}`, mutant.changes)
  const { totals, violation } = await runHistories(program, { histories, seed: 1, shrink: 0 })
  rmSync(dirname(program), { recursive: true, force: true })
  const found = violation?.violations
  const by = Array.isArray(found) ? String(found[0]) : ''
  // A mutant that does not even run has not been caught by an invariant.
  return { name: mutant.name, caught: by !== '', by, histories: Number(totals.histories ?? 0) }
}
