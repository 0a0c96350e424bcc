import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { outputOf } from '../session/children'
import { removeTemporaryFolder, temporaryFolder } from '../setup/folders'
import { inProject, PlainFailure } from '../setup/project.mjs'
import { needOnLinux } from '../setup/system-libraries'
import { runAsOrdinaryUser } from './ordinary-user'
import { packageApp } from './runners'
import type { Findings } from './stages'

/** Where the package puts the program. */
const installedAs = '/opt/Tillside/tillside'

/** In bytes, of the package with the oldest Electron. */
const maxPackage = 90e6

/**
 * Installs the .deb on a Debian with nothing on it, drives the main job there as an ordinary user with the sandbox on,
 * upgrades it and removes it. Needs root, the network and Debian's own tools; nothing is installed on this machine but those.
 */
export async function tryInstalledPackage(): Promise<Findings> {
  needOnLinux('packages')
  const place = temporaryFolder('installed', { parent: '/tmp', openToAll: true })
  const debian = path.join(place, 'debian')
  const file = path.join(place, 'tillside.deb')
  try {
    await makePackage(file)
    await makeDebian(debian)
    await install(debian, file)
    await checkPlaces(debian)
    const driven = await drive(debian)
    // What comes after a failure stands on it.
    if (driven.failures.length === 0) await checkRemoval(debian, file)
    return driven
  } finally {
    removeTemporaryFolder(place)
  }
}

/** Throws a PlainFailure that says what is wrong. */
function demand(holds: boolean, otherwise: string) {
  if (!holds) throw new PlainFailure(otherwise)
}

const must = (program: string, ...words: readonly string[]) =>
  outputOf(program, words, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' } })

async function makePackage(file: string) {
  await packageApp('package', ['--linux', 'deb'])
  const name = readdirSync(inProject('dist')).find((each) => each.endsWith('.deb'))
  copyFileSync(inProject('dist', name ?? 'tillside.deb'), file)
  const { size } = statSync(file)
  demand(size <= maxPackage, `the package has ${(size / 1e6).toFixed(1)} MB`)
}

/** The way of somebody who was given the file, which is below /tmp, shared with this machine. */
async function install(debian: string, file: string) {
  await runIn(debian, 'apt-get', 'update', '--quiet')
  await runIn(debian, 'apt-get', 'install', '--quiet', '--yes', '--no-install-recommends', file)
  const links = `find /opt/Tillside -name tillside -type f -o -name '*.node' -o -name '*.so*' | xargs ldd`
  const linked = await runIn(debian, 'sh', '-c', links)
  const lost = linked.split('\n').filter((line) => line.includes('not found'))
  demand(lost.length === 0, `what apt installed does not bring ${lost.join(', ')}`)
}

async function checkPlaces(debian: string) {
  const found = await runIn(debian, 'sh', '-c', 'readlink -f "$(command -v tillside)"')
  demand(found.trim() === installedAs, `tillside on the path is ${found}`)
  const entry = path.join(debian, 'usr', 'share', 'applications', 'tillside.desktop')
  demand(
    readFileSync(entry, 'utf8').includes(`Exec=${installedAs} %U`),
    'the menu entry starts another program',
  )
}

/** The end-to-end test of a connected till there. What stands in for a screen and a keyring is installed only now. */
async function drive(debian: string) {
  const standIns = ['xvfb', 'xauth', 'dbus-daemon', 'gnome-keyring', 'xdotool']
  await runIn(debian, 'apt-get', 'install', '--quiet', '--yes', '--no-install-recommends', ...standIns)
  const around = ['unshare', '--mount', 'sh', '-c', enter, 'sh', debian] as const
  return runAsOrdinaryUser('packaged', { around, program: installedAs })
}

/** Also where it is a link, which leads nowhere outside that root. */
const isThere = (place: string) => lstatSync(place, { throwIfNoEntry: false }) !== undefined

/** A cashier's records, and what is left of them and of the program after each step. */
async function checkRemoval(debian: string, file: string) {
  const journal = 'home/cashier/.config/Tillside/journals/journal-1.log'
  const policy = 'etc/tillside/policy.json'
  const program = ['opt/Tillside', 'usr/bin/tillside', 'usr/share/applications/tillside.desktop']
  const write = (place: string) => {
    mkdirSync(path.dirname(path.join(debian, place)), { recursive: true })
    writeFileSync(path.join(debian, place), '{}')
  }
  const left = (when: string, wanted: readonly string[]) => {
    const there = [...program, journal, policy].filter((each) => isThere(path.join(debian, each)))
    demand(there.join() === wanted.join(), `after it was ${when} there is ${there.join(', ')}`)
  }
  const apt = (...words: string[]) => runIn(debian, 'apt-get', '--quiet', '--yes', ...words)
  await runIn(debian, 'useradd', '--create-home', 'cashier')
  for (const place of [journal, policy]) write(place)
  await runIn(debian, 'chown', '--recursive', 'cashier:', '/home/cashier')
  // dpkg's way of an upgrade: the older version's scripts, then the newer one's.
  await apt('install', '--reinstall', file)
  left('upgraded', [...program, journal, policy])
  await apt('remove', 'tillside')
  left('removed', [journal, policy])
  await apt('purge', 'tillside')
  left('purged', [journal, policy])
  await apt('install', file)
  write('etc/tillside/purge-tills')
  await apt('purge', 'tillside')
  left('purged with all tills', [policy])
}

/**
 * Makes a Debian with nothing on it in a folder, of the packages that this machine's own lists name. It shares this
 * machine's kernel, network, temporary folders, devices and processes, and none of its programs and libraries.
 */
async function makeDebian(folder: string) {
  const wanted = ['--format', '$(SITE) $(CODENAME)', 'Created-By: Packages']
  const targets = await must('apt-get', 'indextargets', ...wanted)
  const [site = '', codename = ''] = targets.split('\n')[0]?.split(' ') ?? []
  await must('debootstrap', '--variant=minbase', codename, folder, site)
  writeFileSync(path.join(folder, 'etc', 'apt', 'sources.list'), `deb ${site} ${codename} main\n`)
  cpSync('/etc/resolv.conf', path.join(folder, 'etc', 'resolv.conf'), { dereference: true })
}

/**
 * Becomes a program in another root, in the same folder. Not by chroot: there the kernel makes no namespaces, and Chromium's
 * sandbox needs one. Its words: the root, the program.
 */
const enter = `
set -e
root=$1 here=$PWD
shift
mount --rbind "$root" "$root"
for place in dev proc sys tmp; do mount --rbind "/$place" "$root/$place"; done
cd "$root"
pivot_root . mnt
cd "$here" 2>/dev/null || cd /
umount -l /mnt
exec "$@"
`

/** Runs a command in it as root and answers what it said. Throws a PlainFailure with that when it fails. */
function runIn(debian: string, ...command: readonly string[]): Promise<string> {
  return must('unshare', '--mount', 'sh', '-c', enter, 'sh', debian, ...command)
}
