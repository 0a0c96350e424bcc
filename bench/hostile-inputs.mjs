// @ts-check
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { watchFrames } from './frames'
import { openProgram, provision } from './open-program.mjs'
import { quick } from './plan.mjs'
import { makeScanner } from './scans.mjs'
import { benchProgram, oddService } from './tills.mjs'

/** The window paints within this, in milliseconds, whatever the service answers. */
const frameBudget = 200
const afterMoreMs = 500

/** The main process gives way within this, in milliseconds, whatever it is given. */
const pauseBudget = 50

/**
 * What was made to freeze the till: the longest time in which the main process gives nobody a turn.
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function hostileInputFigures() {
  say('lists and answers that were made to freeze the till …')
  const words = [...(await benchProgram('hostile-inputs')), quick ? '2' : '5']
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 16 * 1024 * 1024 })
  /** @type {Record<string, number[]>} */
  const times = JSON.parse(stdout)
  return Object.entries(times)
    .filter(([name]) => !name.startsWith('honest'))
    .map(([name, pauses]) => {
      const kind = name.startsWith('list') ? 'list' : 'answer'
      return figureOf(`main’s longest pause, the largest ${name}`, 'ms', pauses, {
        baseline: times[`honest ${kind}`] ?? [],
        baselineName: `an honest ${kind} of that size`,
        budget: { most: pauseBudget, of: 'value' },
      })
    })
}

/**
 * The worst records in the real window: the longest time in which it paints nothing, from the scan until "More" stood open.
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function hostileRecordFigures() {
  say('records that were made to freeze the window …')
  const service = await oddService()
  const profile = temporaryFolder('till')
  await provision(profile, service)
  const program = await openProgram('tillside', { profile })
  /** @type {Record<string, number[]>} */
  const times = {}
  try {
    const page = await program.page()
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    const scan = await makeScanner(page)
    const longest = await watchFrames(page)
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      for (const [name, code] of Object.entries(service.codes)) {
        await longest()
        await scan(code)
        await page.getByRole('button', { name: 'More' }).click()
        await pause(afterMoreMs)
        times[name] = [...(times[name] ?? []), await longest()]
      }
    }
  } finally {
    await program.close()
    service.stop()
  }
  const { usual = [], ...hostile } = times
  return Object.entries(hostile).map(([name, frames]) =>
    figureOf(`the window’s longest pause, the worst ${name}`, 'ms', frames, {
      baseline: usual,
      baselineName: 'a usual record',
      budget: { most: frameBudget, of: 'value' },
    }),
  )
}
