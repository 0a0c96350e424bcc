// @ts-check
import { installPackages } from './setup/packages.mjs'
import { PlainFailure, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'
import { runAppStages } from './testing/app-stages.mjs'
import { runEngineStages } from './testing/engine-stages.mjs'
import { runSourceStages } from './testing/source-stages.mjs'
import { runStage, summarize } from './testing/stages.mjs'

// Everything that shows whether Tillside works, from a fresh clone on. The last line is the totals alone.
await runScript(async () => {
  const packages = await runStage('packages', async () => installPackages())
  // Without its packages nothing of the project can be tried.
  if (packages.failed > 0) return summarize([packages])

  /** @type {import('./setup/place-electron.mjs').PlacedElectron | null} */
  let electron = null
  const program = await runStage('system libraries and Electron', async () => {
    // Told at the beginning, not after minutes; what can be tried without them is.
    electron = await setUp({ screenless: true, also: ['tracing', 'keys'] })
  })
  const source = await runSourceStages()
  const engines = process.env.CI ? await runEngineStages() : []
  const { runProofStages } = await import('../proof/run/proof-stages.mjs')
  const proof = await runProofStages()
  const app = await runAppStages(() => {
    if (electron === null) throw new PlainFailure('There is no Electron to run it on: see above.')
    return electron
  })
  return summarize([packages, program, ...source, ...engines, ...proof, ...app])
})
