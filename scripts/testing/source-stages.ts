import { rmSync } from 'node:fs'
import path from 'node:path'
import { floorTypeProject } from '../floor/floor-types'
import { captureChild, runChild } from '../session/children'
import { inProject, projectFolder } from '../setup/project.mjs'
import { readUnitReport } from './reports'
import { resultsFolder } from './results-folder'
import { type Findings, onePassed, runStage, type Stage } from './stages'

const compiler = ['typescript', 'bin', 'tsc']

/**
 * What can be checked without building or opening the app: types, lint and format, what nothing uses,
 * unit tests. All of it is run, whatever fails.
 * @param unitTestArgs for vitest
 */
export async function runSourceStages(unitTestArgs: readonly string[] = []): Promise<Stage[]> {
  return [
    await runStage('types', () => checkWith(compiler, ['-b', '--pretty', 'false'])),
    await runStage('types against the oldest Electron', checkFloorTypes),
    await runStage('lint and format', () =>
      checkWith(['@biomejs', 'biome', 'bin', 'biome'], ['check', '--error-on-warnings', '.']),
    ),
    await runStage('nothing unused', () =>
      checkWith(['knip', 'bin', 'knip.js'], ['--no-progress', '--no-config-hints']),
    ),
    await runStage('unit and property tests', () => runUnitTests(unitTestArgs)),
  ]
}

/** What runs in Electron, against the oldest Electron it must run on. */
async function checkFloorTypes() {
  const projects = await Promise.all(
    ['main', 'preload'].map((part) => floorTypeProject(inProject('src', part))),
  )
  return checkWith(compiler, ['-b', '--pretty', 'false', ...projects])
}

/**
 * One check: it passed when the tool ended well, and what the tool says is shown when not.
 * @param tool its script, below node_modules
 */
async function checkWith(tool: string[], args: string[]): Promise<Findings> {
  const { code, output } = await captureChild(
    process.execPath,
    [inProject('node_modules', ...tool), ...args],
    { cwd: projectFolder },
  )
  if (code === 0) return onePassed
  return { passed: 0, failed: 1, notes: [output.trim() || `ended with ${code}`] }
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
