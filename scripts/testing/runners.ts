import { rmSync } from 'node:fs'
import path from 'node:path'
import { seedOfCommit } from '../../proof/run/seed-of-commit'
import { packedProgram } from '../packaging/packed-program'
import { outputOf, runChild } from '../session/children'
import { runInDesktopSession } from '../session/desktop-session'
import { resultsFolder } from '../setup/folders'
import { projectFolder, tool } from '../setup/project.mjs'
import { type Findings, onePassed, readReport } from './stages'

/** One check by a package's own command: it passes when that ends well, and fails with what it says. */
export async function checkWith(name: string, ...args: readonly string[]): Promise<Findings> {
  const [program, script] = tool(name)
  await outputOf(program, [script, ...args], { cwd: projectFolder })
  return onePassed
}

/**
 * Packs the app as it is installed, into a folder below dist/. A test package takes a debugger.
 * @param targets in electron-builder's words; the program alone unless given
 */
export async function packageApp(kind: 'package' | 'test_package', targets: readonly string[] = ['--dir']) {
  const dist = kind === 'package' ? 'dist' : 'dist/test-package'
  await checkWith('electron-vite', 'build', '--logLevel', 'warn', '--mode', kind)
  const words = ['--config', 'electron-builder.config.ts', '--publish', 'never']
  await checkWith('electron-builder', ...words, `-c.directories.output=${dist}`, ...targets)
  return packedProgram(dist)
}

/** Runs unit tests on a Node, which is this one unless another is named. */
export async function runUnitTests(args: readonly string[], node = process.execPath): Promise<Findings> {
  const report = path.join(resultsFolder, 'unit.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const words = ['run', '--configLoader', 'runner', ...reporters, ...args]
  const code = await runChild(node, [tool('vitest')[1], ...words], { cwd: projectFolder })
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
  const report = path.join(resultsFolder, `${project}.json`)
  rmSync(report, { force: true })
  process.chdir(projectFolder)
  const code = await runInDesktopSession([...tool('playwright'), 'test', `--project=${project}`, ...files], {
    own: true,
    env: { TILLSIDE_E2E_TURN: String(seedOfCommit().turn), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
  })
  return readReport(report, code)
}
