// @ts-check
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryFolder } from '../scripts/setup/folders'
import { PlainFailure, say } from '../scripts/setup/project.mjs'
import { beyond, figureOf } from './figures.mjs'
import { openProgram, provision } from './open-program.mjs'
import { longJournal, rounds, watchedMs, written } from './plan.mjs'
import { benchProgram, tillOfYears } from './tills.mjs'

const onLimitMs = 120_000
const pages = 20

/**
 * @typedef {object} TillStart
 * @property {number} complete milliseconds from the start of the process until all of the counter stood
 * @property {number} refundsOn the same, until refunds were on
 * @property {readonly number[]} questions what each question of the page to main took in the seconds after that
 * @property {readonly number[]} pages what each page of the newest hundred took
 */

/**
 * One start of a till, and what it lets the page wait for afterwards.
 * @param {string} profile
 * @returns {Promise<TillStart>}
 */
async function measureTill(profile) {
  const program = await openProgram('tillside', { profile })
  try {
    const page = await program.page()
    await page.getByRole('navigation').waitFor()
    const origin = await page.evaluate(() => performance.timeOrigin)
    const on = await page.evaluate(waitForRefunds, onLimitMs)
    if (on === null) throw new PlainFailure('Refunds did not come on.')
    const questions = await page.evaluate(askForAppState, watchedMs)
    const times = await page.evaluate(readPages, pages)
    const complete = await page.evaluate(
      () => performance.getEntriesByName('counter stands')[0]?.startTime ?? Number.NaN,
    )
    const since = origin - program.startedAt
    return { complete: since + complete, refundsOn: since + on, questions, pages: times }
  } finally {
    await program.close()
    await pause(200)
  }
}

/**
 * Runs in the page. When refunds are on, by the page's own clock; null when they did not come on.
 * @param {number} limit
 */
async function waitForRefunds(limit) {
  for (;;) {
    const answer = await Reflect.get(window, 'tillside').call('app:read')
    if (answer.value.refunds.on === true) return performance.now()
    if (performance.now() > limit) return null
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/**
 * Runs in the page.
 * @param {number} forMs
 */
async function askForAppState(forMs) {
  const until = performance.now() + forMs
  const took = []
  while (performance.now() < until) {
    const asked = performance.now()
    await Reflect.get(window, 'tillside').call('app:read')
    took.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return took
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
 * How many lines a refund without an answer adds to the journal in a day, asked of a till whose clock is moved.
 * @returns {Promise<number>}
 */
async function linesOfStuckAttempt() {
  const { stdout } = await promisify(execFile)(process.execPath, [...(await benchProgram('stuck-attempt'))])
  return Number(JSON.parse(stdout).lines)
}

/**
 * @param {{ url: string, token: string }} service
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function longJournalFigures(service) {
  const old = await tillOfYears(service)
  const empty = temporaryFolder('till')
  await provision(empty, service)
  /** @type {{ old: TillStart[], empty: TillStart[] }} */
  const measured = { old: [], empty: [] }
  // Turn and turn about, so that what slows one slows both.
  for (let round = 1 - rounds.warmUp; round <= rounds.starts; round += 1) {
    say(`a journal of ten years: round ${round} of ${rounds.starts} …`)
    const starts = { empty: await measureTill(empty), old: await measureTill(old) }
    if (round < 1) continue
    measured.empty.push(starts.empty)
    measured.old.push(starts.old)
  }
  return figuresOf(measured.old, measured.empty, await linesOfStuckAttempt())
}

/**
 * @param {readonly TillStart[]} old
 * @param {readonly TillStart[]} empty
 * @param {number} lines
 */
function figuresOf(old, empty, lines) {
  const { refunds, highWater } = longJournal
  const words = `${written(refunds)} refunds and ${written(highWater)} high-water values in the journal`
  const on = { old: old.map(({ refundsOn }) => refundsOn), empty: empty.map(({ refundsOn }) => refundsOn) }
  const questions = {
    old: old.flatMap((start) => start.questions),
    empty: empty.flatMap((start) => start.questions),
  }
  const none = { baselineName: 'an empty journal' }
  return [
    figureOf(
      `start until all of the counter stands, ${words}`,
      'ms',
      old.map(({ complete }) => complete),
      {
        baseline: empty.map(({ complete }) => complete),
        ...none,
      },
    ),
    figureOf('the same, until refunds are on', 'ms', on.old, { baseline: on.empty, ...none }),
    figureOf('the same, beyond an empty journal', 'ms', beyond(on.old, on.empty), {
      budget: { most: 300, of: 'value' },
    }),
    figureOf('a question to main while older lines are checked, p99', 'ms', questions.old, {
      share: 0.99,
      baseline: questions.empty,
      ...none,
    }),
    figureOf(
      'Activity, the newest 100, beyond an empty journal',
      'ms',
      beyond(
        old.flatMap((start) => start.pages),
        empty.flatMap((start) => start.pages),
      ),
      { budget: { most: 20, of: 'value' } },
    ),
    figureOf('lines that a refund without an answer adds in a day', 'lines', [lines], {
      budget: { most: 30, of: 'value' },
    }),
  ]
}
