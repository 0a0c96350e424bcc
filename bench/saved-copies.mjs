// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { withTill } from './open-program.mjs'
import { quick, rounds, sizes, written } from './plan.mjs'
import { makeScanner } from './scans.mjs'

const warmUp = quick ? 3 : 8
/** Longer than the troubled service takes, so that each scan meets a till that is at rest. */
const betweenMs = 250

/** @typedef {{ readonly took: number, readonly waited: number | null }} MainCall milliseconds, see watch-main.cjs */

/**
 * Opens a till with saved copies and scans some of them.
 * @param {import('./tills.mjs').FilledTill} till
 * @param {{ scans: number, from: number }} options which of its codes: `from` on, each once
 * @returns {Promise<{ painted: number[], inMain: MainCall[] }>} milliseconds from the scan's Enter to the painted
 *   copy, and what of it main had the question
 */
async function measureSavedCopies({ profile, codes }, { scans, from }) {
  const watch = path.join(temporaryFolder('watch'), 'times.json')
  /** @type {number[]} */
  const painted = []
  await withTill({ profile, watch }, async ({ page }) => {
    const scan = await makeScanner(page)
    for (let number = 0; number < warmUp + scans; number += 1) {
      await pause(betweenMs)
      const time = await scan(codes[(from + number) % codes.length] ?? '')
      if (number >= warmUp) painted.push(time)
    }
  })
  return { painted, inMain: JSON.parse(readFileSync(watch, 'utf8')).copies.slice(warmUp) }
}

/**
 * @param {import('./tills.mjs').Tills} tills
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function savedCopyFigures(tills) {
  /** @type {{ few: number[], many: number[] }} */
  const painted = { few: [], many: [] }
  /** @type {MainCall[]} */
  const inMain = []
  for (let round = 0; round < rounds.copies; round += 1) {
    for (const size of /** @type {const} */ (['few', 'many'])) {
      say(`saved copies: ${written(sizes[size])}, round ${round + 1} of ${rounds.copies} …`)
      const times = await measureSavedCopies(tills[size], { scans: rounds.scans, from: round * 101 })
      painted[size].push(...times.painted)
      if (size === 'many') inMain.push(...times.inMain)
    }
  }
  const name = `scan → saved copy painted, ${written(sizes.many)} saved`
  const few = /** @type {const} */ ([`${written(sizes.few)} saved`, painted.few])
  const inMainBudget = { share: 0.99, most: 2 }
  const atWork = inMain.map(({ took, waited }) => (waited === null ? Number.NaN : took - waited))
  return [
    figureOf(`${name}, median`, 'ms', painted.many, { beside: few, mostTimes: 1.5 }),
    figureOf(`${name}, p95`, 'ms', painted.many, { share: 0.95, most: 50 }),
    figureOf(
      'main’s share of it, p99',
      'ms',
      inMain.map(({ took }) => took),
      inMainBudget,
    ),
    figureOf('the same without its waits for a free processor, p99', 'ms', atWork, inMainBudget),
  ]
}
