import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { temporaryFolder } from '../setup/folders'
import { isRoot, say } from '../setup/project.mjs'
import { runChild } from './children'

/** Whether a window can be shown to a person here. Windows and macOS always have a screen. */
export function hasScreen() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Whether Chromium's sandbox can be on: everywhere but for root on Linux, where Chromium refuses. */
export function sandboxIsOn() {
  return !(process.platform === 'linux' && isRoot())
}

/**
 * Runs a command where a window can be shown and a keyring answers, and returns its exit code. What had to be started for
 * it is ended after it.
 * @param options `own`: a display and a keyring of its own, empty, whatever this machine has (for tests); otherwise only
 *   what the machine lacks is stood in for. `env`: besides this process's own
 */
export async function runInDesktopSession(
  command: readonly [string, ...string[]],
  { own = false, env = {} }: { own?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const sandbox = sandboxIsOn()
    ? { TILLSIDE_E2E_SANDBOX: 'on' }
    : { TILLSIDE_E2E_SANDBOX: 'off', NO_SANDBOX: '1' }
  // Some editors' terminals set ELECTRON_RUN_AS_NODE for themselves; Electron would start as a mere Node.
  const { ELECTRON_RUN_AS_NODE: _mereNode, ...inherited } = process.env
  const isPictured = own && Boolean(env.TILLSIDE_E2E_PACKAGED ?? process.env.TILLSIDE_E2E_PACKAGED)
  const around = process.platform === 'linux' ? standIns(own, isPictured) : { words: [] }
  const [program, ...words] = [...around.words, ...command]
  return runChild(program ?? '', words, { env: { ...inherited, ...sandbox, ...around.env, ...env } })
}

/** Returns what has to run around a command on Linux, as words before its own. */
function standIns(own: boolean, isPictured: boolean): { words: readonly string[]; env?: NodeJS.ProcessEnv } {
  const needsDisplay = own || !hasScreen()
  // Where a person sits before a screen, the keyring on the bus is theirs: never stood in for.
  const needsKeyring = own || !hasScreen() || !hasMessageBus()
  if (!own && needsDisplay)
    say('this machine shows no screen: opening the window on a virtual display (Xvfb)')
  if (!own && needsKeyring) say('no keyring of a person is at hand: using one of Tillside’s own')
  // Tests that press keys on the display also read its picture, from a file.
  const picture = isPictured ? temporaryFolder('display') : null
  return {
    words: [
      ...(needsDisplay ? displayWords(picture) : []),
      ...(needsKeyring ? keyringWords(keyringFolder(own)) : []),
    ],
    ...(picture === null ? {} : { env: { TILLSIDE_E2E_PICTURE: path.join(picture, 'Xvfb_screen0') } }),
  }
}

function hasMessageBus() {
  const runtime = process.env.XDG_RUNTIME_DIR
  return Boolean(process.env.DBUS_SESSION_BUS_ADDRESS || (runtime && existsSync(path.join(runtime, 'bus'))))
}

/**
 * A virtual display, as wide as a till's. With -noreset: a server that restarts when its last client leaves drops the client
 * that is connecting.
 */
function displayWords(picture: string | null) {
  const server = `-screen 0 1366x900x24 -noreset${picture === null ? '' : ` -fbdir ${picture}`}`
  return ['xvfb-run', '--auto-servernum', '--server-args', server]
}

/** Starts the keyring, waits until it answers on the bus, then becomes the command. It lives as long as its bus. */
const startKeyring = `
printf '%s\\n' "$(cat "$1/password")" | XDG_DATA_HOME=$1 XDG_CACHE_HOME=$1 XDG_RUNTIME_DIR=$2 \\
  gnome-keyring-daemon --daemonize --unlock --components=secrets >/dev/null 2>&1 ||
  { echo 'tillside: the keyring did not start' >&2; exit 1; }
shift 2
exec "$@"`

/**
 * A message bus of its own and on it a keyring that no person has to unlock. It takes no other keyring's place: only
 * who is given its address finds it.
 * @param folder where the keyring's data are
 */
function keyringWords(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const password = path.join(folder, 'password')
  // It guards nothing from who can read the folder; the folder's own rights do that.
  if (!existsSync(password)) writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  return ['dbus-run-session', '--', 'sh', '-c', startKeyring, 'sh', folder, temporaryFolder('bus')]
}

/**
 * Tests get a keyring that is gone after them. Outside tests it must last: what the refund journal keeps
 * in the keychain has to be there again at the next start.
 */
function keyringFolder(own: boolean) {
  if (own) return temporaryFolder('keyring')
  const data = process.env.XDG_DATA_HOME || path.join(os.homedir(), '.local', 'share')
  return path.join(data, 'tillside-keyring')
}
