// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { openProgram } from './open-program.mjs'
import { quick, rounds, sizes, written } from './plan.mjs'
import { makeScanner } from './scans.mjs'

const warmUp = quick ? 3 : 8
/** Longer than the troubled service takes, so that each scan meets a till that is at rest. */
const betweenMs = 250
const inMainBudget = /** @type {const} */ ({ most: 2, of: 'value' })

/** @typedef {{ readonly took: number, readonly waited: number | null }} MainCall milliseconds, see watch-main.cjs */

/**
 * Opens a till with saved copies and scans some of them.
 * @param {import('./tills.mjs').FilledTill} till
 * @param {{ scans: number, from: number }} options which of its codes: `from` on, each once
 * @returns {Promise<{ painted: number[], inMain: MainCall[] }>} milliseconds from the scan's Enter to the painted
 *   copy, and what of it main had the question
 */
async function measureSavedCopies(till, { scans, from }) {
  const watch = path.join(temporaryFolder('watch'), 'times.json')
  const program = await openProgram('tillside', { profile: till.profile, watch })
  /** @type {number[]} */
  const painted = []
  try {
    const page = await program.page()
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    const scan = await makeScanner(page)
    for (let number = 0; number < warmUp + scans; number += 1) {
      await pause(betweenMs)
      const time = await scan(till.codes[(from + number) % till.codes.length] ?? '')
      if (number >= warmUp) painted.push(time)
    }
  } finally {
    await program.close()
  }
  return { painted, inMain: JSON.parse(readFileSync(watch, 'utf8')).copies.slice(warmUp) }
}

/**
 * @param {import('./tills.mjs').Tills} tills
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function savedCopyFigures(tills) {
  const nothing = () => ({ painted: /** @type {number[]} */ ([]), inMain: /** @type {MainCall[]} */ ([]) })
  const measured = { few: nothing(), some: nothing(), many: nothing() }
  for (let round = 0; round < rounds.copies; round += 1) {
    for (const size of /** @type {const} */ (['few', 'some', 'many'])) {
      const till = tills[size]
      if (till === undefined) continue
      say(`saved copies: ${written(sizes[size] ?? 0)}, round ${round + 1} of ${rounds.copies} …`)
      const times = await measureSavedCopies(till, { scans: rounds.scans, from: round * 101 })
      measured[size].painted.push(...times.painted)
      measured[size].inMain.push(...times.inMain)
    }
  }
  const { few, some, many } = measured
  const name = (/** @type {number} */ count) => `scan → saved copy painted, ${written(count)} saved`
  return [
    figureOf(`${name(sizes.few)}, median`, 'ms', few.painted),
    ...(sizes.some === undefined ? [] : [figureOf(`${name(sizes.some)}, median`, 'ms', some.painted)]),
    figureOf(`${name(sizes.many)}, median`, 'ms', many.painted, {
      baseline: few.painted,
      baselineName: `${written(sizes.few)} saved`,
      budget: { most: 1.5, of: 'ratio' },
    }),
    figureOf(`${name(sizes.many)}, p95`, 'ms', many.painted, {
      share: 0.95,
      budget: { most: 50, of: 'value' },
    }),
    figureOf('main’s share of it, median', 'ms', many.inMain.map(whole), {
      baseline: few.inMain.map(whole),
      baselineName: `${written(sizes.few)} saved`,
    }),
    figureOf('main’s share of it, p99', 'ms', many.inMain.map(whole), { share: 0.99, budget: inMainBudget }),
    figureOf('the same without its waits for a free processor, p99', 'ms', many.inMain.map(atWork), {
      share: 0.99,
      budget: inMainBudget,
    }),
  ]
}

/** @param {MainCall} call */
function whole({ took }) {
  return took
}

/** @param {MainCall} call */
function atWork({ took, waited }) {
  return waited === null ? Number.NaN : took - waited
}
