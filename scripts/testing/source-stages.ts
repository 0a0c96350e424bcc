import { rmSync } from 'node:fs'
import path from 'node:path'
import { floorTypeProject } from '../floor/floor-types'
import { captureChild, runChild } from '../session/children'
import { resultsFolder } from '../setup/folders'
import { inProject, projectFolder } from '../setup/project.mjs'
import { readUnitReport } from './reports'
import { type Findings, onePassed, type StagePlan } from './stages'

/**
 * What can be checked without building or opening the app, all beside each other: types, lint and format, what nothing
 * uses, unit tests.
 * @param unitTestArgs for vitest
 */
export function sourceStages(unitTestArgs: readonly string[] = []): StagePlan[] {
  return [
    ['types', () => checkWith('typescript/bin/tsc', ['-b', '--pretty', 'false'])],
    ['types against the oldest Electron', checkFloorTypes],
    ['lint and format', () => checkWith('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])],
    ['nothing unused', () => checkWith('knip/bin/knip.js', ['--no-progress', '--no-config-hints'])],
    ['unit and property tests', () => runUnitTests(unitTestArgs)],
  ]
}

/** What runs in Electron, against the oldest Electron it must run on. */
async function checkFloorTypes() {
  const projects = await Promise.all(
    ['main', 'preload'].map((part) => floorTypeProject(inProject('src', part))),
  )
  return checkWith('typescript/bin/tsc', ['-b', '--pretty', 'false', ...projects])
}

/**
 * One check: it passed when the tool ended well, and what the tool says is shown when not.
 * @param tool its script, below node_modules
 */
async function checkWith(tool: string, args: string[]): Promise<Findings> {
  const words = [inProject('node_modules', tool), ...args]
  const { code, output } = await captureChild(process.execPath, words, { cwd: projectFolder })
  return code === 0 ? onePassed : { passed: 0, failed: 1, notes: [output.trim() || `ended with ${code}`] }
}

/**
 * Runs the unit and property tests. Of all of them it demands that every branch of what decides about money
 * was taken (the thresholds are in vitest.config.ts).
 * @param args for vitest
 * @param options the Node they run on, and the name of their report
 * @returns its real numbers
 */
export async function runUnitTests(
  args: readonly string[],
  { node = process.execPath, name = 'unit' }: { node?: string; name?: string } = {},
): Promise<Findings> {
  const report = path.join(resultsFolder(), `${name}.json`)
  rmSync(report, { force: true })
  // Asked of the whole alone: a part of the tests cannot take every branch.
  const coverage = args.length === 0 ? ['--coverage'] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const tool = inProject('node_modules', 'vitest', 'vitest.mjs')
  const code = await runChild(node, [tool, 'run', ...coverage, ...reporters, ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Vite warns of a default it may change one day; it says nothing about these tests.
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  })
  const findings = readUnitReport(report, code)
  const isNone = code === 0 && findings.passed === 0 && args.includes('--passWithNoTests')
  return isNone ? { passed: 0, failed: 0, notRun: 'No test depends on what was changed.' } : findings
}
