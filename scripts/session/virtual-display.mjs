// @ts-check
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../setup/system-libraries.mjs'
import { answerOf } from './answer-of.mjs'
import { endChild, startChild } from './children.mjs'
import { temporaryFolder } from './temporary-folder.mjs'

/** As wide as the screens that stand beside tills. */
const screen = '1366x900x24'

/**
 * Starts a display without a screen, on a number that is free, open only to who has its cookie.
 * @param {{ pictured?: boolean }} [options] `pictured`: what it shows lies in a file, which
 *   TILLSIDE_E2E_PICTURE names (XWD)
 * @returns {Promise<{ env: Record<string, string>, end: () => Promise<void> }>} what a program needs in
 *   its environment to use it; throws a PlainFailure when it does not come up
 */
export async function startVirtualDisplay({ pictured = false } = {}) {
  const folder = temporaryFolder('display')
  const cookieFile = path.join(folder, 'cookie')
  writeFileSync(cookieFile, cookieEntry(randomBytes(16)), { mode: 0o600 })
  const words = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-auth', cookieFile]
  // A server that starts anew when its last client leaves throws out whoever is just coming.
  words.push('-noreset')
  if (pictured) words.push('-fbdir', folder)
  const server = startChild(findProgram('Xvfb') ?? 'Xvfb', words, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const number = await answerOf(server, 'The virtual display')
  /** @type {Record<string, string>} */
  const env = { DISPLAY: `:${number}`, XAUTHORITY: cookieFile }
  if (pictured) env.TILLSIDE_E2E_PICTURE = path.join(folder, 'Xvfb_screen0')
  return { env, end: () => endChild(server) }
}

/**
 * An X authority file with one entry that fits any address and any display number.
 * @param {Buffer} cookie
 */
function cookieEntry(cookie) {
  const anyAddress = Buffer.from([0xff, 0xff])
  const fields = ['', '', 'MIT-MAGIC-COOKIE-1', cookie].map((field) => {
    const bytes = Buffer.from(field)
    const size = Buffer.alloc(2)
    size.writeUInt16BE(bytes.length)
    return Buffer.concat([size, bytes])
  })
  return Buffer.concat([anyAddress, ...fields])
}
