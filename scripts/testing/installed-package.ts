import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { differences } from '../packaging/contents'
import { packageApp, packInstallers } from '../packaging/package-app'
import { outputOf } from '../session/children'
import { removeTemporaryFolder, temporaryFolder } from '../setup/folders'
import type { PlacedElectron } from '../setup/place-electron'
import { inProject, PlainFailure, readJson } from '../setup/project.mjs'
import { needOnLinux } from '../setup/system-libraries'
import { type CleanDebian, copyDebian, makeCleanDebian, runIn, writeDoor, writeIn } from './clean-debian'
import { placeForAll, runAsOrdinaryUser } from './ordinary-user'
import { type Findings, onePassed } from './stages'

/** Where the package puts the program. */
const installedAs = '/opt/Tillside/tillside'

/** In bytes, of the package with the oldest Electron. */
const largestPackage = 90e6

/**
 * Installs the .deb on a Debian with nothing on it, drives the main job there as an ordinary user with the sandbox on, in
 * the midst of which it is upgraded, and removes it. Needs root, the network and Debian's own tools; nothing is installed
 * on this machine but those.
 */
export async function tryInstalledPackage(electron: PlacedElectron): Promise<Findings> {
  needOnLinux('packages')
  const place = temporaryFolder('installed', { parent: placeForAll(), openToAll: true })
  try {
    const file = path.join(place, 'tillside.deb')
    copyFileSync(await makePackage(electron), file)
    const first = await makeCleanDebian(path.join(place, 'debian'))
    const upgraded: CleanDebian = { folder: path.join(place, 'upgraded') }
    const newer = await newerVersion(file, place)
    const found: Findings[] = []
    const check = async (sentence: string, body: () => Promise<void>) => {
      // What comes after a failure stands on it.
      if (found.every(({ failed }) => failed === 0)) found.push(await checkOne(sentence, body))
    }
    await check('the package is no larger than 90 MB', () => checkSize(file))
    await check('it has the files that it has each time', () => checkFiles(file))
    await check('apt installs it and all that it links to', () => install(first, file))
    await check('menu entry, icons and command are there', () => checkPlaces(first))
    await check('apt installs a newer version over it', async () => {
      await copyDebian(first, upgraded.folder)
      await install(upgraded, newer)
    })
    if (found.every(({ failed }) => failed === 0)) found.push(await drive(electron, first, upgraded, place))
    const ending = 'removed and purged it leaves everybody’s tills, and purged with all tills none'
    await check(ending, () => checkRemoval(upgraded, newer))
    return {
      passed: found.reduce((sum, { passed }) => sum + passed, 0),
      failed: found.reduce((sum, { failed }) => sum + failed, 0),
      failures: found.flatMap(({ failures = [] }) => failures),
      notes: [sizeWords(file), ...found.flatMap(({ notes = [] }) => notes)],
    }
  } finally {
    removeTemporaryFolder(place)
  }
}

async function checkOne(sentence: string, body: () => Promise<void>): Promise<Findings> {
  try {
    await body()
    process.stdout.write(`  ✓  ${sentence}\n`)
    return onePassed
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error
    process.stdout.write(`  ✗  ${sentence}\n`)
    return { passed: 0, failed: 1, failures: [`${sentence}: ${error.message}`] }
  }
}

const sizeWords = (file: string) => `${path.basename(file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`

async function makePackage(electron: PlacedElectron): Promise<string> {
  const kind = 'trial_package'
  const packed = await packageApp(electron, kind)
  await packInstallers(electron, kind, packed, { quick: true })
  const dist = path.dirname(packed.folder)
  const file = readdirSync(dist).find((name) => name.endsWith('.deb'))
  if (file === undefined) throw new PlainFailure('no .deb was made: see above')
  return path.join(dist, file)
}

async function checkSize(file: string) {
  if (statSync(file).size > largestPackage) throw new PlainFailure(sizeWords(file))
}

/** What it puts outside the program's own folder; what is in there is compared as it is packed (contents.ts). */
const outside = [
  '/etc/xdg/autostart/tillside.desktop',
  '/usr/lib/systemd/user/tillside.service',
  '/usr/share/applications/tillside.desktop',
  ...[16, 24, 32, 48, 64, 96, 128, 256, 512].map(
    (size) => `/usr/share/icons/hicolor/${size}x${size}/apps/tillside.png`,
  ),
]

async function checkFiles(file: string) {
  const entries = (await dpkg('--contents', file))
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
  const files = entries.map(([, , , , , name = '']) => name.slice(1)).filter((name) => !name.endsWith('/'))
  const words = differences(
    files.filter((name) => !name.startsWith('/opt/Tillside/')),
    outside,
  )
  if (words !== null) throw new PlainFailure(words)
  const strangers = entries.filter(([, owner]) => owner !== 'root/root').map(([, , , , , name]) => name)
  if (strangers.length > 0) throw new PlainFailure(`not root’s: ${strangers.join(', ')}`)
  const settings = await dpkg('--info', file, 'conffiles')
  if (settings.trim() !== outside[0]) throw new PlainFailure(`conffiles: ${settings}`)
}

