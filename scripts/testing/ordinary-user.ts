import { spawnSync } from 'node:child_process'
import { chownSync, constants, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PackedProgram } from '../packaging/packed-program'
import { runChild } from '../session/children'
import { removeTemporaryFolder, resultsFolder, temporaryFolder } from '../setup/folders'
import type { PlacedElectron } from '../setup/place-electron'
import { PlainFailure, projectFolder } from '../setup/project.mjs'
import { readPlaywrightReport } from './reports'
import { packagedRun } from './run-playwright'
import type { Findings } from './stages'

/** Nobody: a user every Linux has, who owns nothing. */
const nobody = 65_534
const becomeNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
/** What the run as nobody has no use for. */
const leftBehind =
  /^(\.git|dist|out-packed|coverage|test-results|node_modules\/\.cache|node_modules\/electron\/dist)$/

/** What the tests are run on; the checkout unless one is named. */
interface Driven {
  /** The packaged program. */
  packed?: PackedProgram | null
  /** The program that a package installed: scripts that open it there, and once it was upgraded, and its path there. */
  installed?: { door: string; upgraded: string; as: string }
}

/**
 * Runs the end-to-end tests marked @sandbox once more as an ordinary user, with Chromium's sandbox on, as
 * every till has it. Root cannot run so, and Tillside must not be proven only without it. Throws a PlainFailure when
 * this machine does not let an ordinary user have a sandbox.
 */
export async function runAsOrdinaryUser(
  electron: PlacedElectron,
  { packed = null, installed }: Driven = {},
): Promise<Findings> {
  const place = temporaryFolder('as-user', { parent: placeForAll(), openToAll: true })
  try {
    const home = homeOfNobody(place)
    const { node, checkout } = copyFor(place, electron)
    requireNamespaces()
    const results = path.join(home, 'results')
    const run = path.join(checkout, 'scripts', 'run.mjs')
    const code = await runChild('setpriv', [...becomeNobody, node, run, 'sandboxed-e2e'], {
      cwd: checkout,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...environmentOfNobody(home),
        TILLSIDE_RESULTS: results,
        ...(packed === null ? {} : { TILLSIDE_E2E_PACKAGED: copyOfPackage(place, packed) }),
        ...(installed === undefined ? {} : environmentOfInstalled(installed)),
      },
    })
    const name = packed === null && installed === undefined ? 'end-to-end' : packagedRun.name
    if (code !== 0) keepForPeople(path.join(results, name), path.join(resultsFolder(), `${name}-as-user`))
    return readPlaywrightReport(path.join(results, name, 'report.json'), code)
  } finally {
    removeTemporaryFolder(place)
  }
}

function environmentOfInstalled({ door, upgraded, as }: NonNullable<Driven['installed']>): NodeJS.ProcessEnv {
  return { TILLSIDE_E2E_PACKAGED: door, TILLSIDE_E2E_UPGRADED: upgraded, TILLSIDE_E2E_INSTALLED: as }
}

/** Pictures and words of what failed, which would go with the copy. */
function keepForPeople(results: string, kept: string) {
  rmSync(kept, { recursive: true, force: true })
  if (existsSync(results)) cpSync(results, kept, { recursive: true })
}

/** A folder for temporary things that an ordinary user can reach. */
export function placeForAll() {
  const place = [os.tmpdir(), '/var/tmp', '/tmp'].find(nobodyMayEnter)
  if (place === undefined)
    throw new PlainFailure('There is no temporary folder that an ordinary user can reach.')
  return place
}

/**
 * The checkout, the program and Node itself where nobody can read them: the originals may lie in a home
 * that is closed to other users.
 */
function copyFor(place: string, electron: PlacedElectron) {
  const checkout = path.join(place, 'checkout')
  copyForAll(projectFolder, checkout, (entry) => !leftBehind.test(entry))
  copyForAll(electron.folder, path.join(checkout, 'node_modules', 'electron', 'dist'))
  if (nobodyMayEnter(process.execPath)) return { node: process.execPath, checkout }
  const node = path.join(place, 'node')
  copyForAll(process.execPath, node)
  return { node, checkout }
}

/** @returns the program in its copy */
function copyOfPackage(place: string, { program, folder }: PackedProgram): string {
  const copy = path.join(place, 'package')
  copyForAll(folder, copy)
  return path.join(copy, path.relative(folder, program))
}

/**
 * A copy that every user may read, which costs no room where the file system can share it.
 * @param wanted asked of each entry by its path below `from`
 */
function copyForAll(from: string, to: string, wanted: (place: string) => boolean = () => true) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (place) => wanted(path.relative(from, place)),
  })
  spawnSync('chmod', ['-R', 'a+rX', to])
}

function homeOfNobody(place: string) {
  const home = path.join(place, 'home')
  for (const folder of [home, path.join(home, 'tmp')]) {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, nobody, nobody)
  }
  return home
}

/** Nothing of root's own environment but what every program needs. */
function environmentOfNobody(home: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'CI', 'FORCE_COLOR', 'NO_COLOR']
  const inherited = Object.fromEntries(kept.map((name) => [name, process.env[name]]))
  return { ...inherited, HOME: home, TMPDIR: path.join(home, 'tmp') }
}

/** Chromium's sandbox stands on these; without them it would end at once, with less to say. */
function requireNamespaces() {
  const words = [...becomeNobody, 'unshare', '--user', '--map-root-user', 'true']
  const { status, stderr } = spawnSync('setpriv', words, { encoding: 'utf8' })
  if (status !== 0)
    throw new PlainFailure(
      `This machine gives ordinary users no namespaces of their own, so no sandbox: ${stderr ?? ''}`,
    )
}

function nobodyMayEnter(place: string) {
  return spawnSync('setpriv', [...becomeNobody, 'test', '-x', place]).status === 0
}
