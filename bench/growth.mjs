// @ts-check
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { figureOf } from './figures.mjs'
import { memoryOf } from './memory.mjs'
import { openProgram, provision } from './open-program.mjs'
import { restMs, rounds, written } from './plan.mjs'
import { makeScanner } from './scans.mjs'
import { localService } from './tills.mjs'

const receipts = 200

/**
 * What a till weighs idle and after each so many lookups, each answered by a service on this computer.
 * @param {{ lookups: number, times: number, progress: (done: number) => void }} options
 * @returns {Promise<(number | null)[]>} MB, the idle till first
 */
async function measureGrowth({ lookups, times, progress }) {
  const service = await localService(receipts)
  const profile = temporaryFolder('till')
  await provision(profile, service)
  const program = await openProgram('tillside', { profile })
  try {
    const page = await program.page()
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    const session = await page.context().newCDPSession(page)
    const weigh = async () => {
      // What the page has let go of and not yet collected is no growth.
      await session.send('HeapProfiler.collectGarbage')
      await pause(restMs)
      return memoryOf(program.pid)
    }
    const scan = await makeScanner(page)
    const weights = [await weigh()]
    for (let done = 1; done <= lookups * times; done += 1) {
      await scan(service.codes[done % receipts] ?? '')
      if (done % lookups > 0) continue
      progress(done)
      weights.push(await weigh())
    }
    return weights
  } finally {
    await program.close()
    service.stop()
  }
}

/** @returns {Promise<import('./figures.mjs').Figure[]>} */
export async function growthFigures() {
  const times = 3
  const weights = await measureGrowth({
    lookups: rounds.lookups,
    times,
    progress: (done) => say(`memory: after ${done} lookups of ${rounds.lookups * times} …`),
  })
  return weights.slice(1).map((weight, index) =>
    figureOf(`memory after ${written(rounds.lookups * (index + 1))} lookups`, 'MB', [weight ?? Number.NaN], {
      baseline: [weights[index] ?? Number.NaN],
      baselineName: index === 0 ? 'idle' : `after ${written(rounds.lookups * index)}`,
    }),
  )
}
