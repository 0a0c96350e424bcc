// @ts-check
import { runInDesktopSession } from './session/desktop-session.mjs'
import { sandboxIsOn } from './session/electron-command.mjs'
import { inProject, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'

// Opens Tillside with hot reload: `npm run dev -- --practice`.
await runScript(async () => {
  await setUp()
  const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const words = sandboxIsOn() ? ['dev', '--watch'] : ['dev', '--watch', '--noSandbox']
  return runInDesktopSession([process.execPath, tool, ...words, '--', ...process.argv.slice(2)])
})
