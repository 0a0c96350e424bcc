// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runChild } from './session/children.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { inProject, runScript } from './setup/project.mjs'

// Checks a journal's JSON export offline, under plain Node: `npm run verify-journal -- export.json`.
await runScript(async () => {
  installPackages()
  await buildWhenStale()
  return runChild(process.execPath, [inProject('out', 'main', 'verify-journal.js'), ...process.argv.slice(2)])
})
