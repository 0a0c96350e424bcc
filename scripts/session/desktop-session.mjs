// @ts-check
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { inProject, say } from '../setup/project.mjs'
import { findProgram } from '../setup/system-libraries.mjs'
import { runChild } from './children.mjs'
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
  if (!own && needsDisplay) say('this machine shows no screen: opening the window on a virtual display (Xvfb)')
  if (!own && needsKeyring) say('no keyring of a person is at hand: using one of Tillside’s own')
  const display = needsDisplay ? await startVirtualDisplay() : null
  const keyring = needsKeyring ? await keyringFolder(own) : null
  try {
    const [program, ...words] = keyring === null ? command : beside(keyring.folder, command)
    return await runChild(program ?? '', words, { env: { ...env, ...display?.env } })
  } finally {
    await keyring?.end()
    await display?.end()
  }
}

/**
 * @param {string} keyring
 * @param {readonly string[]} command
 */
function beside(keyring, command) {
  const script = inProject('scripts', 'session', 'with-keyring.mjs')
  const bus = findProgram('dbus-run-session') ?? 'dbus-run-session'
  return [bus, '--', process.execPath, script, keyring, ...command]
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
  const data = process.env['XDG_DATA_HOME'] || path.join(os.homedir(), '.local', 'share')
  return { folder: path.join(data, 'tillside-keyring'), end: async () => {} }
}
