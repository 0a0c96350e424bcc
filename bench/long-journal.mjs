// @ts-check
import { setTimeout as pause } from 'node:timers/promises'
import { PlainFailure, say } from '../scripts/setup/project.mjs'
import { beyond, figureOf } from './figures.mjs'
import { newTill, withTill } from './open-program.mjs'
import { longJournal, rounds, written } from './plan.mjs'
import { runProgram } from './tills.mjs'

const onLimitMs = 120_000
const pages = 20

/**
 * One start of a till, and what Activity takes afterwards.
 * @param {string} profile
 * @returns {Promise<{ on: number, pages: readonly number[] }>} milliseconds from the start of the process until refunds were
 *   on, and what each page of the newest hundred took
 */
async function measureTill(profile) {
  const times = await withTill({ profile }, async ({ page, startedAt }) => {
    const on = await page.evaluate(waitForRefunds, onLimitMs)
    if (on === null) throw new PlainFailure('Refunds did not come on.')
    return { on: on - startedAt, pages: await page.evaluate(readPages, pages) }
  })
  await pause(200)
  return times
}

/**
 * Runs in the page. When refunds are on, in milliseconds since 1970; null when they did not come on.
 * @param {number} limit
 */
async function waitForRefunds(limit) {
  for (;;) {
    const answer = await Reflect.get(window, 'tillside').call('app:read')
    if (answer.value.refunds.on === true) return performance.timeOrigin + performance.now()
    if (performance.now() > limit) return null
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/**
 * Runs in the page.
 * @param {number} times
 */
async function readPages(times) {
  const took = []
  for (let time = 0; time < times; time += 1) {
    const asked = performance.now()
    const answer = await Reflect.get(window, 'tillside').call('activity:page', { before: null, count: 100 })
    if (!answer.ok) throw new Error('Activity could not be read')
    took.push(performance.now() - asked)
  }
  return took
}

/**
 * A till whose record is ten years old beside one whose record is empty.
 * @param {{ url: string, token: string }} service
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function longJournalFigures(service) {
  const { refunds, highWater } = longJournal
  const [old, empty] = [await newTill(service), await newTill(service)]
  say(`writing down ${written(refunds)} refunds …`)
  await runProgram('fill-journal', old, refunds, highWater)
  /** @type {Record<'onOld' | 'onEmpty' | 'pagesOld' | 'pagesEmpty', number[]>} */
  const times = { onOld: [], onEmpty: [], pagesOld: [], pagesEmpty: [] }
  // Turn and turn about, so that what slows one slows both.
  for (let round = 1 - rounds.warmUp; round <= rounds.starts; round += 1) {
    say(`a journal of ten years: round ${round} of ${rounds.starts} …`)
    const starts = { empty: await measureTill(empty), old: await measureTill(old) }
    if (round < 1) continue
    times.onOld.push(starts.old.on)
    times.onEmpty.push(starts.empty.on)
    times.pagesOld.push(...starts.old.pages)
    times.pagesEmpty.push(...starts.empty.pages)
  }
  const { lines } = await runProgram('stuck-attempt')
  const size = `${written(refunds)} refunds and ${written(highWater)} high-water values in the journal`
  return [
    figureOf(`start until refunds are on, ${size}`, 'ms', times.onOld, {
      beside: ['an empty journal', times.onEmpty],
    }),
    figureOf('the same, beyond an empty journal', 'ms', beyond(times.onOld, times.onEmpty), { most: 300 }),
    figureOf(
      'Activity, the newest 100, beyond an empty journal',
      'ms',
      beyond(times.pagesOld, times.pagesEmpty),
      { most: 20 },
    ),
    figureOf('lines that a refund without an answer adds in a day', 'lines', [lines], { most: 30 }),
  ]
}
