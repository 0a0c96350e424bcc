// @ts-check
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inProject, say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { quick } from './plan.mjs'
import { benchProgram } from './tills.mjs'

/** The main process gives way within this, in milliseconds, whatever it is given. */
const pauseBudget = 50

/**
 * What was made to freeze the till: the longest time in which the main process gives nobody a turn.
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function hostileInputFigures() {
  say('lists and answers that were made to freeze the till …')
  const words = [
    ...(await benchProgram('hostile-inputs')),
    inProject('out', 'main', 'code-list-thread.js'),
    quick ? '2' : '5',
  ]
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
