import { extent } from '../../src/shared/testing/extent'
import { buildApp } from '../building/build-app'
import { packageApp } from '../packaging/package-app'
import type { PackedProgram } from '../packaging/packed-program'
import type { PlacedElectron } from '../setup/place-electron'
import { isRoot, PlainFailure } from '../setup/project.mjs'
import { isProgram, needOnLinux } from '../setup/system-libraries'
import { tryInstalledPackage } from './installed-package'
import { runAsOrdinaryUser } from './ordinary-user'
import { packagedRun, testInWindows } from './run-playwright'
import { type Findings, onePassed, type StagePlan } from './stages'

/** The end-to-end tests that a person waits for: what must never break. */
const mainJob = [
  'counter/refunds.spec.ts',
  'scanner/scanner.spec.ts',
  'start/start.spec.ts',
  'kill/while-sending.spec.ts',
  'receipt/refund-record.spec.ts',
]

/**
 * Builds the app, drives it, packs it, drives it packed. A stage whose ground is missing is tried all the
 * same and says what it misses. A person waits for a part of the end-to-end tests alone; packages are made and driven in
 * CI, and on a clean Debian at night.
 * @param electron throws a PlainFailure where there is none
 */
export function appStages(electron: () => PlacedElectron): StagePlan[] {
  let made: PackedProgram | null = null
  const packed = () => {
    if (made === null) throw new PlainFailure('There is no package to try: see above.')
    return made
  }
  const build = async () => {
    await buildApp()
    return onePassed
  }
  const makePackage = async () => {
    const placed = electron()
    const { words, ...program } = await packageApp(placed, placed.floor ? 'trial_package' : 'package')
    made = program
    return { ...onePassed, notes: words }
  }
  const tryTestPackage = async () => {
    const { program } = await packageApp(electron(), 'test_package')
    return driveTestPackage(program)
  }
  /** Root alone can become somebody else; who is an ordinary user has had the sandbox on already. */
  const asUser = (name: string, body: StagePlan[1]): StagePlan[] =>
    process.platform === 'linux' && isRoot() ? [[`${name} as an ordinary user, sandbox on`, body]] : []
  const asRoot = (name: string, body: StagePlan[1]): StagePlan[] =>
    isRoot() && isProgram('dpkg-deb') ? [[name, body]] : []
  if (extent() === 'quick')
    return [
      ['build', build],
      ['end-to-end, the main job', () => driveApp(electron(), mainJob)],
    ]
  const onPackages: StagePlan[] = [
    ['package and its fuses', makePackage],
    ['end-to-end on the package', () => drivePackage(packed().program)],
    ...asUser('end-to-end on the package', () => runAsOrdinaryUser(electron(), { packed: packed() })),
    ['test package, driven through its page', tryTestPackage],
  ]
  const driven: StagePlan[] = [['build', build], ['end-to-end', () => driveApp(electron())], ...onPackages]
  if (extent() === 'ci') return driven
  return [
    ...driven,
    ...asUser('end-to-end', () => runAsOrdinaryUser(electron())),
    ...asRoot('package installed on a clean Debian', () => tryInstalledPackage(electron())),
  ]
}

/** @param files below `e2e`; all unless given */
async function driveApp(
  { version, floor }: PlacedElectron,
  files: readonly string[] = [],
): Promise<Findings> {
  const { notes = [], ...findings } = await testInWindows({ files })
  return { ...findings, notes: [...notes, `on Electron ${version}${floor ? ', the floor build' : ''}`] }
}

/** The one package that takes a debugger. */
function driveTestPackage(program: string): Promise<Findings> {
  return testInWindows({
    ...packagedRun,
    name: 'test-package',
    env: { TILLSIDE_E2E_PACKAGED: program, TILLSIDE_E2E_TEST_PACKAGE: 'on' },
  })
}

function drivePackage(program: string): Promise<Findings> {
  needOnLinux('keys')
  return testInWindows({ ...packagedRun, env: { TILLSIDE_E2E_PACKAGED: program } })
}
