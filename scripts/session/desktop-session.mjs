// @ts-check
import os from 'node:os'
import path from 'node:path'
import { say } from '../setup/project.mjs'
import { runChild } from './children.mjs'
import { startOwnKeyring } from './own-keyring.mjs'
import { hasMessageBus, hasScreen } from './screen.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import { startVirtualDisplay } from './virtual-display.mjs'

/**
 * Runs a command where a window can be shown and a keyring answers, and answers its exit code. What had
 * to be started for it is ended after it.
 * @param {readonly [string, ...string[]]} command
 * @param {{ env?: NodeJS.ProcessEnv, own?: boolean, pictured?: boolean }} [options] `own`: a display and a
 *   keyring of its own, empty, whatever this machine has (for tests); otherwise only what the machine lacks is
 *   stood in for. `pictured`: see startVirtualDisplay
 * @returns {Promise<number>}
 */
export async function runInDesktopSession([program, ...words], options = {}) {
  const { env = process.env, own = false, pictured = false } = options
  if (process.platform !== 'linux') return runChild(program, words, { env })
  const needsDisplay = own || !hasScreen()
  // Where a person sits before a screen, the keyring on the bus is theirs: never stood in for.
  const needsKeyring = own || !hasScreen() || !hasMessageBus()
  if (!own && needsDisplay)
    say('this machine shows no screen: opening the window on a virtual display (Xvfb)')
  if (!own && needsKeyring) say('no keyring of a person is at hand: using one of Tillside’s own')
  const display = needsDisplay ? await startVirtualDisplay({ pictured }) : null
  const shown = { ...env, ...display?.env }
  const keyring = needsKeyring ? await startOwnKeyring(keyringFolder(own), shown) : null
  try {
    return await runChild(program, words, { env: { ...shown, ...keyring?.env } })
  } finally {
    await keyring?.end()
    await display?.end()
  }
}

/**
 * Tests get a keyring that is gone after them. Outside tests it must last: what the refund journal keeps
 * in the keychain has to be there again at the next start.
 * @param {boolean} own
 */
function keyringFolder(own) {
  if (own) return temporaryFolder('keyring')
  const data = process.env.XDG_DATA_HOME || path.join(os.homedir(), '.local', 'share')
  return path.join(data, 'tillside-keyring')
}
