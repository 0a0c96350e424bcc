import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { build, type Configuration, Platform } from 'electron-builder'
import { outputOf } from '../session/children'
import type { PlacedElectron } from '../setup/place-electron'
import { inProject, isProgram, PlainFailure, projectFolder, readJson, say, tool } from '../setup/project.mjs'
import { compareContents } from './contents'
import { firstWithFileFuse, readFuses } from './fuses'
import { type PackageKind, type PackedProgram, packagesFolder, packedProgram } from './packed-program'
import { placePapers } from './papers'

/**
 * Builds the app and packs it as it is installed, for this machine's system, into dist/.
 * Throws a PlainFailure when the packager fails, a licence is not in order or the fuses are not as they must be, or the
 * package has other files than are listed.
 * @param options `renewContents` writes that list instead
 * @returns the packed program, and in words its Electron, its fuses and its files
 */
export async function packageApp(
  electron: PlacedElectron,
  kind: PackageKind,
  { renewContents = false } = {},
): Promise<PackedProgram & { words: string[] }> {
  const config = configOf(electron, kind)
  say('building …')
  const [node, bundler] = tool('electron-vite')
  await outputOf(node, [bundler, 'build', '--logLevel', 'warn', '--mode', kind], { cwd: projectFolder })
  const built = inProject('out-packed')
  demandNoOtherPage(built)
  placePapers(built, electron.version)
  await pack({ config, targets: Platform.current().createTarget('dir') })
  const packed = packedProgram(kind)
  const fuses = await readFuses(packed.program, majorOf(electron))
  const of = `Electron ${electron.version}: ${kind === 'package' ? 'the release, known by its hash' : 'not for a store'}`
  return { ...packed, words: [of, ...fuses, compareContents(packed, electron, renewContents)] }
}

/**
 * What electron-builder.yml does not say: what depends on the Electron and on what the package is for. One for a store is
 * packed of the release alone, which the packager fetches and compares with the hash that the package `electron` names,
 * whatever lies in node_modules. One for trial or for tests is of the Electron that is placed, and says so on its screen.
 * Throws a PlainFailure for a store's package of the floor build.
 */
export function configOf(electron: PlacedElectron, kind: PackageKind): Configuration {
  if (electron.floor && kind === 'package')
    throw new PlainFailure(
      `This is the floor build of Electron (${electron.version}): old, somebody else's, never to be given to a store. ` +
        'It is packed for trial only: npm run package -- --for-trial',
    )
  const fileFuse = majorOf(electron) >= firstWithFileFuse
  return {
    extends: inProject('electron-builder.yml'),
    directories: { output: packagesFolder(kind) },
    electronVersion: electron.version,
    ...(kind === 'package'
      ? { electronDownload: { checksums: readJson(inProject('node_modules', 'electron', 'checksums.json')) } }
      : { electronDist: electron.folder }),
    ...(fileFuse ? { electronFuses: { grantFileProtocolExtraPrivileges: false } } : {}),
    afterPack: ({ appOutDir }) => removeLeftovers(appOutDir),
  }
}

/**
 * Makes installers of a packed program: with `downloads` all that electron-builder.yml lists, without a `.deb`.
 * @returns one line for each file, or why there is none
 */
export async function packInstallers(
  electron: PlacedElectron,
  kind: PackageKind,
  { folder }: PackedProgram,
  { downloads = false, quick = false }: { downloads?: boolean; quick?: boolean } = {},
): Promise<string[]> {
  const debAlone = !downloads && process.platform === 'linux' && isProgram('dpkg-deb')
  if (!downloads && !debAlone)
    return ['no installers: their tools are a download, npm run package -- --downloads']
  if (debAlone) process.env.CUSTOM_FPM_PATH = inProject('scripts', 'packaging', 'fpm-shim.mjs')
  process.env.TILLSIDE_QUICK_PACKAGES = quick ? 'on' : 'off'
  process.env.SOURCE_DATE_EPOCH = String(timeOfSources())
  const files = await pack({
    config: configOf(electron, kind),
    prepackaged: folder,
    targets: Platform.current().createTarget(debAlone ? 'deb' : null),
  })
  return files.map((file) => `${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
}

async function pack(options: NonNullable<Parameters<typeof build>[0]>): Promise<readonly string[]> {
  try {
    return await build({ ...options, projectDir: projectFolder, publish: 'never' })
  } catch (error) {
    throw new PlainFailure(`The app could not be packaged: ${error instanceof Error ? error.message : error}`)
  }
}

/** What lets a checkout show the hot-reload server's page is not merely off in a package: it is not there. */
function demandNoOtherPage(built: string) {
  const reading = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && readFileSync(path.join(built, file), 'utf8').includes('RENDERER_URL'),
  )
  if (reading.length > 0)
    throw new PlainFailure(`A package must not read the hot-reload server's address: ${reading.join(', ')}`)
}

function majorOf(electron: PlacedElectron) {
  return Number(electron.version.split('.')[0])
}

/** Takes out what belongs to a bare Electron: its version file and the app it runs when it has none. */
function removeLeftovers(folder: string) {
  for (const place of [
    'version',
    'resources/default_app.asar',
    'Tillside.app/Contents/Resources/default_app.asar',
  ])
    rmSync(path.join(folder, place), { force: true })
}

/** When the last commit was made, in seconds since 1970; the present where there is no history. */
function timeOfSources(): number {
  try {
    return Number(
      execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectFolder, encoding: 'utf8' }),
    )
  } catch {
    return Math.floor(Date.now() / 1000)
  }
}
