// @ts-check
import { spawn } from 'node:child_process'
import os from 'node:os'

/** How long something we started may take to end by itself once it is asked to. */
const graceMs = 3000
const onWindows = process.platform === 'win32'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let listening = false

/**
 * Starts a program in a process group of its own, so that we can end it with all that it starts and
 * nothing else. It is ended when this process is interrupted or exits.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startChild(command, args, options = {}) {
  listen()
  const child = spawn(command, [...args], { stdio: 'inherit', ...options, detached: !onWindows })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Starts a program and waits for its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} as exitCodeOf has it
 */
export function runChild(command, args, options) {
  return exitCodeOf(startChild(command, args, options))
}

/**
 * Waits for a program's end.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code, or 128 and the signal's number as shells have it; rejects
 *   when it could not be started
 */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 1)))
  })
}

/**
 * Runs a program and keeps what it says, errors included.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} rejects when it could not be started
 */
export async function captureChild(command, args, options = {}) {
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (words) => {
      output += words
    })
  }
  const code = await exitCodeOf(child)
  return { code, output }
}

/**
 * Ends a program and all it started: asked first, then made to.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>} when it is gone
 */
export async function endChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  signalGroup(child, 'SIGTERM')
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
  await gone
  clearTimeout(force)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    if (onWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It ended between our look and our signal.
  }
}

/** From the first child on, an interruption of ours ends them all, the newest first. */
function listen() {
  if (listening) return
  listening = true
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, async () => {
      for (const child of [...running].reverse()) await endChild(child)
      process.exit(128 + os.constants.signals[signal])
    })
  }
  process.once('exit', () => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  })
}
