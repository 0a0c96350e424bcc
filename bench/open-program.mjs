// @ts-check
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import { endChild, startChild } from '../scripts/session/children'
import { sandboxIsOn } from '../scripts/session/desktop-session'
import { temporaryFolder } from '../scripts/setup/folders'
import { inProject, PlainFailure, projectFolder } from '../scripts/setup/project.mjs'

const electron = String(createRequire(import.meta.url)('electron'))
const bare = inProject('bench', 'bare')
const listening = /DevTools listening on (ws:\S+)/
const openLimitMs = 30_000

/**
 * A program as a person would start it, but for the door that is asked for measurements afterwards.
 * @typedef {object} OpenedProgram
 * @property {number} startedAt when it was started, in milliseconds since 1970, with fractions
 * @property {number} pid
 * @property {() => Promise<import('@playwright/test').Page>} page its one window; asked for late, so that being
 *   asked does not slow what is measured
 * @property {() => Promise<void>} close
 */

/**
 * Starts Tillside, or the bare window that it is measured against, directly: no test driver comes between.
 * @param {'tillside' | 'bare'} what
 * @param {{ profile: string, watch?: string }} options `watch`: where main's share of
 *   each look for a saved copy is written when the program ends (watch-main.cjs)
 * @returns {Promise<OpenedProgram>}
 */
export async function openProgram(what, { profile, watch }) {
  const words = [
    ...(sandboxIsOn() ? [] : ['--no-sandbox']),
    ...(watch === undefined ? [] : ['-r', inProject('bench', 'watch-main.cjs')]),
    what === 'bare' ? bare : projectFolder,
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
  ]
  const env = { ...process.env, TILLSIDE_BENCH_WATCH: watch ?? '' }
  const startedAt = performance.timeOrigin + performance.now()
  const child = startChild(electron, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const door = await doorOf(child)
  return {
    startedAt,
    pid: child.pid ?? 0,
    page: () => pageBehind(door),
    close: () => endChild(child),
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function doorOf(child) {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) =>
      reject(new PlainFailure(`The program ${why}: ${said.slice(-2000)}`))
    const limit = setTimeout(() => fail('did not open'), openLimitMs)
    child.stderr?.on('data', (words) => {
      said += words
      const door = listening.exec(said)?.[1]
      if (door === undefined) return
      clearTimeout(limit)
      resolve(door)
    })
    child.once('exit', (code) => {
      clearTimeout(limit)
      fail(`ended with ${code}`)
    })
  })
}

/** @param {string} door */
async function pageBehind(door) {
  const browser = await chromium.connectOverCDP(door, { noDefaults: true })
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new PlainFailure('The program has no window.')
  return page
}

/**
 * Opens a till, does the work once its counter stands, and closes it.
 * @template T
 * @param {{ profile: string, watch?: string }} options as for `openProgram`
 * @param {(opened: Omit<OpenedProgram, 'page'> & { page: import('@playwright/test').Page }) => Promise<T>} work
 */
export async function withTill(options, work) {
  const program = await openProgram('tillside', options)
  try {
    const page = await program.page()
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    await page.evaluate(offerAfterFrame)
    return await work({ ...program, page })
  } finally {
    await program.close()
  }
}

/** Runs in the page: has it call back with the time of the first task after the next frame. */
function offerAfterFrame() {
  const benchAfterFrame = (/** @type {(at: number) => void} */ told) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      told(performance.now())
      // An open port is never collected: the bench would measure its own growth.
      port1.close()
    }
    // The message comes when the frame has been handed on.
    requestAnimationFrame(() => port2.postMessage(null))
  }
  Object.assign(window, { benchAfterFrame })
}

/**
 * Provisions a new till through the program's own command line.
 * @param {{ url: string, token: string }} service
 * @returns {Promise<string>} its profile
 */
export async function newTill({ url, token }) {
  const profile = temporaryFolder('till')
  const words = [
    ...(sandboxIsOn() ? [] : ['--no-sandbox']),
    ...[projectFolder, `--user-data-dir=${profile}`, '--provision', `--service-url=${url}`],
    ...['--token-stdin', '--store-name=Bench'],
  ]
  const child = startChild(electron, words, { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin?.end(`${token}\n`)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new PlainFailure('A till could not be provisioned.')
  return profile
}
