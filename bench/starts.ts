import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { temporaryFolder } from '../scripts/setup/folders'
import { PlainFailure, say } from '../scripts/setup/project.mjs'
import { type Figure, figureOf } from './figures'
import { memoryOf } from './memory'
import { newTill, openProgram, type ServicePlace } from './open-program'
import { restMs, rounds, sizes, written } from './plan'
import type { Tills } from './tills'

const thereLimitMs = 30_000
const askEveryMs = 200

/**
 * One start. Times are milliseconds from the start of the process; they are read from the page's own clock long
 * afterwards, so that nothing asks while they pass.
 */
type Start = {
  /**
   * The scan field is on the screen, and what hears scans is in place (src/renderer/start.ts): the later of the two; of the
   * bare window the first paint.
   */
  readonly painted: number
  /** All of the counter stands, the app state known; NaN for the bare window. */
  readonly complete: number
  /** Of all processes after the rest, in MB; NaN where nobody tells it. */
  readonly memory: number
}

async function measureStart(what: 'tillside' | 'bare', profile: string): Promise<Start> {
  const program = await openProgram(what, { profile })
  try {
    await pause(restMs)
    const page = await program.page()
    // A busy machine may not be there yet; what is read is what was kept, however late it is asked for.
    await untilThere(page, what === 'tillside')
    const { origin, paint, complete } = await page.evaluate(readPage)
    await pause(restMs)
    const since = origin - program.startedAt
    return { painted: since + paint, complete: since + complete, memory: memoryOf(program.pid) }
  } finally {
    await program.close()
  }
}

/** Asks in turns: the driver's own waiting makes code of text in the page, which its content policy forbids. */
async function untilThere(page: Page, isTillside: boolean): Promise<void> {
  const latest = Date.now() + thereLimitMs
  while (!(await page.evaluate(isThere, isTillside))) {
    if (Date.now() > latest) throw new PlainFailure('The window did not come to stand.')
    await pause(askEveryMs)
  }
}

/** Runs in the page: whether all that is to be read has happened. */
function isThere(isTillside: boolean): boolean {
  const stands = performance.getEntriesByName('counter stands').length > 0
  return performance.getEntriesByType('paint').length > 0 && (stands || !isTillside)
}

/** Runs in the page. The window notes when all of the counter stands (src/renderer/boot/window.tsx). */
function readPage() {
  const paints = performance.getEntriesByType('paint')
  const contentful = paints.find(({ name }) => name === 'first-contentful-paint')
  return {
    origin: performance.timeOrigin,
    // The bare window has a field and no text, which is no content by that measure.
    paint: Math.max(
      (contentful ?? paints[0])?.startTime ?? Number.NaN,
      performance.getEntriesByName('scans are heard')[0]?.startTime ?? 0,
    ),
    complete: performance.getEntriesByName('counter stands')[0]?.startTime ?? Number.NaN,
  }
}

/** Starts all kinds turn and turn about, so that what slows the machine slows all. */
export async function startFigures(service: ServicePlace, tills: Tills): Promise<readonly Figure[]> {
  const profiles = { bare: temporaryFolder('bare'), till: await newTill(service), many: tills.many.profile }
  const measured: Record<'bare' | 'till' | 'many', Start[]> = { bare: [], till: [], many: [] }
  for (let round = 1 - rounds.warmUp; round <= rounds.starts; round += 1) {
    say(`starts: round ${round} of ${rounds.starts} …`)
    for (const kind of ['bare', 'till', 'many'] as const) {
      const start = await measureStart(kind === 'bare' ? 'bare' : 'tillside', profiles[kind])
      if (round > 0) measured[kind].push(start)
    }
  }
  const of = (kind: keyof typeof measured, time: keyof Start) => measured[kind].map((start) => start[time])
  const [bare, none, start] = ['a bare window', 'none saved', 'start of a provisioned till']
  const many = `the same, ${written(sizes.many)} saved`
  return [
    figureOf(`${start} until the scan field takes input`, 'ms', of('till', 'painted'), {
      beside: [bare, of('bare', 'painted')],
      mostTimes: 1.1,
    }),
    figureOf(many, 'ms', of('many', 'painted'), { beside: [none, of('till', 'painted')] }),
    figureOf(`${start} until all of the counter stands`, 'ms', of('till', 'complete'), {
      beside: [bare, of('bare', 'painted')],
      mostTimes: 1.5,
    }),
    figureOf(many, 'ms', of('many', 'complete'), { beside: [none, of('till', 'complete')] }),
    figureOf('memory of all processes, idle', 'MB', of('till', 'memory'), {
      beside: [bare, of('bare', 'memory')],
      mostTimes: 1.3,
    }),
    figureOf(many, 'MB', of('many', 'memory'), { beside: [none, of('till', 'memory')] }),
  ]
}
