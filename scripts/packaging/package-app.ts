import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildForPackage } from '../building/build-app'
import { buildFolders } from '../building/build-kinds'
import { runChild } from '../session/children'
import type { PlacedElectron } from '../setup/place-electron'
import { inProject, PlainFailure, projectFolder } from '../setup/project.mjs'
import { compareContents } from './contents'
import { firstWithFileFuse, readFuses } from './fuses'
import { makeInstallers } from './installers'
import { demandKnownElectron } from './known-electron'
import { placeNotices, shippedPackages } from './notices'
import { type PackageKind, type PackedProgram, packagesFolder, packedProgram } from './packed-program'
import { placeSbom } from './sbom'

/**
 * Builds the app and packs it as it is installed, for this machine's system, into dist/. One for a store is packed of an
 * Electron that is known by its hash alone; one for trial or for tests of any, and it says so on its screen.
 * Throws a PlainFailure when that Electron is not known, the packager fails, a licence is not in order or the fuses are
 * not as they must be, or the package has other files than are listed.
 * @param options `renewContents` writes that list instead
 * @returns the packed program, and in words its Electron and its fuses
 */
export async function packageApp(
  electron: PlacedElectron,
  kind: PackageKind,
  { renewContents = false } = {},
): Promise<PackedProgram & { words: string[] }> {
  const of =
    kind === 'package'
      ? `Electron ${electron.version}, its files are the release's: ${await demandKnownElectron(electron)}`
      : `Electron ${electron.version}: not for a store`
  const build = inProject(buildFolders[kind])
  await buildForPackage(kind)
  demandNoOtherPage(build)
  const shipped = shippedPackages(build)
  placeNotices(build, shipped)
  placeSbom(build, shipped, electron.version)
  const tool = inProject('node_modules', 'electron-builder', 'cli.js')
  const words = ['--dir', '--publish', 'never', ...builderWords(electron, kind)]
  const code = await runChild(process.execPath, [tool, ...words], {
    cwd: projectFolder,
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) throw new PlainFailure('The app could not be packaged: see above.')
  const packed = packedProgram(kind)
  if (packed === null) throw new PlainFailure('The packaged program is not where it should be.')
  removeLeftovers(packed.folder)
  const fuses = await readFuses(packed.program, majorOf(electron))
  return { ...packed, words: [of, ...fuses, compareContents(packed, electron, renewContents)] }
}

/** What lets a checkout show the hot-reload server's page is not merely off in a package: it is not there. */
function demandNoOtherPage(build: string) {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  const reading = files.filter((file) =>
    readFileSync(path.join(build, file), 'utf8').includes('RENDERER_URL'),
  )
  if (reading.length > 0)
    throw new PlainFailure(`A package must not read the hot-reload server's address: ${reading.join(', ')}`)
}

/** The settings that every call of the packager is given. */
function builderWords(electron: PlacedElectron, kind: PackageKind) {
  const settings = [
    '--config',
    'electron-builder.yml',
    `-c.directories.output=${packagesFolder(kind)}`,
    `-c.electronDist=${electron.folder}`,
    `-c.electronVersion=${electron.version}`,
  ]
  if (majorOf(electron) >= firstWithFileFuse) {
    settings.push('-c.electronFuses.grantFileProtocolExtraPrivileges=false')
  }
  return settings
}

/** @returns one line for each installer of a packed program (installers.ts) */
export function packInstallers(
  electron: PlacedElectron,
  kind: PackageKind,
  packed: PackedProgram,
  options: { downloads: boolean; only?: readonly string[]; quick?: boolean },
): Promise<string[]> {
  return makeInstallers(packed, { ...options, settings: builderWords(electron, kind) })
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
