import { spawnSync } from 'node:child_process'
import { chownSync, constants, cpSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { packedProgram } from '../packaging/packed-program'
import { runChild } from '../session/children'
import { removeTemporaryFolder, resultsFolder, temporaryFolder } from '../setup/folders'
import { inProject, projectFolder } from '../setup/project.mjs'
import { type Findings, readReport } from './stages'

/** Nobody: a user every Linux has, who owns nothing. */
const nobody = 65_534
const becomeNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
/** What the run as nobody has no use for. */
const leftBehind =
  /^(\.git|dist|out-packed|coverage|test-results|node_modules\/\.cache|node_modules\/electron\/dist)$/

/** A program that a package installed in another root. */
export interface Installed {
  /** Words that go before a command and have it run in that root, which shares /tmp with this one. */
  around: readonly [string, ...string[]]
  program: string
}

/**
 * Runs the end-to-end tests marked @sandbox once more as an ordinary user, with Chromium's sandbox on, as
 * every till has it. Root cannot run so, and Tillside must not be proven only without it. Chromium ends, and says so, where
 * this machine gives an ordinary user no namespaces.
 * @param installed tried in place of the package in dist/: without the tests that look into the program's own folder
 */
export async function runAsOrdinaryUser(
  project: 'app' | 'packaged',
  installed?: Installed,
): Promise<Findings> {
  const place = temporaryFolder('as-user', { parent: '/tmp', openToAll: true })
  try {
    // The originals may lie in a home that is closed to other users: checkout, program and Node itself.
    const checkout = path.join(place, 'checkout')
    copyForAll(projectFolder, checkout, (entry) => !leftBehind.test(entry))
    copyForAll(
      realpathSync(inProject('node_modules', 'electron', 'dist')),
      path.join(checkout, 'node_modules', 'electron', 'dist'),
    )
    const node = path.join(place, 'node')
    copyForAll(process.execPath, node)
    const home = path.join(place, 'home')
    for (const folder of [home, path.join(home, 'tmp')]) {
      mkdirSync(folder, { mode: 0o700 })
      chownSync(folder, nobody, nobody)
    }
    const results = path.join(home, 'results')
    const tests = [`--project=${project}`, '--grep', '@sandbox', ...(installed ? ['connected'] : [])]
    const desktop = ['--import', 'tsx', 'scripts/desktop.ts', '--own', 'playwright', 'test', ...tests]
    const driven =
      project === 'app' ? {} : installed ? { TILLSIDE_E2E_PACKAGED: installed.program } : packageForAll(place)
    const [program = '', ...words] = [
      ...(installed?.around ?? []),
      'setpriv',
      ...becomeNobody,
      node,
      ...desktop,
    ]
    const code = await runChild(program, words, {
      cwd: checkout,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environmentOfNobody(home), ...driven, TILLSIDE_RESULTS: results },
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

function packageForAll(place: string): NodeJS.ProcessEnv {
  const { folder, program } = packedProgram()
  copyForAll(folder, path.join(place, 'package'))
  return { TILLSIDE_E2E_PACKAGED: path.join(place, 'package', path.relative(folder, program)) }
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

/** Nothing of root's own environment but what every program needs. */
function environmentOfNobody(home: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'CI', 'EXTENT', 'TILLSIDE_E2E_TURN']
  const inherited = Object.fromEntries(kept.map((name) => [name, process.env[name]]))
  return { ...inherited, HOME: home, TMPDIR: path.join(home, 'tmp') }
}
