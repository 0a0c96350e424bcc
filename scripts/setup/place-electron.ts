import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { floorRunsHere, floorVersion, placeFloor } from '../floor/floor-electron'
import { hasScreen } from '../session/desktop-session'
import { inProject, PlainFailure, readText, say } from './project.mjs'
import { needOnLinux } from './system-libraries'

/** How long the place of the official releases may be silent before we do without. */
const answerLimitMs = 15_000

/** The Electron program in use. */
export interface PlacedElectron {
  program: string
  folder: string
  version: string
  floor: boolean
}

/**
 * Makes sure of what a fresh clone needs besides its packages: system libraries and Electron. Quick when nothing is to
 * do. Throws a PlainFailure that says what to do when a step could not be done.
 * @param options `forTests`: also what the end-to-end tests need, whatever screen this machine has
 */
export async function setUp({ forTests = false } = {}): Promise<PlacedElectron> {
  needOnLinux('window')
  if (forTests || !hasScreen()) needOnLinux('screenless')
  // Some tests kill the program at a write to its journal, or press keys on its display.
  if (forTests) needOnLinux('tracing', 'keys')
  return placeElectron()
}

/**
 * Makes sure that `require('electron')` and every tool built on it finds a program: the official release; on a Linux
 * machine that cannot download it, the floor build. Throws a PlainFailure when neither can be had.
 */
async function placeElectron(): Promise<PlacedElectron> {
  const found = placedElectron()
  if (found !== null) return found
  const why = floorRunsHere() ? await whyUnreachable() : null
  if (why === null) await placeOfficial()
  else {
    say(`Electron ${officialVersion()} cannot be downloaded (${why}). It is asked for again after npm ci.`)
    await placeFloor(electronPackage())
  }
  const placed = placedElectron()
  if (placed === null) throw new PlainFailure('Electron was not placed, although no step failed.')
  return placed
}

/** The program that is placed already, or null. */
export function placedElectron(): PlacedElectron | null {
  const place = electronPackage('dist')
  if (!existsSync(path.join(place, programName()))) return null
  if (readText(electronPackage('path.txt')) !== programName()) return null
  const version = readText(path.join(place, 'version'))?.replace(/^v/, '')
  if (version !== officialVersion() && version !== floorVersion) return null
  const folder = realpathSync(place)
  return { program: path.join(folder, programName()), folder, version, floor: version === floorVersion }
}

/**
 * Why the official release cannot be downloaded; null when it can. A name that does not resolve and a refused connection
 * are an answer at once; silence is one after a while.
 */
async function whyUnreachable(): Promise<string | null> {
  const base = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror
  const version = officialVersion()
  const place = base ?? 'https://github.com/electron/electron/releases/download/'
  const address = `${place}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`
  try {
    const answer = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(answerLimitMs) })
    return answer.ok ? null : `the server answers ${answer.status}`
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}

async function placeOfficial() {
  say(`downloading Electron ${officialVersion()} …`)
  // A folder left from another version or the floor build would be mixed with the new one.
  await rm(electronPackage('dist'), { recursive: true, force: true })
  const result = spawnSync(process.execPath, [electronPackage('install.js')], { stdio: ['ignore', 2, 2] })
  if (result.status !== 0)
    throw new PlainFailure('Electron could not be downloaded: see above. Try again when the network is back.')
}

function officialVersion(): string {
  return JSON.parse(readFileSync(electronPackage('package.json'), 'utf8')).version
}

function programName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

function electronPackage(...parts: string[]) {
  return inProject('node_modules', 'electron', ...parts)
}
