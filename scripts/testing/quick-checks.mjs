// @ts-check
import { runUnitTests } from './run-unit-tests.mjs'
import { checkLintAndFormat, checkNothingUnused } from './source-checks.mjs'
import { runStage } from './stages.mjs'
import { checkFloorTypes, checkTypes } from './type-checks.mjs'

/**
 * What can be checked without building or opening the app: types, lint and format, what nothing uses,
 * unit tests. All of it is run, whatever fails.
 * @param {readonly string[]} [unitTestArgs] for vitest
 * @returns {Promise<import('./stages.mjs').Stage[]>}
 */
export async function runQuickChecks(unitTestArgs = []) {
  const stages = []
  stages.push(await runStage('types', checkTypes))
  stages.push(await runStage('types against the oldest Electron', checkFloorTypes))
  stages.push(await runStage('lint and format', checkLintAndFormat))
  stages.push(await runStage('nothing unused', checkNothingUnused))
  stages.push(await runStage('unit and property tests', () => runUnitTests(unitTestArgs)))
  return stages
}
