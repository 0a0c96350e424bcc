// @ts-check
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PlainFailure } from '../setup/project.mjs'
import { findProgram } from '../setup/system-libraries.mjs'
import { endChild, startChild } from './children.mjs'

/** A till's screen, and the small one among those it is tried on. */
const screen = '1366x900x24'
const startLimitMs = 15_000

/**
 * Starts a display without a screen, on a number that is free, open only to who has its cookie.
 * @returns {Promise<{ env: Record<string, string>, end: () => Promise<void> }>} what a program needs in
 *   its environment to use it; throws a PlainFailure when it does not come up
 */
export async function startVirtualDisplay() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tillside-display-'))
  const cookieFile = path.join(folder, 'cookie')
  await writeFile(cookieFile, cookieFor(randomBytes(16)), { mode: 0o600 })
  const words = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-auth', cookieFile]
  const server = startChild(findProgram('Xvfb') ?? 'Xvfb', words, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const end = async () => {
    await endChild(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const number = await displayNumber(server)
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: cookieFile }, end }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * The number the server chose: it writes it once it takes connections.
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
function displayNumber(server) {
  let complaint = ''
  let answer = ''
  server.stderr?.on('data', (words) => {
    complaint = (complaint + words).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) =>
      reject(new PlainFailure(`The virtual display did not start: ${why} ${complaint}`.trim()))
    const limit = setTimeout(() => fail('no answer.'), startLimitMs)
    server.stdio[3]?.on('data', (words) => {
      answer += words
      if (!answer.includes('\n')) return
      clearTimeout(limit)
      resolve(answer.trim())
    })
    server.once('error', (error) => fail(error.message))
    server.once('exit', (code) => fail(`it ended with ${code}.`))
  })
}

/**
 * An X authority file with one entry that fits any address and any display number.
 * @param {Buffer} cookie
 */
function cookieFor(cookie) {
  const anyAddress = Buffer.from([0xff, 0xff])
  const fields = ['', '', 'MIT-MAGIC-COOKIE-1', cookie].map((field) => {
    const bytes = Buffer.from(field)
    const size = Buffer.alloc(2)
    size.writeUInt16BE(bytes.length)
    return Buffer.concat([size, bytes])
  })
  return Buffer.concat([anyAddress, ...fields])
}
