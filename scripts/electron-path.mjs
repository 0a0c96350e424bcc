// @ts-check
import { installPackages } from './setup/install-packages.mjs'
import { placeElectron } from './setup/place-electron.mjs'
import { runScript } from './setup/project.mjs'

// Prints the absolute path of the Electron program in use, and nothing else.
await runScript(async () => {
  installPackages()
  const { program } = await placeElectron()
  process.stdout.write(`${program}\n`)
})
