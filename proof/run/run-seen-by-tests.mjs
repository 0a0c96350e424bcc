// @ts-check
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inProject, projectFolder } from '../../scripts/setup/project.mjs'

/** Each mutant has a file here that makes it and then runs the test: one start of vitest runs them all. */
const folder = 'out/prove/seen-by-tests'

/**
 * Whether unit tests fail once a mutant is made: for those that no history can see.
 * @param {readonly { number: number, file: string }[]} mutants their numbers from 1, and the tests' files
 * @returns {Promise<ReadonlyMap<number, { caught: boolean, by: string }>>} `by` is the first test that fails
 */
export async function seenByTests(mutants) {
  rmSync(inProject(folder), { recursive: true, force: true })
  mkdirSync(inProject(folder), { recursive: true })
  for (const { number, file } of mutants) {
    const lines = [
      "import fc from 'fast-check'",
      // That it fails is enough: nobody reads its smallest form.
      'fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })',
      `globalThis.proveMutants = new Set([${number}])`,
      `await import('../../../${file}')`,
    ]
    writeFileSync(inProject(folder, `${number}.test.js`), `${lines.join('\n')}\n`)
  }
  const report = inProject(folder, 'report.json')
  const tool = inProject('node_modules', 'vitest', 'vitest.mjs')
  const config = ['--config', join('proof', 'mutants', 'seen-by-tests.config.ts'), '--root', '.']
  const reporters = ['--reporter=json', `--outputFile=${report}`]
  const env = { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' }
  await new Promise((resolve) => {
    const args = [tool, 'run', ...config, ...reporters]
    execFile(process.execPath, args, { cwd: projectFolder, env, maxBuffer: 64 * 1024 * 1024 }, resolve)
  })
  const failed = failedTests(report)
  return new Map(
    mutants.map(({ number }) => {
      const [first] = failed.get(number) ?? []
      return [number, { caught: first !== undefined, by: first ?? 'no test failed' }]
    }),
  )
}

/**
 * Names of the tests that failed, by mutant; none when the tests did not run at all.
 * @param {string} report
 * @returns {ReadonlyMap<number, readonly string[]>}
 */
function failedTests(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return new Map(
    testResults.map((/** @type {any} */ { name, assertionResults }) => [
      Number.parseInt(basename(name), 10),
      assertionResults
        .filter((/** @type {any} */ { status }) => status === 'failed')
        .map((/** @type {any} */ { fullName }) => fullName),
    ]),
  )
}
