// @ts-check
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject, projectFolder } from '../../scripts/setup/project.mjs'

/**
 * Whether a unit test fails once the mutant is made: for those that no history can see.
 * @param {{ number: number, file: string }} mutant its number from 1, and the test's file
 * @returns {Promise<{ caught: boolean, by: string }>} `by` is the first test that fails
 */
export async function seenByTest({ number, file }) {
  const folder = mkdtempSync(join(tmpdir(), 'tillside-seen-'))
  const report = join(folder, 'report.json')
  const tool = inProject('node_modules', 'vitest', 'vitest.mjs')
  const config = ['--config', join('proof', 'mutants', 'seen-by-tests.config.ts'), '--root', '.']
  const reporters = ['--reporter=json', `--outputFile=${report}`]
  const env = { ...process.env, PROVE_MUTANTS: String(number), VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' }
  await new Promise((resolve) => {
    const args = [tool, 'run', file, ...config, ...reporters]
    execFile(process.execPath, args, { cwd: projectFolder, env, maxBuffer: 64 * 1024 * 1024 }, resolve)
  })
  const failed = failedTests(report)
  rmSync(folder, { recursive: true, force: true })
  return { caught: failed.length > 0, by: failed[0] ?? 'no test failed' }
}

/**
 * Names of the tests that failed; none when the tests did not run at all.
 * @param {string} report
 * @returns {readonly string[]}
 */
function failedTests(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.flatMap((/** @type {any} */ { assertionResults }) =>
      assertionResults
        .filter((/** @type {any} */ { status }) => status === 'failed')
        .map((/** @type {any} */ { fullName }) => fullName),
    )
  } catch {
    return []
  }
}
