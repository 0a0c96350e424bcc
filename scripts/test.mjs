// @ts-check
import { PlainFailure, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'
import { runAppStages } from './testing/app-stages.mjs'
import { runQuickChecks } from './testing/quick-checks.mjs'
import { runStage, summarize } from './testing/stages.mjs'

// Everything that shows whether Tillside works, from a fresh clone on. The last line is the totals alone.
await runScript(async () => {
  /** @type {import('./setup/place-electron.mjs').PlacedElectron | null} */
  let electron = null
  const setUpStage = await runStage('set-up', async () => {
    electron = await setUp({ screenless: true })
    return { passed: 1, failed: 0 }
  })
  const quickStages = await runQuickChecks()
  const appStages = await runAppStages(() => {
    if (electron === null) throw new PlainFailure('There is no Electron to run it on: see the set-up stage.')
    return electron
  })
  return summarize([setUpStage, ...quickStages, ...appStages])
})
