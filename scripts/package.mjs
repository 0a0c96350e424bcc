// @ts-check
import { buildWhenStale } from './building/build-app.mjs'
import { packageApp } from './packaging/package-app.mjs'
import { runScript, say } from './setup/project.mjs'
import { setUp } from './setup/set-up.mjs'

// Packs the app as it is installed, for this machine's own system: dist/.
await runScript(async () => {
  const electron = await setUp()
  await buildWhenStale()
  const { program, fuses } = await packageApp(electron)
  for (const line of fuses) process.stdout.write(`${line}\n`)
  if (electron.floor)
    say('made of the floor build of Electron: for trying things out only, never to be given to a store')
  process.stdout.write(`${program}\n`)
})
