// @ts-check
import { PlainFailure } from '../setup/project.mjs'

/**
 * What a stage found: how many checks passed and failed, and what has to be known about it.
 * @typedef {{ passed: number, failed: number, notes?: string[] }} Findings
 * @typedef {Findings & { name: string, seconds: number }} Stage
 */

/**
 * Runs one stage and never throws: a stage that breaks has failed, and says why. So has one that checked nothing.
 * @param {string} name
 * @param {() => Promise<Findings>} body
 * @returns {Promise<Stage>}
 */
export async function runStage(name, body) {
  process.stdout.write(`\n── ${name} ──\n`)
  const started = performance.now()
  const findings = await findingsOf(body)
  const seconds = (performance.now() - started) / 1000
  for (const note of findings.notes ?? []) process.stdout.write(`${note}\n`)
  return { name, seconds, ...findings }
}

/**
 * @param {() => Promise<Findings>} body
 * @returns {Promise<Findings>}
 */
async function findingsOf(body) {
  try {
    const findings = await body()
    if (findings.passed + findings.failed > 0) return findings
    return { passed: 0, failed: 1, notes: [...(findings.notes ?? []), 'nothing was checked'] }
  } catch (error) {
    const why = error instanceof PlainFailure ? error.message : error instanceof Error ? error.stack : error
    return { passed: 0, failed: 1, notes: [String(why)] }
  }
}

/**
 * A stage that is one check: passed when its command ended well, its output shown when not.
 * @param {{ code: number, output: string }} result
 * @returns {Findings}
 */
export function oneCheck({ code, output }) {
  if (code === 0) return { passed: 1, failed: 0 }
  return { passed: 0, failed: 1, notes: [output.trim() || `ended with ${code}`] }
}

/**
 * Adds up findings to one.
 * @param {readonly Findings[]} all
 * @returns {Findings}
 */
export function together(all) {
  return {
    passed: all.reduce((sum, one) => sum + one.passed, 0),
    failed: all.reduce((sum, one) => sum + one.failed, 0),
    notes: all.flatMap((one) => one.notes ?? []),
  }
}

/**
 * Prints one line per stage, then the totals alone on the last line.
 * @param {readonly Stage[]} stages
 * @returns {number} the exit code: 0 only when something passed and nothing failed
 */
export function summarize(stages) {
  const width = Math.max(...stages.map((stage) => stage.name.length))
  const lines = stages.map(({ name, passed, failed, seconds }) => {
    const verdict = failed === 0 ? 'ok    ' : 'FAILED'
    return `${verdict}  ${name.padEnd(width)}  ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`
  })
  const { passed, failed } = together(stages)
  process.stdout.write(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}
