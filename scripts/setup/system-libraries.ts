import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isProgram, isRoot, PlainFailure, say } from './project.mjs'

/**
 * What is needed on Linux, and for what: the file that proves it is there, and Debian's packages that bring it (the
 * newer name first; either will do). Elsewhere Electron brings its own.
 */
const needs = {
  window: {
    'libgtk-3.so.0': ['libgtk-3-0t64', 'libgtk-3-0'],
    'libnss3.so': ['libnss3'],
    'libgbm.so.1': ['libgbm1'],
    'libasound.so.2': ['libasound2t64', 'libasound2'],
    'libsecret-1.so.0': ['libsecret-1-0'],
  },
  // What stands in for a screen and a keyring.
  screenless: {
    'xvfb-run': ['xvfb'],
    xauth: ['xauth'],
    'dbus-run-session': ['dbus-daemon'],
    'gnome-keyring-daemon': ['gnome-keyring'],
  },
  // Makes system calls fail or kill, to prove the refund protocol.
  tracing: { strace: ['strace'] },
  // Presses keys on a display, as a person does who tries the packaged program.
  keys: { xdotool: ['xdotool'] },
  // Makes a Debian with nothing on it, for the package to be installed on.
  packages: { debootstrap: ['debootstrap'] },
  // The window's page is tried on it too, as on a later Electron.
  browser: { chromium: ['chromium'] },
}

export type Purpose = keyof typeof needs

/**
 * Makes sure that what is needed is there. Installs it where that is ours to do: on Debian and its kin, as root. Throws
 * a PlainFailure that names what is missing, and the command that brings it, everywhere else.
 */
export function needOnLinux(...purposes: Purpose[]) {
  if (process.platform !== 'linux') return
  const missing = purposes.flatMap((purpose) => Object.entries<string[]>(needs[purpose])).filter(isMissing)
  if (missing.length === 0) return
  const proofs = missing.map(([proof]) => proof).join(', ')
  if (!existsSync('/etc/debian_version'))
    throw new PlainFailure(
      `Missing on this machine: ${proofs}. Please install them with your system's package manager.`,
    )
  if (!isRoot())
    throw new PlainFailure(
      `System packages are missing. Please run: sudo apt-get install ${debianNames(missing)}`,
    )
  // A bare machine knows no package at all until it has asked for the lists; and they may be old.
  if (!installWithApt(missing)) {
    runApt(['update'])
    installWithApt(missing)
  }
  if (missing.some(isMissing)) throw new PlainFailure(`apt-get did not bring all of ${proofs}. See above.`)
}

type Need = [proof: string, packages: string[]]

function isMissing([proof]: Need) {
  if (!proof.includes('.so')) return !isProgram(proof)
  // The loader's own list of libraries.
  const list = spawnSync(existsSync('/sbin/ldconfig') ? '/sbin/ldconfig' : 'ldconfig', ['-p'], {
    encoding: 'utf8',
  })
  return !(list.stdout ?? '').includes(`${proof} `)
}

function installWithApt(missing: Need[]) {
  const names = debianNames(missing)
  say(`installing system packages: ${names} …`)
  return runApt(['install', '-y', '--no-install-recommends', ...names.split(' ')])
}

function debianNames(missing: Need[]) {
  return missing.map(([, packages]) => packages.find(isKnown) ?? packages.at(-1)).join(' ')
}

function isKnown(name: string) {
  const env = { ...process.env, LC_ALL: 'C' }
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8', env })
  return /Candidate: (?!\(none\))/.test(stdout ?? '')
}

function runApt(words: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-q', ...words], { stdio: ['ignore', 2, 2], env }).status === 0
}
