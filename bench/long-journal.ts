import { PlainFailure, say } from '../scripts/setup/project.mjs'
import { beyond, type Figure, figureOf } from './figures'
import { newTill, type ServicePlace, withTill } from './open-program'
import { longJournal, rounds, written } from './plan'
import { runProgram } from './tills'

const onLimitMs = 120_000

/** Starts a till. Answers milliseconds from the start of the process until refunds were on. */
function measureTill(profile: string): Promise<number> {
  return withTill({ profile }, async ({ page, startedAt }) => {
    const on = await page.evaluate(waitForRefunds, onLimitMs)
    if (on === null) throw new PlainFailure('Refunds did not come on.')
    return on - startedAt
  })
}

/** Runs in the page. When refunds are on, in milliseconds since 1970; null when they did not come on. */
async function waitForRefunds(limit: number): Promise<number | null> {
  for (;;) {
    const answer = await Reflect.get(window, 'tillside').call('app:read')
    if (answer.value.refunds.on === true) return performance.timeOrigin + performance.now()
    if (performance.now() > limit) return null
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** A till whose record is ten years old beside one whose record is empty. */
export async function longJournalFigures(service: ServicePlace): Promise<readonly Figure[]> {
  const { refunds, highWater } = longJournal
  const profiles = { empty: await newTill(service), old: await newTill(service) }
  say(`writing down ${written(refunds)} refunds …`)
  await runProgram('fill-journal', profiles.old, refunds, highWater)
  const on: Record<'old' | 'empty', number[]> = { old: [], empty: [] }
  // Turn and turn about, so that what slows one slows both.
  for (let round = 1 - rounds.warmUp; round <= rounds.starts; round += 1) {
    say(`a journal of ten years: round ${round} of ${rounds.starts} …`)
    for (const kind of ['empty', 'old'] as const) {
      const start = await measureTill(profiles[kind])
      if (round > 0) on[kind].push(start)
    }
  }
  const size = `${written(refunds)} refunds and ${written(highWater)} high-water values in the journal`
  return [
    figureOf(`start until refunds are on, ${size}`, 'ms', on.old, { beside: ['an empty journal', on.empty] }),
    figureOf('the same, beyond an empty journal', 'ms', beyond(on.old, on.empty), { most: 300 }),
  ]
}
