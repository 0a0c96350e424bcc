// @ts-check
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { beyond, figureOf, median } from './figures.mjs'
import { longJournal, written } from './plan.mjs'
import { benchProgram } from './tills.mjs'

/** architecture.md's budgets, in milliseconds. */
const openingBudget = 300
const pageBudget = 20

/**
 * @typedef {object} Measured milliseconds, every try
 * @property {number[]} openingEmpty
 * @property {number[]} opening
 * @property {number[]} openingWithSixtyWatched
 * @property {number[]} openingAfterMonth
 * @property {number[]} openingWithoutIndex
 * @property {Record<string, number[]>} page
 * @property {{ line: number[] }} refund
 * @property {number[]} slices
 */

/**
 * A record of ten years by itself, without a window: what opening, Activity, a refund and the work behind the cashier take.
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function journalFileFigures() {
  const { refunds, highWater } = longJournal
  say(`one record of ${written(refunds)} refunds …`)
  const words = [...(await benchProgram('measure-journal')), temporaryFolder('journal')]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...words, String(refunds), String(highWater)],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  return figuresOf(JSON.parse(stdout))
}

/** @param {Measured} measured */
function figuresOf({
  opening,
  openingEmpty,
  openingWithSixtyWatched,
  openingAfterMonth,
  openingWithoutIndex,
  page,
  refund,
  slices,
}) {
  const { refunds, highWater } = longJournal
  const size = `${written(refunds)} refunds, ${written(highWater)} high-water values`
  const empty = openingEmpty.map(() => median(openingEmpty))
  const figures = [
    figureOf(`a record opens, beyond an empty one: ${size}`, 'ms', beyond(opening, empty), {
      budget: { most: openingBudget, of: 'value' },
    }),
    figureOf('the same with sixty refunds watched', 'ms', beyond(openingWithSixtyWatched, empty), {
      budget: { most: openingBudget, of: 'value' },
    }),
    figureOf('the same after the till was off for a month', 'ms', beyond(openingAfterMonth, empty), {
      budget: { most: openingBudget, of: 'value' },
    }),
    figureOf('the same without its index: the last month is read first', 'ms', openingWithoutIndex),
    figureOf('a line is on the disk', 'ms', refund.line),
    figureOf('a slice of the work behind the cashier, 99 of 100', 'ms', slices, { share: 0.99 }),
    figureOf(`the index made anew and all verified, pauses left out: ${size}`, 'ms', [
      slices.reduce((sum, slice) => sum + slice, 0),
    ]),
  ]
  const pages = Object.entries(page).map(([name, times]) =>
    figureOf(`Activity, a page of 100: ${name}`, 'ms', times, { budget: { most: pageBudget, of: 'value' } }),
  )
  return [...figures, ...pages]
}
