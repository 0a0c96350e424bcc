import { rmSync } from 'node:fs'
import path from 'node:path'
import { seedOfCommit } from '../../proof/run/seed-of-commit.mjs'
import { electronEnvironment, runInDesktopSession, sandboxIsOn } from '../session/desktop-session'
import { resultsFolder } from '../setup/folders'
import { inProject, projectFolder } from '../setup/project.mjs'
import { readPlaywrightReport } from './reports'
import type { Findings } from './stages'

interface RunOptions {
  /** Of its folder below the results. */
  name?: string
  /** What the tests find in their environment besides this process's own. */
  env?: NodeJS.ProcessEnv
  /** Whether they can take pictures of the display. */
  pictured?: boolean
}

/** What is different about a run on the packaged program, which TILLSIDE_E2E_PACKAGED names. */
export const packagedRun = { name: 'packaged', pictured: true }

/**
 * Runs Playwright's tests on the built app, on a display and a keyring of their own.
 * @param args for Playwright
 * @returns its exit code and its JSON report's path
 */
export async function runPlaywright(
  args: readonly string[],
  { name = 'end-to-end', env = {}, pictured = false }: RunOptions = {},
): Promise<{ code: number; report: string }> {
  const results = path.join(resultsFolder(), name)
  const report = path.join(results, 'report.json')
  rmSync(report, { force: true })
  const tool = inProject('node_modules', '@playwright', 'test', 'cli.js')
  const config = inProject('playwright.config.ts')
  process.chdir(projectFolder)
  const code = await runInDesktopSession([process.execPath, tool, 'test', '--config', config, ...args], {
    own: true,
    pictured,
    env: {
      ...electronEnvironment(),
      TILLSIDE_E2E_TURN: String(seedOfCommit().turn),
      TILLSIDE_E2E_SANDBOX: sandboxIsOn() ? 'on' : 'off',
      ...env,
      TILLSIDE_E2E_RESULTS: results,
    },
  })
  return { code, report }
}

/**
 * Runs all of them, or those files, as a stage.
 * @param options with `files`, parts of paths
 */
export async function testInWindows({
  files = [],
  ...options
}: RunOptions & { files?: readonly string[] } = {}): Promise<Findings> {
  const { code, report } = await runPlaywright(files, options)
  return readPlaywrightReport(report, code)
}
