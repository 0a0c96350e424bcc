// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runInDesktopSession } from './session/desktop-session.mjs'
import { inProject, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'

// Measures beside baselines and asserts nothing: `npm run bench`, or `npm run bench -- --quick`.
await runScript(async (args) => {
  await setUp({ screenless: true })
  await buildWhenStale()
  return runInDesktopSession([process.execPath, inProject('bench', 'run-bench.mjs'), ...args], { own: true })
})
