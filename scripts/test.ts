import { runProofStages } from '../proof/run/proof-stages.mjs'
import { extent } from '../src/shared/testing/extent'
import { packageApp } from './packaging/package-app'
import type { PackageKind, PackedProgram } from './packaging/packed-program'
import { type PlacedElectron, setUp } from './setup/place-electron'
import { isProgram, isRoot, PlainFailure, runScript, tool } from './setup/project.mjs'
import { checkFloorTypes } from './testing/floor-types'
import { tryInstalledPackage } from './testing/installed-package'
import { engineStages } from './testing/new-engines'
import { runAsOrdinaryUser } from './testing/ordinary-user'
import { checkWith, runEndToEnd, runUnitTests } from './testing/runners'
import { onePassed, runStages, type StagePlan, summarize } from './testing/stages'

/** The end-to-end tests that a person waits for: what must never break. */
const mainJob = [
  'counter/refunds.spec.ts',
  'scanner/scanner.spec.ts',
  'start/start.spec.ts',
  'kill/while-sending.spec.ts',
  'receipt/refund-record.spec.ts',
]

let placed: PlacedElectron | null = null
const electron = () => {
  if (placed === null) throw new PlainFailure('There is no Electron to run it on: see above.')
  return placed
}

/** Told at the beginning, not after minutes; what can be tried without it is. */
const setUpStage: StagePlan = [
  'system libraries and Electron',
  async () => {
    placed = await setUp({ forTests: true })
    return { ...onePassed, notes: [`Electron ${placed.version}${placed.floor ? ', the floor build' : ''}`] }
  },
]

/** What can be checked without building or opening the app, all beside each other. */
const sourceStages: readonly StagePlan[] = [
  ['types', () => checkWith(tool('typescript', 'tsc'), ['-b', '--pretty', 'false'])],
  ['types against the oldest Electron', checkFloorTypes],
  [
    'lint and format',
    () => checkWith(tool('@biomejs/biome', 'biome'), ['check', '--error-on-warnings', '.']),
  ],
  ['nothing unused', () => checkWith(tool('knip'), ['--no-progress', '--no-config-hints'])],
  ['unit and property tests', () => runUnitTests(['--coverage'])],
]

const build: StagePlan = ['build', () => checkWith(tool('electron-vite'), ['build', '--logLevel', 'warn'])]

/** The package, made and driven, here and as an ordinary user. */
function packageStages(): readonly StagePlan[] {
  let made: PackedProgram | null = null
  const packed = () => {
    if (made === null) throw new PlainFailure('There is no package to try: see above.')
    return made
  }
  const make: StagePlan[1] = async () => {
    const kind: PackageKind = electron().floor ? 'trial_package' : 'package'
    const { words, ...program } = await packageApp(electron(), kind)
    made = program
    return { ...onePassed, notes: words }
  }
  const tryTestPackage: StagePlan[1] = async () => {
    const { program } = await packageApp(electron(), 'test_package')
    return runEndToEnd('test-package', { env: { TILLSIDE_E2E_PACKAGED: program } })
  }
  return [
    ['package and its fuses', make],
    [
      'end-to-end on the package',
      () => runEndToEnd('packaged', { env: { TILLSIDE_E2E_PACKAGED: packed().program } }),
    ],
    ...asUser('end-to-end on the package', () => runAsOrdinaryUser(electron(), { packed: packed() })),
    ['test package, driven through its page', tryTestPackage],
  ]
}

/** Root alone can become somebody else; who is an ordinary user has had the sandbox on already. */
function asUser(name: string, body: StagePlan[1]): readonly StagePlan[] {
  return process.platform === 'linux' && isRoot() ? [[`${name} as an ordinary user, sandbox on`, body]] : []
}

function nightStages(): readonly StagePlan[] {
  const onDebian = isRoot() && isProgram('dpkg-deb')
  return [
    ...asUser('end-to-end', () => runAsOrdinaryUser(electron())),
    ...(onDebian
      ? [['package installed on a clean Debian', () => tryInstalledPackage(electron())] satisfies StagePlan]
      : []),
  ]
}

/**
 * `npm test`: everything that shows whether Tillside works, as much of it as EXTENT says. A stage whose ground is missing
 * is tried all the same and says what it misses. The last line is the totals alone.
 */
await runScript(async (words) => {
  if (words.includes('night')) process.env.EXTENT = 'night'
  const how = extent()
  return summarize([
    ...(await runStages([setUpStage, sourceStages])),
    ...(await runStages(how === 'night' ? engineStages : [])),
    ...(await runProofStages()),
    ...(await runStages([build])),
    ...(await runStages(
      how === 'quick'
        ? [['end-to-end, the main job', () => runEndToEnd('app', { files: mainJob })]]
        : [['end-to-end', () => runEndToEnd('app')], ...packageStages()],
    )),
    ...(await runStages(how === 'night' ? nightStages() : [])),
  ])
})
