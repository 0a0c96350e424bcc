// @ts-check
import { rmSync } from 'node:fs'
import path from 'node:path'
import { runChild } from '../session/children.mjs'
import { inProject, PlainFailure, projectFolder } from '../setup/project.mjs'
import { firstWithFileFuse, readFuses } from './fuses.mjs'
import { placeNotices } from './notices.mjs'
import { packedProgram } from './packed-program.mjs'

/**
 * Packs the built app as it is installed, for this machine's system, into dist/.
 * Throws a PlainFailure when the packager fails, a licence is not in order or the fuses are not as they must be.
 * @param {import('../setup/place-electron.mjs').PlacedElectron} electron
 * @returns {Promise<{ program: string, folder: string, fuses: string[] }>} the packed program and its fuses, in words
 */
export async function packageApp(electron) {
  placeNotices()
  const tool = inProject('node_modules', 'electron-builder', 'cli.js')
  const words = [
    '--dir',
    '--publish',
    'never',
    '--config',
    'electron-builder.yml',
    ...computedSettings(electron),
  ]
  const code = await runChild(process.execPath, [tool, ...words], {
    cwd: projectFolder,
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) throw new PlainFailure('The app could not be packaged: see above.')
  const packed = packedProgram()
  if (packed === null) throw new PlainFailure('The packaged program is not where it should be.')
  removeLeftovers(packed.folder)
  const fuses = await readFuses(packed.program, majorOf(electron))
  return { ...packed, fuses }
}

/** @param {import('../setup/place-electron.mjs').PlacedElectron} electron */
function computedSettings(electron) {
  const settings = [`-c.electronDist=${electron.folder}`, `-c.electronVersion=${electron.version}`]
  if (majorOf(electron) >= firstWithFileFuse) {
    settings.push('-c.electronFuses.grantFileProtocolExtraPrivileges=false')
  }
  return settings
}

/** @param {import('../setup/place-electron.mjs').PlacedElectron} electron */
function majorOf(electron) {
  return Number(electron.version.split('.')[0])
}

/**
 * Takes out what belongs to a bare Electron: its version file and the app it runs when it has none.
 * @param {string} folder
 */
function removeLeftovers(folder) {
  rmSync(path.join(folder, 'version'), { force: true })
  for (const resources of ['resources', path.join('Tillside.app', 'Contents', 'Resources')]) {
    rmSync(path.join(folder, resources, 'default_app.asar'), { force: true })
  }
}
