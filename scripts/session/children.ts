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

/** How long something we started may take to end by itself once it is asked to. */
const graceMs = 4000
const onWindows = process.platform === 'win32'

const running = new Set<ChildProcess>()
let listening = false
let ending = false

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
  return exitCodeOf(startChild(command, args, options))
}

/** Runs a program and answers what it says; rejects with all of that when it fails. */
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

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 1)))
  })
}

/**
 * Ends a program and all it started: the program itself is asked, so that it can end its own helpers in
 * its own order; what is left after a while is made to.
 * @returns when all of it is gone
 */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  const deadline = Date.now() + graceMs
  while (isAlive(child) && Date.now() < deadline) {
    await pause(20)
    // What stood around the program may have ended without passing the word on.
    if (hasEnded(child)) signalGroup(child, 'SIGTERM')
  }
  killGroup(child)
}

/** Whether the program or anything in its group still lives. */
function isAlive(child: ChildProcess) {
  return !hasEnded(child) || signalGroup(child, 0)
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}

function killGroup(child: ChildProcess) {
  if (onWindows) child.kill('SIGKILL')
  else signalGroup(child, 'SIGKILL')
}

/** @returns whether there was anything to signal */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return child.pid !== undefined && !onWindows && process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/** From the first child on, an interruption of ours ends them all. */
function listen() {
  if (listening) return
  listening = true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => endAll(signal))
  }
  process.once('exit', () => running.forEach(killGroup))
  // When npm is told to end, its shell goes without a word to us: to be orphaned is that word.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined || onWindows) return
  setInterval(() => {
    if (process.ppid !== parent && !ending) endAll('SIGTERM')
  }, 500).unref()
}

/** Ends every child, the newest first, and then this process. */
async function endAll(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
  // Asked a second time: no more patience.
  if (ending) process.exit(128 + os.constants.signals[signal])
  ending = true
  for (const child of [...running].reverse()) await endChild(child)
  process.exit(128 + os.constants.signals[signal])
}
