// @ts-check
import { installPackages } from './setup/packages.mjs'
import { runScript } from './setup/project.mjs'
import { runSourceStages } from './testing/source-stages.mjs'
import { summarize } from './testing/stages.mjs'

// The quick checks, for while one works. `npm test` runs these and everything else.
await runScript(async () => {
  installPackages()
  return summarize(
    await runSourceStages(['--exclude', 'e2e/**', '--exclude', '**/wire-mutations.test.ts', '--no-isolate']),
  )
})
