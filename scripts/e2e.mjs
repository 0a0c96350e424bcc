// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'
import { checkTracer } from './setup/system-libraries.mjs'
import { runPlaywright } from './testing/run-playwright.mjs'

// Runs the end-to-end tests on the real program: `npm run e2e -- refund --grep "part refund"`.
await runScript(async () => {
  await setUp({ screenless: true })
  // Some tests kill the program at a write to its journal.
  checkTracer()
  await buildWhenStale()
  const { code } = await runPlaywright(process.argv.slice(2))
  return code
})
