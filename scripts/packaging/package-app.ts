import { rmSync } from 'node:fs'
import path from 'node:path'
import { runChild } from '../session/children'
import type { PlacedElectron } from '../setup/place-electron'
import { inProject, PlainFailure, projectFolder } from '../setup/project.mjs'
import { firstWithFileFuse, readFuses } from './fuses'
import { placeNotices } from './notices'
import { type PackedProgram, packedProgram } from './packed-program'

/**
 * Packs the built app as it is installed, for this machine's system, into dist/.
 * Throws a PlainFailure when the packager fails, a licence is not in order or the fuses are not as they must be.
 * @returns the packed program and its fuses, in words
 */
export async function packageApp(electron: PlacedElectron): Promise<PackedProgram & { fuses: string[] }> {
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

function computedSettings(electron: PlacedElectron) {
  const settings = [`-c.electronDist=${electron.folder}`, `-c.electronVersion=${electron.version}`]
  if (majorOf(electron) >= firstWithFileFuse) {
    settings.push('-c.electronFuses.grantFileProtocolExtraPrivileges=false')
  }
  return settings
}

function majorOf(electron: PlacedElectron) {
  return Number(electron.version.split('.')[0])
}

/** Takes out what belongs to a bare Electron: its version file and the app it runs when it has none. */
function removeLeftovers(folder: string) {
  rmSync(path.join(folder, 'version'), { force: true })
  for (const resources of ['resources', path.join('Tillside.app', 'Contents', 'Resources')]) {
    rmSync(path.join(folder, resources, 'default_app.asar'), { force: true })
  }
}
