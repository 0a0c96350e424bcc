// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runChild } from './session/children.mjs'
import { installPackages } from './setup/packages.mjs'
import { inProject, runScript } from './setup/project.mjs'

// Runs one of the app's own commands under plain Node:
//   npm run service -- --port 8086          the practice payment service alone
//   npm run verify-journal -- export.json   checks a journal's JSON export offline
await runScript(async ([name, ...args]) => {
  installPackages()
  await buildWhenStale()
  return runChild(process.execPath, [inProject('out', 'main', `${name}.js`), ...args])
})
