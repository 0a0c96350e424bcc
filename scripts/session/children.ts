import {
  type ChildProcess,
  type ExecFileOptions,
  execFile,
  type SpawnOptions,
  spawn,
} from 'node:child_process'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PlainFailure } from '../setup/project.mjs'

const execute = promisify(execFile)

/** How long a child may take to end once it is asked to. */
const maxEndingMs = 4000
const onWindows = process.platform === 'win32'

const running = new Set<ChildProcess>()
let listening = false

/**
 * Starts a program in a process group of its own, so that we can end it with all that it starts and
 * nothing else. It is ended when this process is interrupted or exits.
 */
export function startChild(command: string, args: readonly string[], options: SpawnOptions = {}) {
  listen()
  const child = spawn(command, [...args], { stdio: 'inherit', ...options, detached: !onWindows })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Starts a program and waits for its end.
 * @returns its exit code, or 128 and the signal's number as shells have it; rejects when it could not be started
 */
export function runChild(command: string, args: readonly string[], options?: SpawnOptions): Promise<number> {
  const child = startChild(command, args, options)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 1)))
  })
}

/** Runs a program and returns its standard output. Rejects with all that it said when it fails. */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { maxBuffer: 1e8, ...options, encoding: 'utf8' })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = error as object
    const said = `${stdout}${stderr}`.trim()
    throw new PlainFailure(said === '' ? String(error) : said)
  }
}

/**
 * Ends a program and all it started. The program is asked first, so that it ends its own helpers in order; what is left
 * after `maxEndingMs` is killed. Resolves when all of it is gone.
 */
export async function endChild(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  for (let waited = 0; waited < maxEndingMs && (!hasEnded() || signalGroup(child, 0)); waited += 20) {
    await pause(20)
    // A wrapper may have ended without passing the signal on.
    if (hasEnded()) signalGroup(child, 'SIGTERM')
  }
  signalGroup(child, 'SIGKILL')
}

/** Signals a program's group; on Windows, which has no groups, the program. Returns whether any process was left. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    if (onWindows) return child.kill(signal)
    return child.pid !== undefined && process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/** From the first child on, ends all children, newest first, when this process is interrupted. */
function listen() {
  if (listening) return
  listening = true
  let ending = false
  const endAll = async (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    const code = 128 + os.constants.signals[signal]
    // A second signal: exit at once.
    if (ending) process.exit(code)
    ending = true
    for (const child of [...running].reverse()) await endChild(child)
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll)
  process.once('exit', () => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  })
  // When npm is told to end, its shell ends without a signal to us: being orphaned is the sign.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined || onWindows) return
  setInterval(() => {
    if (process.ppid !== parent && !ending) endAll('SIGTERM')
  }, 500).unref()
}
