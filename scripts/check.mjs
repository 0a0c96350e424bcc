// @ts-check
import { installPackages } from './setup/install-packages.mjs'
import { runScript } from './setup/project.mjs'
import { runQuickChecks } from './testing/quick-checks.mjs'
import { summarize } from './testing/stages.mjs'

// The quick checks, for while one works. `npm test` runs these and everything else, the proof on real sockets
// and processes (proof) among it.
await runScript(async () => {
  installPackages()
  return summarize(
    await runQuickChecks(['--exclude', 'e2e/**', '--exclude', '**/wire-mutations.test.ts', '--no-isolate']),
  )
})
