// @ts-check
/** What needs no window: a record of ten years, calls to a service, and what was made to freeze the till. */
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { beyond, figureOf, quantile } from './figures.mjs'
import { longJournal, quick, written } from './plan.mjs'
import { runProgram } from './tills.mjs'

/** @typedef {import('./figures.mjs').Figure} Figure */

/** architecture.md's budgets, in milliseconds. */
const openingBudget = 300
const pageBudget = 20
/** The main process gives way within this, in milliseconds, whatever it is given. */
const pauseBudget = 50

/**
 * A record of ten years: what opening, Activity, a refund and the work behind the cashier take.
 * @returns {Promise<Figure[]>}
 */
export async function recordFigures() {
  const { refunds, highWater } = longJournal
  say(`one record of ${written(refunds)} refunds …`)
  /** @type {Record<'empty' | 'opening' | 'watched' | 'afterMonth' | 'withoutIndex' | 'line' | 'slices', number[]> &
   *   { pages: Record<string, number[]> }} */
  const times = await runProgram('measure-journal', temporaryFolder('journal'), refunds, highWater)
  const size = `${written(refunds)} refunds, ${written(highWater)} high-water values`
  const empty = quantile(times.empty, 0.5)
  const opening = (/** @type {string} */ what, /** @type {number[]} */ values) =>
    figureOf(
      what,
      'ms',
      values.map((value) => value - empty),
      { most: openingBudget },
    )
  return [
    opening(`a record opens, beyond an empty one: ${size}`, times.opening),
    opening('the same with sixty refunds watched', times.watched),
    opening('the same after the till was off for a month', times.afterMonth),
    figureOf('the same without its index: the last month is read first', 'ms', times.withoutIndex),
    figureOf('a line is on the disk', 'ms', times.line),
    figureOf('a slice of the work behind the cashier, 99 of 100', 'ms', times.slices, { share: 0.99 }),
    figureOf(`the index made anew and all verified, pauses left out: ${size}`, 'ms', [
      times.slices.reduce((sum, slice) => sum + slice, 0),
    ]),
    ...Object.entries(times.pages).map(([name, values]) =>
      figureOf(`Activity, a page of 100: ${name}`, 'ms', values, { most: pageBudget }),
    ),
  ]
}

/** @returns {Promise<Figure[]>} */
export async function callFigures() {
  say('calls to a local service …')
  /** @type {Record<'show' | 'rawShow' | 'refund' | 'rawRefund', number[]>} */
  const { show, rawShow, refund, rawRefund } = await runProgram('service-calls', quick ? 60 : 300)
  const p95 = (/** @type {number[]} */ ours, /** @type {number[]} */ raw, /** @type {number} */ most) =>
    /** @type {const} */ (['ms', beyond(ours, raw), { share: 0.95, most }])
  return [
    figureOf('a show, median', 'ms', show, { beside: ['a raw request', rawShow] }),
    figureOf('a show beyond the raw request, p95', ...p95(show, rawShow, 5)),
    figureOf('a refund, median', 'ms', refund, { beside: ['a raw show and POST', rawRefund] }),
    figureOf('a refund beyond the service’s own time, p95', ...p95(refund, rawRefund, 30)),
  ]
}

/**
 * What was made to freeze the till: the longest time in which the main process gives nobody a turn.
 * @returns {Promise<Figure[]>}
 */
export async function hostileInputFigures() {
  say('lists and answers that were made to freeze the till …')
  /** @type {Record<string, number[]>} */
  const times = await runProgram('hostile-inputs', quick ? 2 : 5)
  return Object.entries(times)
    .filter(([name]) => !name.startsWith('honest'))
    .map(([name, pauses]) => {
      const honest = `honest ${name.split(' ')[0]}`
      return figureOf(`main’s longest pause, the largest ${name}`, 'ms', pauses, {
        beside: [`an ${honest} of that size`, times[honest] ?? []],
        most: pauseBudget,
      })
    })
}
