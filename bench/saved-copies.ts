import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { type Figure, figureOf } from './figures'
import { withTill } from './open-program'
import { quick, rounds, sizes, written } from './plan'
import { makeScanner } from './scans'
import type { FilledTill, Tills } from './tills'

const warmUp = quick ? 3 : 8
/** Longer than the troubled service takes, so that each scan meets a till that is at rest. */
const betweenMs = 250

/** Milliseconds, see watch-main.cjs. */
type MainCall = { readonly took: number; readonly waited: number | null }

/**
 * Opens a till with saved copies and scans some of them, each once.
 * @param from its first code
 * @returns milliseconds from the scan's Enter to the painted copy, and what of it main had the question
 */
async function measureSavedCopies({ profile, codes }: FilledTill, from: number) {
  const watch = path.join(temporaryFolder('watch'), 'times.json')
  const painted: number[] = []
  await withTill({ profile, watch }, async ({ page }) => {
    const scan = await makeScanner(page)
    for (let number = 0; number < warmUp + rounds.scans; number += 1) {
      await pause(betweenMs)
      const time = await scan(codes[(from + number) % codes.length] ?? '')
      if (number >= warmUp) painted.push(time)
    }
  })
  const inMain: readonly MainCall[] = JSON.parse(readFileSync(watch, 'utf8')).copies
  return { painted, inMain: inMain.slice(warmUp) }
}

export async function savedCopyFigures(tills: Tills): Promise<readonly Figure[]> {
  const painted: Record<keyof Tills, number[]> = { few: [], many: [] }
  const inMain: MainCall[] = []
  for (let round = 0; round < rounds.copies; round += 1) {
    for (const size of ['few', 'many'] as const) {
      say(`saved copies: ${written(sizes[size])}, round ${round + 1} of ${rounds.copies} …`)
      const times = await measureSavedCopies(tills[size], round * 101)
      painted[size].push(...times.painted)
      if (size === 'many') inMain.push(...times.inMain)
    }
  }
  const name = `scan → saved copy painted, ${written(sizes.many)} saved`
  const few = [`${written(sizes.few)} saved`, painted.few] as const
  const inMainBudget = { share: 0.99, most: 2 }
  const took = inMain.map((call) => call.took)
  const atWork = inMain.map(({ took, waited }) => (waited === null ? Number.NaN : took - waited))
  return [
    figureOf(`${name}, median`, 'ms', painted.many, { beside: few, mostTimes: 1.5 }),
    figureOf(`${name}, p95`, 'ms', painted.many, { share: 0.95, most: 50 }),
    figureOf('main’s share of it, p99', 'ms', took, inMainBudget),
    figureOf('the same without its waits for a free processor, p99', 'ms', atWork, inMainBudget),
  ]
}
