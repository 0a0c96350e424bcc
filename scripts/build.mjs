// @ts-check
import { buildApp } from './building/build-app.mjs'
import { installPackages } from './setup/packages.mjs'
import { runScript } from './setup/project.mjs'

// Builds the app for production into out/. Needs no Electron program, only the packages.
await runScript(async () => {
  installPackages()
  await buildApp()
})
