// @ts-check
import { installPackages } from './setup/packages.mjs'
import { placeElectron } from './setup/place-electron.mjs'
import { runScript } from './setup/project.mjs'

// Prints the absolute path of the Electron program in use, and nothing else.
await runScript(async () => {
  installPackages()
  process.stdout.write(`${(await placeElectron()).program}\n`)
})
