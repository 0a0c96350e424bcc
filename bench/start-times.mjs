// @ts-check
import { setTimeout as pause } from 'node:timers/promises'
import { PlainFailure } from '../scripts/setup/project.mjs'
import { memoryOf } from './memory.mjs'
import { openProgram } from './open-program.mjs'

const thereLimitMs = 30_000
const askEveryMs = 200

/**
 * One start. Times are milliseconds from the start of the process; they are read from the page's own clock long
 * afterwards, so that nothing asks while they pass.
 * @typedef {object} Start
 * @property {number} painted the scan field is on the screen, and what hears scans is in place (src/renderer/start.ts): the
 *   later of the two; of the bare window the first paint
 * @property {number | null} complete all of the counter stands, the app state known; null for the bare window
 * @property {number | null} memory of all processes after the rest, in MB
 */

/**
 * @param {'tillside' | 'bare'} what
 * @param {{ profile: string, args?: readonly string[], restMs: number }} options
 * @returns {Promise<Start>}
 */
export async function measureStart(what, { profile, args = [], restMs }) {
  const program = await openProgram(what, { profile, args })
  try {
    await pause(restMs)
    const page = await program.page()
    // A busy machine may not be there yet; what is read is what was kept, however late it is asked for.
    await untilThere(page, what === 'tillside')
    const { origin, paint, complete } = await page.evaluate(readPage)
    await pause(restMs)
    const memory = memoryOf(program.pid)
    const since = (/** @type {number | undefined} */ at) =>
      at === undefined ? null : origin + at - program.startedAt
    return { painted: since(paint) ?? Number.NaN, complete: since(complete), memory }
  } finally {
    await program.close()
  }
}

/**
 * Asks in turns: the driver's own waiting makes code of text in the page, which its content policy forbids.
 * @param {import('@playwright/test').Page} page
 * @param {boolean} isTillside
 */
async function untilThere(page, isTillside) {
  const latest = Date.now() + thereLimitMs
  while (!(await page.evaluate(isThere, isTillside))) {
    if (Date.now() > latest) throw new PlainFailure('The window did not come to stand.')
    await pause(askEveryMs)
  }
}

/** Runs in the page: whether all that is to be read has happened. @param {boolean} isTillside */
function isThere(isTillside) {
  const stands = performance.getEntriesByName('counter stands').length > 0
  return performance.getEntriesByType('paint').length > 0 && (stands || !isTillside)
}

/** Runs in the page. The window notes when all of the counter stands (src/renderer/boot/window.tsx). */
function readPage() {
  const paints = performance.getEntriesByType('paint')
  const contentful = paints.find(({ name }) => name === 'first-contentful-paint')
  return {
    origin: performance.timeOrigin,
    // The bare window has a field and no text, which is no content by that measure.
    paint: Math.max(
      (contentful ?? paints[0])?.startTime ?? Number.NaN,
      performance.getEntriesByName('scans are heard')[0]?.startTime ?? 0,
    ),
    complete: performance.getEntriesByName('counter stands')[0]?.startTime,
  }
}
