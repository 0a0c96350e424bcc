// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isRoot, PlainFailure, say } from './project.mjs'

/** @typedef {{ proof: string, packages: [string, ...string[]], screenlessOnly?: boolean }} Need */

/**
 * What Electron, its keychain and a screenless run need: the file that proves it is there, and Debian's
 * packages that bring it (the newer name first; either will do).
 * @type {Need[]}
 */
const needs = [
  { proof: 'libgtk-3.so.0', packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { proof: 'libnss3.so', packages: ['libnss3'] },
  { proof: 'libgbm.so.1', packages: ['libgbm1'] },
  { proof: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'] },
  { proof: 'libsecret-1.so.0', packages: ['libsecret-1-0'] },
  { proof: 'Xvfb', packages: ['xvfb'], screenlessOnly: true },
  { proof: 'dbus-daemon', packages: ['dbus-daemon'], screenlessOnly: true },
  { proof: 'gnome-keyring-daemon', packages: ['gnome-keyring'], screenlessOnly: true },
]

/**
 * Makes sure that the libraries Electron stands on are there (Linux; elsewhere it brings its own).
 * Installs them where that is ours to do: on Debian and its kin, as root. Throws a PlainFailure that
 * names what is missing, and the command that brings it, everywhere else.
 * @param {{ screenless: boolean }} options whether programs that stand in for a screen are needed too
 */
export function checkSystemLibraries({ screenless }) {
  if (process.platform !== 'linux') return
  bring(needs.filter((need) => (screenless || !need.screenlessOnly) && isMissing(need)))
}

/** Makes system calls fail or kill, to prove the refund protocol. @type {Need} */
const tracer = { proof: 'strace', packages: ['strace'] }
/** Presses keys on a display, as a person does who tries the packaged program. @type {Need} */
const keyPresser = { proof: 'xdotool', packages: ['xdotool'] }

/** As checkSystemLibraries, for what the proof of the refund protocol needs. */
export function checkTracer() {
  if (process.platform === 'linux') bring([tracer].filter(isMissing))
}

/** As checkSystemLibraries, for what the tests on the packaged program need. */
export function checkKeyPresser() {
  if (process.platform === 'linux') bring([keyPresser].filter(isMissing))
}

/** As checkSystemLibraries, for what all tests together need, so that it is asked for once. */
export function checkTestPrograms() {
  if (process.platform === 'linux') bring([tracer, keyPresser].filter(isMissing))
}

/** @param {Need[]} missing */
function bring(missing) {
  if (missing.length === 0) return
  const onDebian = existsSync('/etc/debian_version') && findProgram('apt-get') !== null
  if (!onDebian) {
    throw new PlainFailure(
      `Missing on this machine: ${missing.map((need) => need.proof).join(', ')}. ` +
        "Please install them with your system's package manager.",
    )
  }
  if (!isRoot()) {
    const names = missing.map((need) => knownPackage(need.packages)).join(' ')
    throw new PlainFailure(`System packages are missing. Please run: sudo apt-get install ${names}`)
  }
  installWithApt(missing)
}

/** @param {Need[]} missing */
function installWithApt(missing) {
  // A bare machine knows no package at all until it has asked for the lists.
  if (missing.some((need) => !aptKnows(need.packages))) runApt(['update'])
  const names = missing.map((need) => knownPackage(need.packages))
  say(`installing system packages: ${names.join(' ')} …`)
  if (!runApt(['install', '-y', '--no-install-recommends', ...names])) {
    // The lists may be older than the packages they name.
    runApt(['update'])
    runApt(['install', '-y', '--no-install-recommends', ...names])
  }
  const still = missing.filter(isMissing)
  if (still.length > 0) {
    throw new PlainFailure(`apt-get did not bring: ${still.map((need) => need.proof).join(', ')}. See above.`)
  }
}

/** @param {Need} need */
function isMissing({ proof }) {
  if (!proof.includes('.so')) return findProgram(proof) === null
  const libraries = knownLibraries()
  return !libraries.includes(`/${proof}`) && !libraries.includes(`${proof} `)
}

/** The loader's own list of libraries. */
function knownLibraries() {
  const program = ['/sbin/ldconfig', '/usr/sbin/ldconfig'].find((file) => existsSync(file)) ?? 'ldconfig'
  return spawnSync(program, ['-p'], { encoding: 'utf8' }).stdout ?? ''
}

/**
 * The program's full path, or null.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/bin',
    '/usr/sbin',
    '/bin',
    '/sbin',
  ]
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null
}

/** @param {string[]} packages */
function aptKnows(packages) {
  return packages.some((name) => hasCandidate(name))
}

/** @param {[string, ...string[]]} packages */
function knownPackage(packages) {
  return packages.find((name) => hasCandidate(name)) ?? packages[packages.length - 1] ?? packages[0]
}

/** @param {string} name */
function hasCandidate(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return /Candidate: (?!\(none\))/.test(stdout ?? '')
}

/** @param {string[]} words */
function runApt(words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-q', ...words], { stdio: ['ignore', 2, 2], env }).status === 0
}
