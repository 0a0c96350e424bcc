// @ts-check
import { rmSync } from 'node:fs'
import path from 'node:path'
import { runChild } from '../session/children.mjs'
import { inProject, projectFolder } from '../setup/project.mjs'
import { readUnitReport } from './reports.mjs'
import { resultsFolder } from './results-folder.mjs'

/**
 * Runs the unit and property tests. Of all of them it demands that every branch of what decides about money
 * was taken (the thresholds are in vitest.config.ts).
 * @param {readonly string[]} [args] for vitest
 * @returns {Promise<import('./stages.mjs').Findings>} its real numbers
 */
export async function runUnitTests(args = []) {
  const report = path.join(resultsFolder(), 'unit.json')
  rmSync(report, { force: true })
  // Asked of the whole alone: a part of the tests cannot take every branch.
  const coverage = args.length === 0 ? ['--coverage'] : []
  const tool = inProject('node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runChild(process.execPath, [tool, 'run', ...coverage, ...reporters, ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Vite warns of a default it may change one day; it says nothing about these tests.
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  })
  return readUnitReport(report, code)
}
