// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inProject, PlainFailure } from '../setup/project.mjs'

const lockFile = inProject('node_modules', '.cache', 'tillside', 'building')
const waitLimitMs = 180_000

/**
 * Runs one build at a time per checkout: two at once would empty each other's output.
 * @template T
 * @param {() => Promise<T>} build
 * @returns {Promise<T>} throws a PlainFailure when the other build does not end in three minutes
 */
export async function aloneInCheckout(build) {
  mkdirSync(path.dirname(lockFile), { recursive: true })
  const deadline = Date.now() + waitLimitMs
  while (!takeLock()) {
    if (Date.now() > deadline) throw new PlainFailure(`Another build does not end (see ${lockFile}).`)
    await pause(250)
  }
  try {
    return await build()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!ownerLives()) rmSync(lockFile, { force: true })
    return false
  }
}

/** A build that was killed leaves its lock behind; its process is gone. */
function ownerLives() {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it lives.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
