// @ts-check
import { installPackages } from './setup/install-packages.mjs'
import { runScript } from './setup/project.mjs'
import { runQuickChecks } from './testing/quick-checks.mjs'
import { summarize } from './testing/stages.mjs'

// The quick checks, for while one works. `npm test` runs these and everything else.
await runScript(async () => {
  installPackages()
  return summarize(await runQuickChecks())
})