/** The way of somebody who was given the file. */
async function install(debian: CleanDebian, file: string) {
  // Below /tmp, which the root shares.
  await runIn(debian, 'apt-get', 'update', '--quiet')
  await runIn(debian, 'apt-get', 'install', '--quiet', '--yes', '--no-install-recommends', file)
  const links = `find /opt/Tillside -name tillside -type f -o -name '*.node' -o -name '*.so*' | xargs ldd`
  const lost = (await runIn(debian, 'sh', '-c', links))
    .split('\n')
    .filter((line) => line.includes('not found'))
  if (lost.length > 0) throw new PlainFailure(lost.join(', '))
}

async function checkPlaces(debian: CleanDebian) {
  const found = await runIn(debian, 'sh', '-c', 'readlink -f "$(command -v tillside)"')
  if (found.trim() !== installedAs) throw new PlainFailure(`tillside on the path is ${found}`)
  const shares = path.join(debian.folder, 'usr', 'share')
  const entry = readFileSync(path.join(shares, 'applications', 'tillside.desktop'), 'utf8')
  if (!entry.includes(`Exec=${installedAs} %U`)) throw new PlainFailure(entry)
  const icon = /^Icon=(.*)$/m.exec(entry)?.[1] ?? ''
  const icons = path.join(shares, 'icons', 'hicolor')
  const sizes = readdirSync(icons).filter((size) => existsSync(path.join(icons, size, 'apps', `${icon}.png`)))
  if (sizes.length < 4) throw new PlainFailure(`icons of ${sizes.length} sizes`)
  const papers = [
    'THIRD-PARTY-NOTICES.txt',
    'sbom.cdx.json',
    'LICENSE.tillside.txt',
    'LICENSES.chromium.html',
  ]
  const missing = papers.filter((name) => !existsSync(path.join(debian.folder, 'opt', 'Tillside', name)))
  if (missing.length > 0) throw new PlainFailure(`missing: ${missing.join(', ')}`)
}

/** The same program as a later version, packed without compressing it. */
async function newerVersion(file: string, place: string): Promise<string> {
  const tree = path.join(place, 'newer')
  const newer = path.join(place, 'newer.deb')
  await dpkg('--raw-extract', file, tree)
  const control = path.join(tree, 'DEBIAN', 'control')
  const { version } = readJson(inProject('package.json'))
  const text = readFileSync(control, 'utf8')
  writeFileSync(control, text.replace(`Version: ${version}`, `Version: ${version}.1`))
  await dpkg('-Znone', '--root-owner-group', '--build', tree, newer)
  return newer
}

const dpkg = (...words: string[]) => outputOf('dpkg-deb', words)

/** A cashier's records, and what is left of them and of the program after each step. */
async function checkRemoval(debian: CleanDebian, newer: string) {
  const journal = 'home/cashier/.config/Tillside/journals/journal-1.log'
  await runIn(debian, 'useradd', '--create-home', 'cashier')
  writeIn(debian, journal, 'the record of refunds')
  writeIn(debian, 'etc/tillside/policy.json', '{}')
  const isThere = (file: string) => existsSync(path.join(debian.folder, file))
  const expect = (when: string, files: Readonly<Record<string, boolean>>) => {
    const wrong = Object.entries(files).filter(([file, there]) => isThere(file) !== there)
    if (wrong.length > 0)
      throw new PlainFailure(
        wrong.map(([file, there]) => `${when}, ${file} is ${there ? 'gone' : 'still there'}`).join('; '),
      )
  }
  const policy = 'etc/tillside/policy.json'
  const apt = (...words: string[]) => runIn(debian, 'apt-get', '--quiet', '--yes', ...words)
  const gone = {
    'opt/Tillside': false,
    'usr/bin/tillside': false,
    'usr/share/applications/tillside.desktop': false,
  }
  await apt('remove', 'tillside')
  expect('after it was removed', { ...gone, [journal]: true, [policy]: true })
  await apt('purge', 'tillside')
  expect('after it was purged', { ...gone, [journal]: true, [policy]: true })
  await apt('install', newer)
  writeIn(debian, 'etc/tillside/purge-tills', '')
  await apt('purge', 'tillside')
  expect('after it was purged with all tills', { ...gone, [journal]: false, [policy]: true })
}

/**
 * The end-to-end test of a connected till, its second start on the upgraded program. The package is one for trial: another
 * takes a service on this PC on the word of a file of root's alone, and in the namespace of an ordinary user no file is.
 */
async function drive(electron: PlacedElectron, first: CleanDebian, upgraded: CleanDebian, place: string) {
  const doors = [first, upgraded].map((debian, index) => {
    const door = path.join(place, `tillside-${index}`)
    writeDoor(debian, '/usr/bin/tillside', door)
    return door
  })
  return runAsOrdinaryUser(electron, {
    installed: { door: doors[0] ?? '', upgraded: doors[1] ?? '', as: installedAs },
  })
}
