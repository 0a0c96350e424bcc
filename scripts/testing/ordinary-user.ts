import { spawnSync } from 'node:child_process'
import { chownSync, constants, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PackedProgram } from '../packaging/packed-program'
import { runChild } from '../session/children'
import { removeTemporaryFolder, resultsFolder, temporaryFolder } from '../setup/folders'
import type { PlacedElectron } from '../setup/place-electron'
import { PlainFailure, projectFolder } from '../setup/project.mjs'
import { readReport } from './reports'
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
  packed?: PackedProgram
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
  { packed, installed }: Driven = {},
): Promise<Findings> {
  requireNamespaces()
  const place = temporaryFolder('as-user', { parent: placeForAll(), openToAll: true })
  try {
    // The originals may lie in a home that is closed to other users: checkout, program and Node itself.
    const checkout = path.join(place, 'checkout')
    copyForAll(projectFolder, checkout, (entry) => !leftBehind.test(entry))
    copyForAll(electron.folder, path.join(checkout, 'node_modules', 'electron', 'dist'))
    const node = nobodyMayEnter(process.execPath) ? process.execPath : path.join(place, 'node')
    if (node !== process.execPath) copyForAll(process.execPath, node)
    if (packed !== undefined) copyForAll(packed.folder, path.join(place, 'package'))
    const home = homeOfNobody(place)
    const results = path.join(home, 'results')
    const project = packed === undefined && installed === undefined ? 'app' : 'packaged'
    // An installed program stands behind a script: only what needs no look at the program's own folder is tried on it.
    const files = installed === undefined ? [] : ['connected']
    const desktop = ['--import', 'tsx', 'scripts/desktop.ts', '--own']
    const tests = ['playwright', 'test', `--project=${project}`, ...files, '--grep', '@sandbox']
    const code = await runChild('setpriv', [...becomeNobody, node, ...desktop, ...tests], {
      cwd: checkout,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...environmentOfNobody(home),
        TILLSIDE_RESULTS: results,
        ...(packed && {
          TILLSIDE_E2E_PACKAGED: path.join(place, 'package', path.relative(packed.folder, packed.program)),
        }),
        ...(installed && {
          TILLSIDE_E2E_PACKAGED: installed.door,
          TILLSIDE_E2E_UPGRADED: installed.upgraded,
          TILLSIDE_E2E_INSTALLED: installed.as,
        }),
      },
    })
    // Pictures and words of what failed would go with the copy.
    const kept = path.join(resultsFolder, `${project}-as-user`)
    rmSync(kept, { recursive: true, force: true })
    if (code !== 0 && existsSync(results)) cpSync(results, kept, { recursive: true })
    return readReport(path.join(results, 'app.json'), code)
  } finally {
    removeTemporaryFolder(place)
  }
}

/** A folder for temporary things that an ordinary user can reach. */
export function placeForAll() {
  const place = [os.tmpdir(), '/var/tmp', '/tmp'].find(nobodyMayEnter)
  if (place === undefined)
    throw new PlainFailure('There is no temporary folder that an ordinary user can reach.')
  return place
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
  const kept = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'CI', 'FORCE_COLOR', 'NO_COLOR', 'TILLSIDE_E2E_TURN']
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
