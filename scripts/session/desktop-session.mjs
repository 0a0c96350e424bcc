// @ts-check
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { inProject, say } from '../setup/project.mjs'
import { findProgram } from '../setup/system-libraries.mjs'
import { exitCodeOf, runChild, startChild } from './children.mjs'
import { hasMessageBus, hasScreen } from './screen.mjs'
import { startVirtualDisplay } from './virtual-display.mjs'

/**
 * Runs a command where a window can be shown and a keyring answers, and answers its exit code. What had
 * to be started for it is ended after it.
 * @param {readonly [string, ...string[]]} command
 * @param {{ env?: NodeJS.ProcessEnv, own?: boolean }} [options] `own`: a display and a keyring of its own,
 *   empty, whatever this machine has (for tests); otherwise only what the machine lacks is stood in for
 * @returns {Promise<number>}
 */
export async function runInDesktopSession(command, { env = process.env, own = false } = {}) {
  if (process.platform !== 'linux') return runChild(command[0], command.slice(1), { env })
  const needsDisplay = own || !hasScreen()
  // Where a person sits before a screen, the keyring on the bus is theirs: never stood in for.
  const needsKeyring = own || !hasScreen() || !hasMessageBus()
  if (!own && needsDisplay)
    say('this machine shows no screen: opening the window on a virtual display (Xvfb)')
  if (!own && needsKeyring) say('no keyring of a person is at hand: using one of Tillside’s own')
  const display = needsDisplay ? await startVirtualDisplay() : null
  const keyring = needsKeyring ? await keyringFolder(own) : null
  try {
    const childEnv = { ...env, ...display?.env }
    if (keyring === null) return await runChild(command[0], command.slice(1), { env: childEnv })
    return await runBesideKeyring(keyring.folder, command, childEnv)
  } finally {
    await keyring?.end()
    await display?.end()
  }
}

/**
 * Runs a command on a message bus of its own, beside a keyring of its own. The command's errors go past
 * the bus (as the fourth stream), so that what the bus says about itself can be left out.
 * @param {string} folder
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 */
async function runBesideKeyring(folder, command, env) {
  const script = inProject('scripts', 'session', 'with-keyring.mjs')
  const bus = startChild(
    findProgram('dbus-run-session') ?? 'dbus-run-session',
    ['--', process.execPath, script, folder, ...command],
    { env, stdio: ['inherit', 'inherit', 'pipe', 2] },
  )
  if (bus.stderr !== null) {
    createInterface({ input: bus.stderr }).on('line', (line) => {
      if (!line.startsWith('dbus-daemon[')) process.stderr.write(`${line}\n`)
    })
  }
  return exitCodeOf(bus)
}

/**
 * Tests get a keyring that is gone after them. Outside tests it must last: what the refund journal keeps
 * in the keychain has to be there again at the next start.
 * @param {boolean} own
 */
async function keyringFolder(own) {
  if (own) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tillside-keyring-'))
    return { folder, end: () => rm(folder, { recursive: true, force: true }) }
  }
  const data = process.env.XDG_DATA_HOME || path.join(os.homedir(), '.local', 'share')
  return { folder: path.join(data, 'tillside-keyring'), end: async () => {} }
}
