// @ts-check
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { firstScriptSize } from '../scripts/building/first-script.mjs'
import { bundle } from '../scripts/prove/bundle.mjs'
import { projectFolder, runScript, say } from '../scripts/setup/project.mjs'
import { median, quantile, tableOf } from './figures.mjs'
import { machine, startAndWeigh } from './program.mjs'

const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 7

/** Turn and turn about, so that what slows the machine slows both. */
async function measureProgram() {
  /** @type {Record<'tillside' | 'bare', { startMs: number, memoryMb: number | null }[]>} */
  const measured = { tillside: [], bare: [] }
  for (let round = 1; round <= rounds; round += 1) {
    say(`start and memory, round ${round} of ${rounds}`)
    for (const what of /** @type {const} */ (['bare', 'tillside'])) {
      measured[what].push(await startAndWeigh(what, { restMs: 3000 }))
    }
  }
  return measured
}

/** @returns {Promise<Record<'show' | 'rawShow' | 'refund' | 'rawRefund', number[]>>} */
async function measureCalls() {
  say('calls to a local service')
  await bundle({ entry: 'bench/service-calls.ts', outDir: 'out/bench' })
  const program = path.join(projectFolder, 'out', 'bench', 'service-calls.cjs')
  const words = ['--no-warnings', program, ...(quick ? ['--quick'] : [])]
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 16 * 1024 * 1024 })
  return JSON.parse(stdout)
}

await runScript(async () => {
  const program = await measureProgram()
  const calls = await measureCalls()
  const starts = (/** @type {'tillside' | 'bare'} */ what) => program[what].map(({ startMs }) => startMs)
  const memory = (/** @type {'tillside' | 'bare'} */ what) =>
    program[what].flatMap(({ memoryMb }) => memoryMb ?? [])
  const beyond = (/** @type {number[]} */ ours, /** @type {number[]} */ raw) =>
    ours.map((time, index) => time - (raw[index] ?? 0))
  const bare = 'a bare window'
  /** @type {import('./figures.mjs').Figure[]} */
  const figures = [
    {
      what: 'start until the scan field is there, median',
      unit: 'ms',
      value: median(starts('tillside')),
      baseline: median(starts('bare')),
      baselineName: bare,
      budget: '≤ 1.25 ×',
    },
    ...(memory('bare').length === 0
      ? []
      : [
          {
            what: 'memory of all processes, idle, median',
            unit: 'MB',
            value: median(memory('tillside')),
            baseline: median(memory('bare')),
            baselineName: bare,
            budget: '≤ 1.3 ×',
          },
        ]),
    {
      what: 'a show, median',
      unit: 'ms',
      value: median(calls.show),
      baseline: median(calls.rawShow),
      baselineName: 'a raw request',
      budget: '',
    },
    {
      what: 'a show beyond the raw request, p95',
      unit: 'ms',
      value: quantile(beyond(calls.show, calls.rawShow), 0.95),
      baseline: null,
      baselineName: '',
      budget: '≤ 5 ms',
    },
    {
      what: 'a refund, median',
      unit: 'ms',
      value: median(calls.refund),
      baseline: median(calls.rawRefund),
      baselineName: 'a raw show and POST',
      budget: '',
    },
    {
      what: 'a refund beyond the service’s own time, p95',
      unit: 'ms',
      value: quantile(beyond(calls.refund, calls.rawRefund), 0.95),
      baseline: null,
      baselineName: '',
      budget: '≤ 30 ms',
    },
    {
      what: 'the window’s first script, gzip',
      unit: 'kB',
      value: firstScriptSize().bytes / 1000,
      baseline: null,
      baselineName: '',
      budget: '≤ 120 kB',
    },
  ]
  process.stdout.write(`\n${tableOf(figures)}\n`)
  const results = {
    machine: machine(),
    rounds,
    quick,
    figures,
    starts: { tillside: starts('tillside'), bare: starts('bare') },
  }
  writeFileSync(path.join(projectFolder, 'bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
})
