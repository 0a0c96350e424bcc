// @ts-check
import { installPackages } from './setup/packages.mjs'
import { runScript } from './setup/project.mjs'
import { runSourceStages } from './testing/source-stages.mjs'
import { summarize } from './testing/stages.mjs'

// The quick checks, for while one works: of the unit tests those that depend on what is not committed yet or came with
// the last commit. `npm test` runs all of them and everything else.
await runScript(async () => {
  installPackages()
  return summarize(await runSourceStages(['--changed', 'HEAD~1', '--passWithNoTests', '--no-isolate']))
})
