// @ts-check
/** What the window weighs after many lookups, and how long the worst records keep it from painting. */
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { memoryOf } from './memory.mjs'
import { newTill, withTill } from './open-program.mjs'
import { quick, restMs, rounds, written } from './plan.mjs'
import { makeScanner } from './scans.mjs'
import { localService, oddService } from './tills.mjs'

/** @typedef {import('./figures.mjs').Figure} Figure */

const receipts = 200
/** The window paints within this, in milliseconds, whatever the service answers. */
const frameBudget = 200
const afterMoreMs = 500

/**
 * What a till weighs after so many lookups, each answered by a service on this computer.
 * @returns {Promise<Figure[]>}
 */
export async function growthFigures() {
  say(`memory after ${written(rounds.lookups)} lookups …`)
  const service = await localService(receipts)
  const { before, after } = await withTill({ profile: await newTill(service) }, async ({ page, pid }) => {
    const session = await page.context().newCDPSession(page)
    const weigh = async () => {
      // What the page has let go of and not yet collected is no growth.
      await session.send('HeapProfiler.collectGarbage')
      await pause(restMs)
      return memoryOf(pid)
    }
    const scan = await makeScanner(page)
    const before = await weigh()
    for (let done = 1; done <= rounds.lookups; done += 1) await scan(service.codes[done % receipts] ?? '')
    return { before, after: await weigh() }
  }).finally(service.stop)
  return [
    figureOf(`memory after ${written(rounds.lookups)} lookups`, 'MB', [after], {
      beside: ['idle', [before]],
    }),
  ]
}

/**
 * The worst records: the longest time in which the window paints nothing, from the scan until "More" stood open.
 * @returns {Promise<Figure[]>}
 */
export async function hostileRecordFigures() {
  say('records that were made to freeze the window …')
  const service = await oddService()
  /** @type {Record<string, number[]>} */
  const times = {}
  await withTill({ profile: await newTill(service) }, async ({ page }) => {
    const scan = await makeScanner(page)
    await page.evaluate(watchFrames)
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      for (const [name, code] of Object.entries(service.codes)) {
        await page.evaluate(longestFrame)
        await scan(code)
        await page.getByRole('button', { name: 'More' }).click()
        await pause(afterMoreMs)
        times[name] = [...(times[name] ?? []), await page.evaluate(longestFrame)]
      }
    }
  }).finally(service.stop)
  const { usual = [], ...hostile } = times
  return Object.entries(hostile).map(([name, frames]) =>
    figureOf(`the window’s longest pause, the worst ${name}`, 'ms', frames, {
      beside: ['a usual record', usual],
      most: frameBudget,
    }),
  )
}

/** Runs in the page: notes how long it paints nothing. */
function watchFrames() {
  const told = {
    longest: 0,
    last: performance.now(),
    /** A method: what tsx adds to functions with names of their own is not known in the page. */
    frame() {
      const now = performance.now()
      told.longest = Math.max(told.longest, now - told.last)
      told.last = now
      requestAnimationFrame(told.frame)
    },
  }
  requestAnimationFrame(told.frame)
  Object.assign(window, { told })
}

/** Runs in the page. @returns {number} milliseconds: the longest such time since it was last asked for */
function longestFrame() {
  const told = Reflect.get(window, 'told')
  const { longest } = told
  Object.assign(told, { longest: 0, last: performance.now() })
  return longest
}
