import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { outputOf } from '../session/children'
import { PlainFailure } from '../setup/project.mjs'

/**
 * A Debian with nothing on it, in a folder. It shares this machine's kernel, network, `/tmp`, devices and processes, and
 * none of its programs and libraries.
 */
export interface CleanDebian {
  folder: string
}

/**
 * Becomes a program in another root, with the same process id. Not by chroot: there the kernel makes no namespaces, and
 * Chromium's sandbox needs one. Its words: the root, the user and group to be there (0 0 stays root), the program.
 */
const enter = `
set -e
root=$1 user=$2 group=$3
shift 3
mount --rbind "$root" "$root"
for place in dev proc sys tmp; do mount --rbind "/$place" "$root/$place"; done
cd "$root"
pivot_root . mnt
cd /
umount -l /mnt
if [ "$user" = 0 ]; then exec "$@"; fi
exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
`

/** Makes one of the packages that this machine's own lists name. Takes a minute, the network and root. */
export async function makeCleanDebian(folder: string): Promise<CleanDebian> {
  const { site, codename } = await ownArchive()
  await must('debootstrap', ['--variant=minbase', codename, folder, site])
  writeFileSync(path.join(folder, 'etc', 'apt', 'sources.list'), `deb ${site} ${codename} main\n`)
  cpSync('/etc/resolv.conf', path.join(folder, 'etc', 'resolv.conf'), { dereference: true })
  return { folder }
}

/** Another one with the same on it. */
export async function copyDebian({ folder }: CleanDebian, to: string): Promise<CleanDebian> {
  await must('cp', ['--archive', '--reflink=auto', folder, to])
  return { folder: to }
}

/**
 * Runs a command in it as root.
 * @returns what it said; throws a PlainFailure with that when it fails
 */
export function runIn({ folder }: CleanDebian, ...command: readonly string[]): Promise<string> {
  return must('unshare', ['--mount', 'sh', '-c', enter, 'sh', folder, '0', '0', ...command])
}

/** Puts a file there. */
export function writeIn({ folder }: CleanDebian, place: string, content: string): void {
  const file = path.join(folder, place)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content, { mode: 0o644 })
}

/**
 * A script that becomes a program in it, as whoever starts the script: no root is needed, and its process id is the
 * program's.
 */
export function writeDoor({ folder }: CleanDebian, program: string, script: string): void {
  const quoted = [enter, folder, program].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  const [words, root, inside] = quoted
  writeFileSync(
    script,
    `#!/bin/sh
user=$(id -u) group=$(id -g)
exec unshare --user --map-root-user --mount sh -c ${words} sh ${root} "$user" "$group" ${inside} "$@"
`,
    { mode: 0o755 },
  )
}

/** Where this machine has its own packages from. */
async function ownArchive(): Promise<{ site: string; codename: string }> {
  const said = await must('apt-get', [
    'indextargets',
    '--format',
    '$(SITE) $(CODENAME)',
    'Created-By: Packages',
  ])
  const [site, codename] = said.split('\n')[0]?.split(' ') ?? []
  if (!site || !codename) throw new PlainFailure('apt-get knows no archive of packages.')
  return { site, codename }
}

function must(program: string, words: readonly string[]): Promise<string> {
  return outputOf(program, words, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
  })
}
