// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { runChild } from './session/children.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { inProject, runScript } from './setup/project.mjs'

// Runs the practice payment service alone, under plain Node: `npm run service -- --port 8086`.
await runScript(async () => {
  installPackages()
  await buildWhenStale()
  return runChild(process.execPath, [
    inProject('out', 'main', 'practice-service.js'),
    ...process.argv.slice(2),
  ])
})
