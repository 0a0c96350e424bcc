// @ts-check
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from '../setup/project.mjs'
import { findProgram } from '../setup/system-libraries.mjs'
import { answerOf } from './answer-of.mjs'
import { endChild, startChild } from './children.mjs'
import { temporaryFolder } from './temporary-folder.mjs'

/**
 * Starts a message bus of our own and on it a keyring that no person has to unlock. It takes no other
 * keyring's place: only who is given its address finds it.
 * @param {string} folder where the keyring's data are
 * @param {NodeJS.ProcessEnv} env the display's included, for what the bus may start
 * @returns {Promise<{ env: Record<string, string>, end: () => Promise<void> }>} what a program needs in
 *   its environment to use it; throws a PlainFailure when it does not come up
 */
export async function startOwnKeyring(folder, env) {
  const runtime = temporaryFolder('bus')
  const address = `--address=unix:path=${path.join(runtime, 'bus')}`
  const words = ['--session', '--nofork', '--nosyslog', '--print-address=3', address]
  const bus = startChild(findProgram('dbus-daemon') ?? 'dbus-daemon', words, {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const busEnv = { DBUS_SESSION_BUS_ADDRESS: await answerOf(bus, 'The message bus') }
  unlockKeyring(folder, { ...env, ...busEnv, XDG_RUNTIME_DIR: runtime })
  // The keyring ends with its bus.
  return { env: busEnv, end: () => endChild(bus) }
}

/**
 * Starts the keyring and waits until it answers on the bus.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
function unlockKeyring(folder, env) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const daemon = findProgram('gnome-keyring-daemon') ?? 'gnome-keyring-daemon'
  const result = spawnSync(daemon, ['--daemonize', '--unlock', '--components=secrets'], {
    input: `${keyringPassword(folder)}\n`,
    encoding: 'utf8',
    // It lives on with the streams it is given: none of them may keep us waiting.
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder },
  })
  if (result.status !== 0) {
    throw new PlainFailure(
      `The keyring did not start (${result.error?.message ?? `it ended with ${result.status}`}).`,
    )
  }
}

/**
 * The password of this keyring alone, made with it. It guards nothing from who can read the folder; the
 * folder's own rights do that.
 * @param {string} folder
 */
function keyringPassword(folder) {
  const file = path.join(folder, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
