// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runInDesktopSession } from './session/desktop-session.mjs'
import { electronCommand } from './session/electron-command.mjs'
import { runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'

// Opens Tillside from this checkout: `npm start -- --practice`.
await runScript(async () => {
  const electron = await setUp()
  await buildWhenStale()
  const { command, env } = electronCommand(electron, process.argv.slice(2))
  return runInDesktopSession(command, { env })
})
