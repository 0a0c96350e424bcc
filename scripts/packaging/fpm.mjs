#!/usr/bin/env node
// electron-builder calls this in fpm's place (CUSTOM_FPM_PATH): fpm itself is a download, these are the system's tools.
import { register } from 'tsx/esm/api'
import { runScript } from '../setup/project.mjs'

await runScript(async (words) => {
  register()
  const { makeLinuxPackage } = await import('./linux-package')
  await makeLinuxPackage(words)
  return 0
})
