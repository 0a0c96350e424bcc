// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'
import { runPlaywright } from './testing/run-playwright.mjs'

// Runs the end-to-end tests on the real program: `npm run e2e -- refund --grep "part refund"`.
await runScript(async () => {
  await setUp({ screenless: true })
  await buildWhenStale()
  const { code } = await runPlaywright(process.argv.slice(2))
  return code
})
