// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { runNpm } from './npm.mjs'
import { inProject, PlainFailure, projectFolder, say } from './project.mjs'

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 */

/**
 * Makes node_modules what the lock file says. Quick when it already is. No package's own script is run.
 * Throws a PlainFailure when npm could not finish.
 */
export function installPackages() {
  if (packagesMatchLock()) return
  say('installing the packages of the lock file …')
  const { ok } = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    folder: projectFolder,
  })
  if (!ok || !packagesMatchLock()) {
    throw new PlainFailure('The packages could not be installed: see what npm says above.')
  }
}

/** Whether every package of the lock file is installed in its version (other platforms' may be absent). */
function packagesMatchLock() {
  const installed = readPackages(inProject('node_modules', '.package-lock.json'))
  const locked = readPackages(inProject('package-lock.json'))
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
 * The packages of a lock file by their place; null when it cannot be read.
 * @param {string} file
 * @returns {Record<string, LockedPackage> | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}
