// @ts-check
import { installPackages } from './setup/install-packages.mjs'
import { PlainFailure, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'
import { checkTestPrograms } from './setup/system-libraries.mjs'
import { runAppStages } from './testing/app-stages.mjs'
import { runQuickChecks } from './testing/quick-checks.mjs'
import { runStage, summarize } from './testing/stages.mjs'

// Everything that shows whether Tillside works, from a fresh clone on. The last line is the totals alone.
await runScript(async () => {
  const packages = await runStage('packages', async () => {
    installPackages()
    return { passed: 1, failed: 0 }
  })
  // Without its packages nothing of the project can be tried.
  if (packages.failed > 0) return summarize([packages])

  /** @type {import('./setup/place-electron.mjs').PlacedElectron | null} */
  let electron = null
  const program = await runStage('system libraries and Electron', async () => {
    electron = await setUp({ screenless: true })
    // Told at the beginning, not after minutes; what can be tried without them is.
    checkTestPrograms()
    return { passed: 1, failed: 0 }
  })
  const quickStages = await runQuickChecks()
  const { runProofStages } = await import('../proof/run/proof-stages.mjs')
  const proofStages = await runProofStages()
  const appStages = await runAppStages(() => {
    if (electron === null) throw new PlainFailure('There is no Electron to run it on: see above.')
    return electron
  })
  return summarize([packages, program, ...quickStages, ...proofStages, ...appStages])
})
