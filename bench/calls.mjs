// @ts-check
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { say } from '../scripts/setup/project.mjs'
import { beyond, figureOf } from './figures.mjs'
import { quick } from './plan.mjs'
import { benchProgram } from './tills.mjs'

/** @returns {Promise<import('./figures.mjs').Figure[]>} */
export async function callFigures() {
  say('calls to a local service …')
  const words = [...(await benchProgram('service-calls')), ...(quick ? ['--quick'] : [])]
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 16 * 1024 * 1024 })
  /** @type {Record<'show' | 'rawShow' | 'refund' | 'rawRefund', number[]>} */
  const { show, rawShow, refund, rawRefund } = JSON.parse(stdout)
  return [
    figureOf('a show, median', 'ms', show, { baseline: rawShow, baselineName: 'a raw request' }),
    figureOf('a show beyond the raw request, p95', 'ms', beyond(show, rawShow), {
      share: 0.95,
      budget: { most: 5, of: 'value' },
    }),
    figureOf('a refund, median', 'ms', refund, { baseline: rawRefund, baselineName: 'a raw show and POST' }),
    figureOf('a refund beyond the service’s own time, p95', 'ms', beyond(refund, rawRefund), {
      share: 0.95,
      budget: { most: 30, of: 'value' },
    }),
  ]
}
