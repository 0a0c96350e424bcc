import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inProject, PlainFailure, projectFolder, readJson, say } from './project.mjs'

/**
 * Runs npm and waits. What it says goes to standard error.
 * @param {string[]} words
 * @param {string} folder
 * @returns {{ ok: boolean, output: string }} its standard output; never throws for npm's own failure
 */
export function runNpm(words, folder) {
  const caller = process.env.npm_execpath
  // Started by npm we use the same one. By its name alone Windows has only npm.cmd, which needs a shell.
  const [command, args, shell] = caller?.endsWith('npm-cli.js')
    ? [process.execPath, [caller, ...words], false]
    : ['npm', words, process.platform === 'win32']
  const env = { ...process.env, npm_config_update_notifier: 'false' }
  const result = spawnSync(command, args, {
    cwd: folder,
    shell,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  })
  return { ok: result.status === 0, output: result.stdout ?? '' }
}

/**
 * Throws a PlainFailure on a Node that package.json's `engines` rules out: nothing is fetched for one that can't build.
 */
export function needNode(running = process.versions.node) {
  /** @type {string} */
  const oldest = readJson(inProject('package.json')).engines.node.replace('>=', '')
  const [major = 0, minor = 0] = running.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = oldest.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new PlainFailure(
    `This is Node ${running}. Tillside needs ${oldest} or newer: see https://nodejs.org.`,
  )
}

/**
 * Makes node_modules what the lock file says. Quick when it already is. No package's own script is run.
 * Throws a PlainFailure when npm could not finish.
 */
export function installPackages() {
  if (packagesMatchLock()) return
  say('installing the packages of the lock file …')
  const { ok } = runNpm(
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    projectFolder,
  )
  if (!ok || !packagesMatchLock())
    throw new PlainFailure('The packages could not be installed: see what npm says above.')
}

/** Whether every package of the lock file is installed in its version (other platforms' may be absent). */
function packagesMatchLock() {
  const installed = readJson(inProject('node_modules', '.package-lock.json'))?.packages
  /** @type {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} */
  const locked = readJson(inProject('package-lock.json'))?.packages ?? {}
  return Object.entries(locked).every(([place, wanted]) => {
    if (place === '') return true
    const found = installed?.[place]
    // npm leaves out optional packages of other systems, and those that only such a package needs.
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true
    return found.version === wanted.version && existsSync(inProject(place, 'package.json'))
  })
}
