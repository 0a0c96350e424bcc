import { parseArgs } from 'node:util'
import { buildApp, buildWhenStale } from './building/build-app'
import { packageApp, packInstallers } from './packaging/package-app'
import { packedProgram } from './packaging/packed-program'
import { runChild } from './session/children'
import { runInDesktopSession, sandboxIsOn } from './session/desktop-session'
import { placeElectron } from './setup/place-electron'
import { inProject, PlainFailure, projectFolder, say } from './setup/project.mjs'
import { setUp } from './setup/set-up'
import { prove, test } from './testing/all-stages'
import { packagedRun, runPlaywright } from './testing/run-playwright'
import { sourceStages } from './testing/source-stages'
import { runStages, summarize } from './testing/stages'

/** Is given the words after its name, and answers an exit code: nothing is 0. */
type Command = (words: readonly string[]) => Promise<number | undefined>

const flag = { type: 'boolean', default: false } as const

/** What package.json calls, by name (scripts/run.mjs). The packages are installed when one begins. */
export const commands: Readonly<Record<string, Command>> = {
  test,
  prove,

  /** Everything that takes hours: every byte and every call, properties × 10, all engines, the package on a clean Debian. */
  night() {
    process.env.EXTENT = 'night'
    return test()
  },

  /** Opens Tillside from this checkout: `npm start -- --practice`. */
  async start(words) {
    const { program } = await setUp()
    await buildWhenStale()
    const noSandbox = sandboxIsOn() ? [] : ['--no-sandbox']
    return runInDesktopSession([program, ...noSandbox, projectFolder, ...words])
  },

  /** Opens it with hot reload: `npm run dev -- --practice`. */
  async dev(words) {
    await setUp()
    const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const noSandbox = sandboxIsOn() ? [] : ['--noSandbox']
    return runInDesktopSession([process.execPath, tool, 'dev', '--watch', ...noSandbox, '--', ...words])
  },

  /** Builds the app for production into out/. Needs no Electron program, only the packages. */
  async build() {
    await buildApp()
    return 0
  },

  /**
   * The quick checks, for while one works: of the unit tests those that depend on what is not committed yet or came
   * with the last commit. `npm test` runs all of them and everything else.
   */
  async check() {
    const changed = ['--changed', 'HEAD~1', '--passWithNoTests']
    return summarize(await runStages([sourceStages(changed)]))
  },

  /** Runs the end-to-end tests on the real program: `npm run e2e -- refund --grep "part refund"`. */
  async e2e(words) {
    await setUpForTests()
    return (await runPlaywright(words)).code
  },

  /** Takes a picture of every screen; those that the documents show go into docs/screens. */
  async screens(words) {
    await setUpForTests()
    return (await runPlaywright(words, { name: 'screens', env: { TILLSIDE_E2E_SCREENS: 'on' } })).code
  },

  /**
   * The end-to-end tests marked @sandbox, in a checkout where everything is in place and nothing may be written:
   * scripts/testing/ordinary-user.ts makes it and starts this as another user. Those on the packaged program when it is
   * told where that lies.
   */
  async 'sandboxed-e2e'() {
    const options = process.env.TILLSIDE_E2E_PACKAGED ? packagedRun : {}
    // An installed program stands behind a script: only what needs no look at the program's own folder is tried on it.
    const files = process.env.TILLSIDE_E2E_INSTALLED ? ['connected'] : []
    return (await runPlaywright([...files, '--grep', '@sandbox'], options)).code
  },

  /** Runs the practice payment service alone, under plain Node: `npm run service -- --port 8086`. */
  service: (words) => runBuilt('practice-service', words),

  /** Checks a journal's JSON export offline, under plain Node: `npm run verify-journal -- export.json`. */
  'verify-journal': (words) => runBuilt('verify-journal', words),

  /**
   * Packs the app as it is installed, and makes the installers that can be made here, for this machine's own system:
   * dist/. With `--for-trial` of whatever Electron is placed, with `--test` one that takes a debugger; both say so on
   * their screens. `--downloads` lets the packager fetch tools of its own; `--no-installers` ends with the program;
   * `--renew-contents` writes anew which files a package has.
   */
  async package(words) {
    const options = {
      'for-trial': flag,
      test: flag,
      downloads: flag,
      'no-installers': flag,
      'renew-contents': flag,
    }
    const { values } = parseArgs({ args: [...words], options })
    const { downloads } = values
    const kind = values.test ? 'test_package' : values['for-trial'] ? 'trial_package' : 'package'
    const electron = await setUp()
    const { words: said, ...packed } = await packageApp(electron, kind, {
      renewContents: values['renew-contents'] === true,
    })
    const made = values['no-installers'] ? [] : await packInstallers(electron, kind, packed, { downloads })
    process.stdout.write(`${[...said, packed.program, ...made].join('\n')}\n`)
    return 0
  },

  /** Draws the icon at every size that a package needs, whenever the drawing was changed. */
  async icons() {
    const { drawIcons } = await import('./packaging/draw-icons')
    await drawIcons()
    say('the icons are in resources/')
    return 0
  },

  /** Measures beside baselines and asserts nothing: `npm run bench`, or `npm run bench -- --quick`. */
  async bench(words) {
    await setUp({ screenless: true })
    await buildWhenStale()
    const program = ['--import', import.meta.resolve('tsx'), inProject('bench', 'run-bench.mjs')]
    return runInDesktopSession([process.execPath, ...program, ...words], { own: true })
  },

  /** Prints the absolute path of the Electron program in use, and nothing else. */
  async 'electron-path'() {
    process.stdout.write(`${(await placeElectron()).program}\n`)
    return 0
  },

  /** Prints the absolute path of the packaged program, and nothing else. */
  async 'packaged-path'() {
    const packed = packedProgram()
    if (packed === null)
      throw new PlainFailure('The packaged program is not made yet: npm run package makes it.')
    process.stdout.write(`${packed.program}\n`)
    return 0
  },
}

async function setUpForTests() {
  // Some tests kill the program at a write to its journal.
  await setUp({ screenless: true, also: ['tracing'] })
  await buildWhenStale()
}

/** One of the app's own programs that needs no Electron. */
async function runBuilt(name: string, words: readonly string[]) {
  await buildWhenStale()
  return runChild(process.execPath, [inProject('out', 'main', `${name}.js`), ...words])
}
