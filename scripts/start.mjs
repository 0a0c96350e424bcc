// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runInDesktopSession, sandboxIsOn } from './session/desktop-session.mjs'
import { projectFolder, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'

// Opens Tillside from this checkout: `npm start -- --practice`.
await runScript(async (args) => {
  const { program } = await setUp()
  await buildWhenStale()
  return runInDesktopSession([program, ...(sandboxIsOn() ? [] : ['--no-sandbox']), projectFolder, ...args])
})
