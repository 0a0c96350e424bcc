// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'
import { runPlaywright } from './testing/run-playwright.mjs'

// Takes the pictures in docs/screens on the real program.
await runScript(async () => {
  await setUp({ screenless: true })
  await buildWhenStale()
  const { code } = await runPlaywright(process.argv.slice(2), {
    name: 'screens',
    env: { TILLSIDE_E2E_SCREENS: 'on' },
  })
  return code
})
