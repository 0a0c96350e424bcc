// @ts-check
import { setTimeout as pause } from 'node:timers/promises'
import { PlainFailure, say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { openProgram } from './open-program.mjs'
import { longJournal, rounds, written } from './plan.mjs'
import { tillOfYears } from './tills.mjs'

const onLimitMs = 120_000
const askEveryMs = 50

/**
 * One start of a till of years.
 * @param {string} profile
 * @returns {Promise<{ complete: number, refundsOn: number, longestAnswer: number }>} milliseconds from the start of
 *   the process: until all of the counter stood, and until refunds were on; and the longest that main let a
 *   question of the page wait in between
 */
async function measureOldTill(profile) {
  const program = await openProgram('tillside', { profile })
  try {
    const page = await program.page()
    await page.getByRole('navigation').waitFor()
    const since = () => performance.timeOrigin + performance.now() - program.startedAt
    const latest = Date.now() + onLimitMs
    let longestAnswer = 0
    for (;;) {
      const { on, took } = await page.evaluate(askForDesk)
      longestAnswer = Math.max(longestAnswer, took)
      if (on) break
      if (Date.now() > latest) throw new PlainFailure('Refunds did not come on.')
      await pause(askEveryMs)
    }
    const refundsOn = since()
    const { origin, complete } = await page.evaluate(() => ({
      origin: performance.timeOrigin,
      complete: performance.getEntriesByName('counter stands')[0]?.startTime ?? Number.NaN,
    }))
    return { complete: origin + complete - program.startedAt, refundsOn, longestAnswer }
  } finally {
    await program.close()
  }
}

/** Runs in the page. */
async function askForDesk() {
  const asked = performance.now()
  const answer = await Reflect.get(window, 'tillside').readDesk()
  return { on: answer.value.refunds.on === true, took: performance.now() - asked }
}

/**
 * @param {{ url: string, token: string }} service
 * @param {Record<string, import('./start-times.mjs').Start[]>} starts
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function longJournalFigures(service, starts) {
  const profile = await tillOfYears(service)
  /** @type {{ complete: number, refundsOn: number, longestAnswer: number }[]} */
  const measured = []
  for (let round = 0; round < rounds.starts; round += 1) {
    say(`a journal of years: round ${round + 1} of ${rounds.starts} …`)
    measured.push(await measureOldTill(profile))
  }
  const { refunds, marks } = longJournal
  const words = `${written(refunds)} refunds and ${written(marks)} marks in the journal`
  return [
    figureOf(
      `start until all of the counter stands, ${words}`,
      'ms',
      measured.map(({ complete }) => complete),
      {
        baseline: (starts.till ?? []).flatMap(({ complete }) => complete ?? []),
        baselineName: 'none',
      },
    ),
    figureOf(
      'the same, until refunds are on',
      'ms',
      measured.map(({ refundsOn }) => refundsOn),
    ),
    figureOf(
      'what a question to main takes meanwhile, at most',
      'ms',
      measured.map(({ longestAnswer }) => longestAnswer),
    ),
  ]
}
