import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Configuration } from 'electron-builder'
import { placePapers } from './scripts/packaging/papers'
import { placedElectron } from './scripts/setup/place-electron'
import { inProject, isProgram, PlainFailure, readJson, say } from './scripts/setup/project.mjs'

const electron = placedElectron()
if (electron === null) throw new PlainFailure('No Electron is placed: npm run setup -- window places it.')
const built = inProject('out-packed')

/** What lets a checkout show the hot-reload server's page is not merely off in a package: it is not there. */
function demandNoOtherPage() {
  const reading = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && readFileSync(path.join(built, file), 'utf8').includes('RENDERER_URL'),
  )
  if (reading.length > 0)
    throw new PlainFailure(`A package must not read the hot-reload server's address: ${reading.join(', ')}`)
}

/** What belongs to a bare Electron: its version file and the app that it runs when it has none. */
const leftovers = [
  'version',
  'resources/default_app.asar',
  'Tillside.app/Contents/Resources/default_app.asar',
]

/** A store's package is of the release alone, which is fetched and compared with the hash that the package `electron` names. */
const ofTheRelease: Configuration = {
  electronDownload: { checksums: readJson(inProject('node_modules', 'electron', 'checksums.json')) },
  electronFuses: { grantFileProtocolExtraPrivileges: false },
}

/** The floor build is old and somebody else's, never to be given to a store: what is made of it says so on its screen. */
const forTrial: Configuration = {
  electronDist: electron.folder,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in.
  artifactName: '${name}-for-trial_${version}_${arch}.${ext}',
}
if (electron.floor) say(`packing the floor build of Electron, ${electron.version}: for trial only`)

// fpm and the makers of other installers are downloads from outside the package registry, which some machines can't reach.
const downloads = process.env.TILLSIDE_DOWNLOADS === 'on'
const usesShim = process.platform === 'linux' && !downloads && isProgram('dpkg-deb')
if (usesShim) {
  process.env.CUSTOM_FPM_PATH = inProject('scripts', 'packaging', 'fpm-shim.mjs')
  const committed = ['log', '-1', '--format=%ct']
  process.env.SOURCE_DATE_EPOCH ??= execFileSync('git', committed, {
    cwd: inProject(),
    encoding: 'utf8',
  }).trim()
}

/** What electron-builder.yml can't say: what depends on this machine and on the Electron that is placed. */
const configuration: Configuration = {
  extends: 'electron-builder.yml',
  electronVersion: electron.version,
  ...(electron.floor ? forTrial : ofTheRelease),
  linux: { target: usesShim ? ['deb'] : ['deb', 'rpm', 'tar.gz', 'AppImage'] },
  beforePack: () => {
    demandNoOtherPage()
    placePapers(built, electron.version)
  },
  afterPack: ({ appOutDir }) => {
    for (const place of leftovers) rmSync(path.join(appOutDir, place), { force: true })
  },
}

export default configuration
