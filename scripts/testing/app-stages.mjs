// @ts-check
import { buildApp } from '../building/build-app.mjs'
import { describeFirstScript, firstScriptSize } from '../building/first-script.mjs'
import { packageApp } from '../packaging/package-app.mjs'
import { isRoot, PlainFailure } from '../setup/project.mjs'
import { checkKeyPresser } from '../setup/system-libraries.mjs'
import { runAsOrdinaryUser } from './ordinary-user.mjs'
import { readPlaywrightReport } from './reports.mjs'
import { packagedRun, runPlaywright } from './run-playwright.mjs'
import { runStage } from './stages.mjs'

/** @typedef {import('./stages.mjs').Stage} Stage */
/** @typedef {import('../setup/place-electron.mjs').PlacedElectron} PlacedElectron */
/** @typedef {Awaited<ReturnType<typeof packageApp>>} Packed */

/**
 * Builds the app, drives it, packs it, drives it packed. A stage whose ground is missing is tried all the
 * same and says what it misses.
 * @param {() => PlacedElectron} electron throws a PlainFailure where there is none
 * @returns {Promise<Stage[]>}
 */
export async function runAppStages(electron) {
  const stages = []
  stages.push(await runStage('build', buildStage))
  stages.push(await runStage('first script within its budget', firstScriptStage))
  stages.push(await runStage('end-to-end', () => endToEndStage(electron())))
  const alsoAsUser = process.platform === 'linux' && isRoot()
  if (alsoAsUser) {
    stages.push(
      await runStage('end-to-end as an ordinary user, sandbox on', () => runAsOrdinaryUser(electron())),
    )
  }
  /** @type {Packed | null} */
  let made = null
  stages.push(
    await runStage('package and its fuses', async () => {
      made = await packageApp(electron())
      return { passed: 1, failed: 0, notes: made.fuses }
    }),
  )
  const packed = () => packageThere(made)
  stages.push(await runStage('end-to-end on the package', () => packagedStage(packed())))
  if (alsoAsUser) {
    stages.push(
      await runStage('end-to-end on the package as an ordinary user, sandbox on', () => {
        checkKeyPresser()
        return runAsOrdinaryUser(electron(), packed())
      }),
    )
  }
  return stages
}

/**
 * @param {Packed | null} made
 * @returns {Packed}
 */
function packageThere(made) {
  if (made === null) throw new PlainFailure('There is no package to try: see above.')
  return made
}

/** @returns {Promise<import('./stages.mjs').Findings>} */
async function buildStage() {
  await buildApp()
  return { passed: 1, failed: 0 }
}

/** @returns {Promise<import('./stages.mjs').Findings>} */
async function firstScriptStage() {
  const { withinBudget } = firstScriptSize()
  return { passed: withinBudget ? 1 : 0, failed: withinBudget ? 0 : 1, notes: [describeFirstScript()] }
}

/**
 * @param {PlacedElectron} electron
 * @returns {Promise<import('./stages.mjs').Findings>}
 */
async function endToEndStage({ version, floor }) {
  const { code, report } = await runPlaywright([])
  const findings = readPlaywrightReport(report, code)
  return {
    ...findings,
    notes: [...(findings.notes ?? []), `on Electron ${version}${floor ? ', the floor build' : ''}`],
  }
}

/**
 * @param {Packed} packed
 * @returns {Promise<import('./stages.mjs').Findings>}
 */
async function packagedStage({ program }) {
  checkKeyPresser()
  const { code, report } = await runPlaywright([], {
    ...packagedRun,
    env: { TILLSIDE_E2E_PACKAGED: program },
  })
  return readPlaywrightReport(report, code)
}
