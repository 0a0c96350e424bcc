import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { floorRunsHere, floorVersion, placeFloor } from '../floor/floor-electron'
import { hasScreen } from '../session/desktop-session'
import { inProject, PlainFailure, readJson, say } from './project.mjs'
import { needOnLinux } from './system-libraries'

/** How long the official releases' host may be silent before the floor build is used. */
const maxAnswerMs = 15_000

const electronPackage = (...parts: string[]) => inProject('node_modules', 'electron', ...parts)

/**
 * Makes sure of what a fresh clone needs besides its packages: system libraries and Electron. Quick when nothing is to
 * do. Throws a PlainFailure that says what to do when a step could not be done.
 * @param options `forTests`: also what the end-to-end tests need, whatever screen this machine has
 */
export async function setUp({ forTests = false } = {}): Promise<void> {
  needOnLinux('window')
  if (forTests || !hasScreen()) needOnLinux('screenless')
  // Some tests press keys on its display.
  if (forTests) needOnLinux('keys')
  if (placedElectron() !== null) return
  // The official release; on a Linux machine that cannot download it, the floor build.
  if (floorRunsHere() && !(await canDownload())) await placeFloor(electronPackage())
  else await placeOfficial()
  if (placedElectron() === null) throw new PlainFailure('Electron was not placed, although no step failed.')
}

/** Finds the program that `require('electron')` gives; null when there is none, or not the whole of it. */
export function placedElectron() {
  try {
    const folder = realpathSync(electronPackage('dist'))
    const version = readFileSync(path.join(folder, 'version'), 'utf8').replace(/^v/, '')
    // The name of the program in it, which differs by system.
    const program = readFileSync(electronPackage('path.txt'), 'utf8')
    const isOurs = version === officialVersion() || version === floorVersion
    return isOurs && existsSync(path.join(folder, program))
      ? { folder, version, floor: version === floorVersion }
      : null
  } catch {
    return null
  }
}

/**
 * Whether the official release can be downloaded. A name that does not resolve or a refused connection is a no at once,
 * silence after `maxAnswerMs`.
 */
async function canDownload(): Promise<boolean> {
  const { ELECTRON_MIRROR, npm_config_electron_mirror: mirror } = process.env
  const place = ELECTRON_MIRROR ?? mirror ?? 'https://github.com/electron/electron/releases/download/'
  const version = officialVersion()
  const address = `${place}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`
  const isThere = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(maxAnswerMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) say(`Electron ${version} cannot be downloaded. It is asked for again after npm ci.`)
  return isThere
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
  return readJson(electronPackage('package.json')).version
}
