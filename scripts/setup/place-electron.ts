import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { floorRunsHere, floorVersion, placeFloor } from '../floor/floor-electron'
import { may, userCacheFolder } from './folders'
import { inProject, PlainFailure, readText, say } from './project.mjs'

/** How long the place of the official releases may be silent before we do without. */
const answerLimitMs = 15_000
/** How long it is not asked again after that. */
const rememberedMs = 24 * 60 * 60_000

/** The Electron program in use. */
export interface PlacedElectron {
  program: string
  folder: string
  version: string
  floor: boolean
}

/**
 * Makes sure that `require('electron')` and every tool built on it finds a program: the official release; on a Linux
 * machine that cannot download it, the floor build until it can. Throws a PlainFailure when neither can be had.
 */
export async function placeElectron(): Promise<PlacedElectron> {
  const found = placedElectron()
  if (found !== null && !found.floor) return found
  // Elsewhere the download's own words are the best explanation there is.
  if (!floorRunsHere() || (await officialAnswers())) await placeOfficial()
  else if (found !== null) return found
  else await placeFloor(electronPackage())
  const placed = placedElectron()
  if (placed === null) throw new PlainFailure('Electron was not placed, although no step failed.')
  return placed
}

/** The program that is placed already, or null. */
function placedElectron(): PlacedElectron | null {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const place = override ?? electronPackage('dist')
  if (!may('run', path.join(place, programName()))) return null
  if (override === undefined && readText(electronPackage('path.txt')) !== programName()) return null
  const version = readText(path.join(place, 'version'))?.replace(/^v/, '')
  if (version !== officialVersion() && version !== floorVersion) return null
  const folder = realpathSync(place)
  return { program: path.join(folder, programName()), folder, version, floor: version === floorVersion }
}

/** Whether the official release can be downloaded. A no is remembered for a day, for that address. */
async function officialAnswers() {
  const base = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror
  const version = officialVersion()
  const place = base ?? 'https://github.com/electron/electron/releases/download/'
  const address = `${place}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`
  const note = path.join(userCacheFolder(), 'no-electron')
  if (readText(note) === address && Date.now() - statSync(note).mtimeMs < rememberedMs) return false
  const why = await whyUnreachable(address)
  if (why === null) return true
  say(`Electron ${version} cannot be downloaded (${why}). It is tried again after a day, or without ${note}`)
  try {
    mkdirSync(userCacheFolder(), { recursive: true, mode: 0o755 })
    writeFileSync(note, address)
  } catch {
    // Not remembered, it is only asked again.
  }
  return false
}

/**
 * A name that does not resolve and a refused connection are an answer at once; silence is one after a while.
 * @returns null when it answers
 */
async function whyUnreachable(address: string): Promise<string | null> {
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
