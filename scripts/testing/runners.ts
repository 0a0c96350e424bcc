import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { seedOfCommit } from '../../proof/run/seed-of-commit.mjs'
import { outputOf, runChild } from '../session/children'
import { runInDesktopSession } from '../session/desktop-session'
import { resultsFolder } from '../setup/folders'
import { projectFolder, tool } from '../setup/project.mjs'
import { readReport } from './reports'
import { type Findings, onePassed } from './stages'

type Tool = readonly [program: string, ...words: string[]]

/** One check: it passes when the tool ends well, and fails with what the tool says. */
export async function checkWith([program, ...words]: Tool, args: readonly string[]): Promise<Findings> {
  await outputOf(program, [...words, ...args], { cwd: projectFolder })
  return onePassed
}

/**
 * Runs the unit and property tests. With `--coverage` every branch of what decides about money must be taken
 * (the thresholds are in vitest.config.ts).
 * @param options the Node they run on, and the name of their report
 */
export async function runUnitTests(
  args: readonly string[],
  { node = process.execPath, name = 'unit' }: { node?: string; name?: string } = {},
): Promise<Findings> {
  const report = newReport(name)
  const [, vitest] = tool('vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runChild(node, [vitest, 'run', ...reporters, ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Vite warns of a default it may change one day; it says nothing about these tests.
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  })
  return readReport(report, code)
}

/**
 * Runs a project of playwright.config.ts on a display and a keyring of its own.
 * @param options `files`: parts of paths; all unless given. `env`: what the tests find in their environment besides this
 *   process's own
 */
export async function runEndToEnd(
  project: string,
  { files = [], env = {} }: { files?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Findings> {
  const report = newReport(project)
  process.chdir(projectFolder)
  const words = [...tool('playwright'), 'test', `--project=${project}`, ...files] as const
  const code = await runInDesktopSession([words[0], ...words.slice(1)], {
    own: true,
    env: { TILLSIDE_E2E_TURN: String(seedOfCommit().turn), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
  })
  return readReport(report, code)
}

/** Where a runner is to leave its report; none is there yet. */
function newReport(name: string): string {
  mkdirSync(resultsFolder, { recursive: true })
  const report = path.join(resultsFolder, `${name}.json`)
  rmSync(report, { force: true })
  return report
}
