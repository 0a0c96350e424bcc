// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runInDesktopSession } from './session/desktop-session.mjs'
import { inProject, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'

// Measures beside baselines and asserts nothing: `npm run bench`, or `npm run bench -- --quick`.
await runScript(async () => {
  await setUp({ screenless: true })
  await buildWhenStale()
  const command = /** @type {[string, ...string[]]} */ ([
    process.execPath,
    inProject('bench', 'run-bench.mjs'),
    ...process.argv.slice(2),
  ])
  return runInDesktopSession(command, { own: true })
})
