import { buildApp } from '../building/build-app'
import { describeFirstScript, firstScriptSize } from '../building/first-script'
import { packageApp } from '../packaging/package-app'
import type { PlacedElectron } from '../setup/place-electron'
import { isRoot, PlainFailure } from '../setup/project.mjs'
import { needOnLinux } from '../setup/system-libraries'
import { runAsOrdinaryUser } from './ordinary-user'
import { readPlaywrightReport } from './reports'
import { packagedRun, runPlaywright } from './run-playwright'
import { type Findings, onePassed, runStage, type Stage } from './stages'

/**
 * Builds the app, drives it, packs it, drives it packed. A stage whose ground is missing is tried all the
 * same and says what it misses.
 * @param electron throws a PlainFailure where there is none
 */
export async function runAppStages(electron: () => PlacedElectron): Promise<Stage[]> {
  const alsoAsUser = process.platform === 'linux' && isRoot()
  let made: Awaited<ReturnType<typeof packageApp>> | null = null
  const packed = () => {
    if (made === null) throw new PlainFailure('There is no package to try: see above.')
    return made
  }
  const list: [name: string, body: () => Promise<Findings>, asUser?: boolean][] = [
    [
      'build',
      async () => {
        await buildApp()
        return onePassed
      },
    ],
    ['first script within its budget', checkFirstScript],
    ['end-to-end', () => driveApp(electron())],
    ['end-to-end as an ordinary user, sandbox on', () => runAsOrdinaryUser(electron()), true],
    [
      'package and its fuses',
      async () => {
        made = await packageApp(electron())
        return { ...onePassed, notes: made.fuses }
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

async function checkFirstScript(): Promise<Findings> {
  const { withinBudget } = firstScriptSize()
  return { passed: withinBudget ? 1 : 0, failed: withinBudget ? 0 : 1, notes: [describeFirstScript()] }
}

async function driveApp({ version, floor }: PlacedElectron): Promise<Findings> {
  const { code, report } = await runPlaywright([])
  const findings = readPlaywrightReport(report, code)
  const on = `on Electron ${version}${floor ? ', the floor build' : ''}`
  return { ...findings, notes: [...(findings.notes ?? []), on] }
}

async function drivePackage(program: string): Promise<Findings> {
  needOnLinux('keys')
  const { code, report } = await runPlaywright([], {
    ...packagedRun,
    env: { TILLSIDE_E2E_PACKAGED: program },
  })
  return readPlaywrightReport(report, code)
}
