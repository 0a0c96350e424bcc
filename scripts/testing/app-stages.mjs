// @ts-check
import { buildApp } from '../building/build-app.mjs'
import { describeFirstScript, firstScriptSize } from '../building/first-script.mjs'
import { packageApp } from '../packaging/package-app.mjs'
import { isRoot, PlainFailure } from '../setup/project.mjs'
import { needOnLinux } from '../setup/system-libraries.mjs'
import { runAsOrdinaryUser } from './ordinary-user.mjs'
import { readPlaywrightReport } from './reports.mjs'
import { packagedRun, runPlaywright } from './run-playwright.mjs'
import { runStage } from './stages.mjs'

/** @typedef {import('../setup/place-electron.mjs').PlacedElectron} PlacedElectron */
/** @typedef {import('./stages.mjs').Findings} Findings */

/**
 * Builds the app, drives it, packs it, drives it packed. A stage whose ground is missing is tried all the
 * same and says what it misses.
 * @param {() => PlacedElectron} electron throws a PlainFailure where there is none
 * @returns {Promise<import('./stages.mjs').Stage[]>}
 */
export async function runAppStages(electron) {
  const alsoAsUser = process.platform === 'linux' && isRoot()
  /** @type {Awaited<ReturnType<typeof packageApp>> | null} */
  let made = null
  const packed = () => {
    if (made === null) throw new PlainFailure('There is no package to try: see above.')
    return made
  }
  /** @type {[name: string, body: () => Promise<Findings | void>, asUser?: boolean][]} */
  const list = [
    ['build', buildApp],
    ['first script within its budget', checkFirstScript],
    ['end-to-end', () => driveApp(electron())],
    ['end-to-end as an ordinary user, sandbox on', () => runAsOrdinaryUser(electron()), true],
    [
      'package and its fuses',
      async () => {
        made = await packageApp(electron())
        return { passed: 1, failed: 0, notes: made.fuses }
      },
    ],
    ['end-to-end on the package', () => drivePackage(packed().program)],
    [
      'end-to-end on the package as an ordinary user, sandbox on',
      () => runAsOrdinaryUser(electron(), packed()),
      true,
    ],
  ]
  const stages = []
  for (const [name, body, asUser = false] of list) {
    if (!asUser || alsoAsUser) stages.push(await runStage(name, body))
  }
  return stages
}

/** @returns {Promise<Findings>} */
async function checkFirstScript() {
  const { withinBudget } = firstScriptSize()
  return { passed: withinBudget ? 1 : 0, failed: withinBudget ? 0 : 1, notes: [describeFirstScript()] }
}

/**
 * @param {PlacedElectron} electron
 * @returns {Promise<Findings>}
 */
async function driveApp({ version, floor }) {
  const { code, report } = await runPlaywright([])
  const findings = readPlaywrightReport(report, code)
  const on = `on Electron ${version}${floor ? ', the floor build' : ''}`
  return { ...findings, notes: [...(findings.notes ?? []), on] }
}

/**
 * @param {string} program
 * @returns {Promise<Findings>}
 */
async function drivePackage(program) {
  needOnLinux('keys')
  const { code, report } = await runPlaywright([], {
    ...packagedRun,
    env: { TILLSIDE_E2E_PACKAGED: program },
  })
  return readPlaywrightReport(report, code)
}
