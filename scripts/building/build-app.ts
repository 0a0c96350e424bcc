import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BuildKind } from '../../src/main/system/build'
import type { PackageKind } from '../packaging/packed-program'
import { runChild } from '../session/children'
import { inProject, PlainFailure, projectFolder, readText, say } from '../setup/project.mjs'

/** Which state of the sources the build in out/ was made of. */
const stamp = inProject('out', '.built')
const lock = inProject('node_modules', '.cache', 'tillside', 'building')
const lockLimitMs = 180_000

/** What the build is made of. Tests are no part of it. */
const sources = [
  'src',
  'resources',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.base.json',
]

/**
 * Builds the app of a checkout into out/, one build at a time per checkout: two at once would empty each other's output.
 * Throws a PlainFailure when it does not build, or another build does not end in three minutes.
 */
export async function buildApp({ whenStale = false } = {}) {
  if (whenStale && !isStale()) return
  // Whoever held the lock before us may have built just this.
  await alone(async () => {
    if (!whenStale || isStale()) await buildCheckout()
  })
}

/** Builds the app as it is packed, always anew. Throws like buildApp. */
export function buildForPackage(kind: PackageKind) {
  return alone(() => build(kind))
}

async function alone(body: () => Promise<void>) {
  mkdirSync(path.dirname(lock), { recursive: true })
  const deadline = Date.now() + lockLimitMs
  while (!takeLock()) {
    if (Date.now() > deadline) throw new PlainFailure(`Another build does not end (see ${lock}).`)
    await pause(250)
  }
  try {
    await body()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Builds the app into out/ unless the build there is of these very sources. */
export function buildWhenStale() {
  return buildApp({ whenStale: true })
}

async function buildCheckout() {
  const state = stateOfSources()
  await build('checkout')
  writeFileSync(stamp, state)
}

async function build(kind: BuildKind) {
  say('building …')
  const mode = kind === 'checkout' ? [] : ['--mode', kind]
  const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const code = await runChild(process.execPath, [tool, 'build', '--logLevel', 'warn', ...mode], {
    cwd: projectFolder,
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) throw new PlainFailure('The build failed: see above.')
}

function isStale() {
  return readText(stamp) !== stateOfSources()
}

/** The number of the sources and the time of the latest change: a removed file is seen by the number. */
function stateOfSources() {
  const times = sources.flatMap((source) => {
    const place = inProject(source)
    if (!statSync(place).isDirectory()) return [statSync(place).mtimeMs]
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map(
        ({ parentPath, name }) =>
          statSync(path.join(parentPath, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      )
  })
  return `${times.length} ${times.reduce((newest, time) => Math.max(newest, time), 0)}`
}

function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    // A build that was killed leaves its lock behind; its process is gone.
    if (!isAlive(Number(readText(lock)))) rmSync(lock, { force: true })
    return false
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process may not be signalled, but it lives.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
