// @ts-check
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure, runScript } from '../setup/project.mjs'
import { findProgram } from '../setup/system-libraries.mjs'
import { runChild } from './children.mjs'

// Runs the command it is given on a message bus of its own (dbus-run-session starts us on it), beside a
// keyring that no person has to unlock. The keyring ends with the bus.
//   dbus-run-session -- node with-keyring.mjs <folder of the keyring> <command> [words …]

await runScript(async () => {
  const [folder, command, ...words] = process.argv.slice(2)
  if (folder === undefined || command === undefined)
    throw new PlainFailure('with-keyring: no command was given.')
  unlockKeyring(folder)
  return runChild(command, words, { stdio: ['inherit', 'inherit', 3] })
})

/**
 * Starts a keyring whose data are in that folder and waits until it answers on the bus. It takes no
 * other keyring's place: the bus is ours alone.
 * @param {string} folder
 */
function unlockKeyring(folder) {
  const runtime = path.join(folder, 'run')
  for (const place of [folder, runtime]) mkdirSync(place, { recursive: true, mode: 0o700 })
  const daemon = findProgram('gnome-keyring-daemon') ?? 'gnome-keyring-daemon'
  const result = spawnSync(daemon, ['--daemonize', '--unlock', '--components=secrets'], {
    input: `${keyringPassword(folder)}\n`,
    encoding: 'utf8',
    // Its child lives on with our pipes: nothing it inherits may keep us waiting.
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: runtime },
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
