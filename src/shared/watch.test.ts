import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptEvent } from './attempt'
import { ageOf } from './check-schedule'
import { advance, isWatched } from './refund'
import { runs } from './testing/property-size'
import { attempt, startOfDay, watch } from './testing/refund-samples'
import { nextWatchLine, watchEnd, watchedFor } from './watch'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('a watch ends', () => {
  it('when twelve hours of it are written down and a day has passed', () => {
    const ends = [
      watchEnd(watch({ lines: 11 }), 2 * day),
      watchEnd(watch({ lines: 12 }), day - 1),
      watchEnd(watch({ lines: 12 }), day),
    ]
    expect(ends).toEqual([null, null, 'complete'])
  })

  it('with twenty-four of them, whatever the clock says', () => {
    expect([23, 24].map((lines) => watchEnd(watch({ lines }), 0))).toEqual([null, 'complete'])
  })

  it('after thirty days, or ninety lines without a show, as one that could not be kept', () => {
    const ends = [
      watchEnd(watch({ lines: 11 }), 30 * day - 1),
      watchEnd(watch({ lines: 11 }), 30 * day),
      watchEnd(watch({ missed: 89 }), 0),
      watchEnd(watch({ missed: 90 }), 0),
    ]
    expect(ends).toEqual([null, 'could_not_be_watched', null, 'could_not_be_watched'])
  })
})

describe('the next line of a watch', () => {
  const watched = attempt('refused', { watch: watch() })
  const times = { age: hour, sinceLine: hour, missedBefore: false }

  it('is a usable show, at most one an hour', () => {
    const lines = [hour - 1, hour].map((sinceLine) => nextWatchLine(watched, { ...times, sinceLine }, 300))
    expect(lines).toEqual([null, { kind: 'watched', refunded: 300 }])
  })

  it('says that none could be had after two hours, then once a day', () => {
    const missed = { kind: 'watched', refunded: null }
    const lines = [
      nextWatchLine(watched, { ...times, sinceLine: 2 * hour - 1 }, null),
      nextWatchLine(watched, { ...times, sinceLine: 2 * hour }, null),
      nextWatchLine(watched, { ...times, sinceLine: day - 1, missedBefore: true }, null),
      nextWatchLine(watched, { ...times, sinceLine: day, missedBefore: true }, null),
    ]
    expect(lines).toEqual([null, missed, null, missed])
  })

  it('is its end before anything else', () => {
    const due = attempt('refused', { watch: watch({ lines: 24 }) })
    expect(nextWatchLine(due, times, 300)).toEqual({ kind: 'watch_ended', why: 'complete' })
  })

  it('is none where nothing is watched any more', () => {
    const none = [attempt('refunded'), attempt('refused', { watch: watch({ ended: 'complete' }) })]
    expect(none.map((each) => nextWatchLine(each, times, 300))).toEqual([null, null])
  })
})

type RunOfProgram = {
  /** What the wall clock says at opening; it may be anything. */
  readonly wall: number
  readonly hours: number
  /** Whether the service answers in this run. */
  readonly answers: boolean
}

const anyRun: fc.Arbitrary<RunOfProgram> = fc.record({
  wall: fc.oneof(
    fc.constant(0),
    fc.integer({ min: startOfDay - 400 * day, max: startOfDay + 10 * day }),
    fc.constant(startOfDay + 4000 * day),
  ),
  hours: fc.integer({ min: 2, max: 30 }),
  answers: fc.boolean(),
})

/** Lets one run of the program go by, an hour at a time, and answers the attempt and the lines it wrote. */
function live(before: Attempt, run: RunOfProgram): { readonly attempt: Attempt; readonly lines: number } {
  let now = before
  let lines = 0
  let lastLine = 0
  let missedBefore = false
  for (let time = 0; time <= run.hours * hour && isWatched(now); time += 30 * minute) {
    const since = now.watch?.since ?? 0
    const age = ageOf(since, { openedWall: run.wall, openedAt: 0, now: time }, null)
    const line = nextWatchLine(now, { age, sinceLine: time - lastLine, missedBefore }, run.answers ? 0 : null)
    if (line === null) continue
    const event: AttemptEvent = { ...line, at: run.wall + time }
    const step = advance(now, event, 9)
    if (!step.ok) throw new Error('The line cannot follow')
    now = step.value
    lines += 1
    lastLine = time
    missedBefore = line.kind === 'watched' && line.refunded === null
  }
  return { attempt: now, lines }
}

describe('a watch, whatever the clock says at every start of the program', () => {
  const began = attempt('not_refunded', { watch: watch({ since: startOfDay }) })

  it('ends, and never as complete with fewer than twelve shows', () => {
    fc.assert(
      fc.property(fc.array(anyRun, { minLength: 120, maxLength: 120 }), (runs) => {
        const end = runs.reduce((before, run) => live(before, run).attempt, began)
        const { ended, lines } = end.watch ?? {}
        expect(ended).toMatch(/^(complete|could_not_be_watched)$/)
        if (ended === 'complete') expect(lines).toBeGreaterThanOrEqual(12)
      }),
      { numRuns: runs(200) },
    )
  })

  it('ends on a till that is started every morning with an empty clock battery and never reaches the service', () => {
    const mornings = Array.from({ length: 100 }, () => ({ wall: 0, hours: 8, answers: false }))
    const end = mornings.reduce((before, run) => live(before, run).attempt, began)
    expect([end.watch?.ended, end.alarms.map(({ alarm }) => alarm)]).toEqual([
      'could_not_be_watched',
      ['could_not_be_watched'],
    ])
  })

  it('stands for an hour of running time for each of its lines, and for none before it begins', () => {
    expect([null, watch({ lines: 3 })].map(watchedFor)).toEqual([0, 3 * 60 * 60 * 1000])
  })

  it('writes no more than thirty lines a day', () => {
    fc.assert(
      fc.property(anyRun, ({ wall, answers }) => {
        expect(live(began, { wall, answers, hours: 24 }).lines).toBeLessThanOrEqual(30)
      }),
    )
  })
})
