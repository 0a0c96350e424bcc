// @ts-check
import { runInDesktopSession, sandboxIsOn } from './session/desktop-session.mjs'
import { inProject, runScript } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'

// Opens Tillside with hot reload: `npm run dev -- --practice`.
await runScript(async (args) => {
  await setUp()
  const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const words = ['dev', '--watch', ...(sandboxIsOn() ? [] : ['--noSandbox']), '--', ...args]
  return runInDesktopSession([process.execPath, tool, ...words])
})
