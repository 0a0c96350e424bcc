import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isProgram, isRoot, PlainFailure, say } from './project.mjs'

/**
 * What is needed on Linux, and for what: the file that proves it is there, and Debian's package that brings it, as a package
 * names what it depends on. Elsewhere Electron brings its own.
 */
const needs = {
  window: {
    'libgtk-3.so.0': 'libgtk-3-0t64 | libgtk-3-0',
    'libnss3.so': 'libnss3',
    'libgbm.so.1': 'libgbm1',
    'libasound.so.2': 'libasound2t64 | libasound2',
    'libsecret-1.so.0': 'libsecret-1-0',
  },
  // What stands in for a screen and a keyring.
  screenless: {
    'xvfb-run': 'xvfb',
    xauth: 'xauth',
    'dbus-run-session': 'dbus-daemon',
    'gnome-keyring-daemon': 'gnome-keyring',
  },
  // Makes system calls fail or kill, to prove the refund protocol.
  tracing: { strace: 'strace' },
  // Presses keys on a display, as a person does who tries the packaged program.
  keys: { xdotool: 'xdotool' },
  // Makes a Debian with nothing on it, for the package to be installed on.
  packages: { debootstrap: 'debootstrap' },
  // The window's page is tried on it too, as on a later Electron.
  browser: { chromium: 'chromium' },
}

export type Purpose = keyof typeof needs

/**
 * Makes sure that what is needed is there. Installs it where that is ours to do: on Debian and its kin, as root. Throws
 * a PlainFailure that names what is missing, and the command that brings it, everywhere else.
 */
export function needOnLinux(...purposes: Purpose[]) {
  if (process.platform !== 'linux') return
  const wanted = purposes.flatMap((purpose) => Object.entries<string>(needs[purpose]))
  const missing = wanted.filter(([proof]) => isMissing(proof))
  if (missing.length === 0) return
  const proofs = missing.map(([proof]) => proof).join(', ')
  if (!existsSync('/etc/debian_version'))
    throw new PlainFailure(`Missing on this machine: ${proofs}. Your system's package manager has them.`)
  const packages = missing.map(([, name]) => name).join(', ')
  const install = ['satisfy', '-y', '--no-install-recommends']
  if (!isRoot()) throw new PlainFailure(`Please run: sudo apt-get ${install.join(' ')} '${packages}'`)
  say(`installing system packages for ${proofs} …`)
  // A bare machine knows no package at all until it has asked for the lists; and they may be old.
  if (!runApt(...install, packages)) {
    runApt('update')
    runApt(...install, packages)
  }
  if (missing.some(([proof]) => isMissing(proof)))
    throw new PlainFailure(`apt-get did not bring all of ${proofs}. See above.`)
}

function isMissing(proof: string) {
  if (!proof.includes('.so')) return !isProgram(proof)
  // The loader's own list of libraries.
  return !spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout?.includes(`${proof} `)
}

function runApt(...words: readonly string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-q', ...words], { stdio: ['ignore', 2, 2], env }).status === 0
}
