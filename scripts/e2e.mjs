// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'
import { runPlaywright } from './testing/run-playwright.mjs'

// Runs the end-to-end tests on the real program: `npm run e2e -- refund --grep "part refund"`. With `--screens` it takes
// the pictures in docs/screens instead.
await runScript(async (args) => {
  // Some tests kill the program at a write to its journal.
  await setUp({ screenless: true, also: ['tracing'] })
  await buildWhenStale()
  const screens = args.includes('--screens')
  const options = screens ? { name: 'screens', env: { TILLSIDE_E2E_SCREENS: 'on' } } : {}
  return (
    await runPlaywright(
      args.filter((word) => word !== '--screens'),
      options,
    )
  ).code
})
