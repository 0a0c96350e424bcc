// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runInDesktopSession } from '../session/desktop-session.mjs'
import { sandboxIsOn } from '../session/electron-command.mjs'
import { may } from '../setup/folders.mjs'
import { inProject, projectFolder, say } from '../setup/project.mjs'

/**
 * Runs Playwright's tests on the built app, on a display and a keyring of their own.
 * @param {readonly string[]} args for Playwright
 * @param {NodeJS.ProcessEnv} [env] in addition to this process's own
 * @returns {Promise<{ code: number, report: string }>} its exit code and its JSON report's path
 */
export async function runPlaywright(args, env = {}) {
  const results = process.env.TILLSIDE_E2E_RESULTS ?? resultsFolder()
  const report = path.join(results, 'end-to-end.json')
  rmSync(report, { force: true })
  const tool = inProject('node_modules', '@playwright', 'test', 'cli.js')
  const config = inProject('playwright.config.ts')
  process.chdir(projectFolder)
  const code = await runInDesktopSession([process.execPath, tool, 'test', '--config', config, ...args], {
    own: true,
    env: { ...testEnvironment(), ...env, TILLSIDE_E2E_RESULTS: results },
  })
  return { code, report }
}

/** What the tests find in their environment. */
function testEnvironment() {
  const env = { ...process.env }
  delete env.ELECTRON_RUN_AS_NODE
  env.TILLSIDE_E2E_SANDBOX = sandboxIsOn() ? 'on' : 'off'
  return env
}

/** The checkout's own folder for results, or a new one where the checkout is somebody else's. */
function resultsFolder() {
  const folder = inProject('test-results')
  if (may('write', folder) || may('write', projectFolder)) return folder
  const other = mkdtempSync(path.join(os.tmpdir(), 'tillside-results-'))
  say(`this checkout is another user's: results go to ${other}`)
  return other
}
