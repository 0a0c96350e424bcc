import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptState } from '../attempt/attempt-states'
import { runs } from '../testing/property-size'
import { attempt, intent, watch } from '../testing/refund-samples'
import {
  type CheckTimes,
  checkCodes,
  mayCountAsQuiet,
  minPaceMs,
  nextPace,
  untilNextCheck,
} from './check-schedule'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const fresh: CheckTimes = { age: 0, ofThisRun: true, inRun: 0, sinceCheck: null, quiet: 0, sinceQuiet: null }

/** Checks an attempt whenever it is due, and returns the ages. `quiet`: every check is a quiet show. */
function checksOf(
  state: AttemptState,
  count: number,
  how: { quiet?: boolean; age?: number; ofThisRun?: boolean },
) {
  const ages: number[] = []
  const { ofThisRun = true } = how
  let age = how.age ?? 0
  const opened = ofThisRun ? 0 : age
  let times: CheckTimes = { ...fresh, age, ofThisRun, inRun: age - opened }
  for (let number = 0; number < count; number += 1) {
    age += untilNextCheck(attempt(state), times) ?? Number.NaN
    ages.push(age)
    const quiet = how.quiet ? times.quiet + 1 : times.quiet
    const next = { ...times, age, inRun: age - opened, sinceCheck: 0, quiet }
    const sinceQuiet = how.quiet ? 0 : times.sinceQuiet
    const wait = untilNextCheck(attempt(state), { ...next, sinceQuiet }) ?? 0
    age += wait
    const waited = { age, inRun: age - opened, sinceCheck: wait }
    times = { ...next, ...waited, sinceQuiet: sinceQuiet === null ? null : wait }
  }
  return ages
}

describe('the checks of an unconfirmed refund', () => {
  it.each(['unconfirmed', 'refunded_probably'] as const)(
    'come after 2 to 60 seconds, then every 5 minutes (%s)',
    (state) => {
      const seconds = [2, 5, 15, 60, 6 * 60, 11 * 60]
      expect(checksOf(state, 6, {})).toEqual(seconds.map((each) => each * second))
    },
  )

  it('come at once after a start of the program, then at the pace for its age', () => {
    const checks = checksOf('unconfirmed', 2, { ofThisRun: false, age: 3 * hour })
    expect(checks).toEqual([3 * hour, 3 * hour + 5 * minute])
  })

  it('begin again when the payment is locked again, without counting earlier checks', () => {
    expect(untilNextCheck(attempt('unconfirmed'), { ...fresh, age: second, sinceCheck: hour })).toBe(second)
  })
})

it('the pace of checks slows exactly at the end of five minutes, an hour and a day', () => {
  const refusal = [5 * minute, hour, day].flatMap((age) =>
    [age - 1, age].map((each) =>
      untilNextCheck(attempt('refusal_seen'), { ...fresh, age: each, inRun: each, sinceCheck: 0 }),
    ),
  )
  const others = [day - 1, day].map((age) =>
    untilNextCheck(attempt('unconfirmed'), { ...fresh, age, sinceCheck: 0 }),
  )
  const five = 5 * minute
  expect([refusal, others]).toEqual([
    [15 * second, minute, minute, five, five, hour],
    [five, hour],
  ])
})

describe('the checks after a refusal', () => {
  it('come 2, 4 and 9 seconds after the answer and after each other, while all are quiet', () => {
    expect(checksOf('refusal_seen', 3, { quiet: true })).toEqual([2 * second, 6 * second, 15 * second])
  })

  it('begin two seconds after a start of the program, whatever their age', () => {
    const waits = [0, hour, 40 * day].map((age) =>
      untilNextCheck(attempt('refusal_seen'), { ...fresh, age, ofThisRun: false }),
    )
    expect(waits).toEqual([2 * second, 2 * second, 2 * second])
  })

  it('keep their distance from the last quiet one when another check failed in between', () => {
    const since = { sinceQuiet: 3 * second, sinceCheck: second }
    const times = { ...fresh, age: minute, inRun: minute, quiet: 2, ...since }
    expect(untilNextCheck(attempt('refusal_seen'), times)).toBe(14 * second)
  })

  it('stay defined for a fourth', () => {
    const times = { ...fresh, age: minute, inRun: minute, quiet: 7, sinceQuiet: 0, sinceCheck: 0 }
    expect(untilNextCheck(attempt('refusal_seen'), times)).toBe(9 * second)
  })

  it('count by the moment at which they were asked for', () => {
    const gaps = [2, 4, 9].map((seconds, quiet) => [
      mayCountAsQuiet(quiet, seconds * second - 1),
      mayCountAsQuiet(quiet, seconds * second),
    ])
    expect(gaps).toEqual([1, 2, 3].map(() => [false, true]))
  })
})

const watched = attempt('refused', { watch: watch() })
const until = (times: Partial<CheckTimes>) => untilNextCheck(watched, { ...fresh, ...times })

it('the checks of a watched payment come after 1, 4, 12 and 24 hours, and every 15 minutes where none was usable', () => {
  const once = attempt('refused', { watch: watch({ shows: 1 }) })
  const waits = [
    until({}),
    until({ age: hour - minute, sinceCheck: minute }),
    until({ age: hour }),
    until({ age: hour, sinceCheck: 0 }),
    until({ age: hour + 10 * minute, sinceCheck: 10 * minute }),
    until({ age: 3 * hour, sinceCheck: 20 * minute }),
    untilNextCheck(once, { ...fresh, age: 3 * hour, sinceCheck: 0 }),
  ]
  expect(waits).toEqual([hour, minute, 0, 15 * minute, 5 * minute, 0, hour])
})

describe('an attempt that is not checked', () => {
  it('has no next check, whatever its age', () => {
    const states = ['sending', 'refunded', 'not_sent', 'refused', 'not_refunded'] as const
    const next = states.map((state) => untilNextCheck(attempt(state), { ...fresh, age: 2 * day }))
    expect(next).toEqual(states.map(() => null))
  })

  it('has none when its watch has ended', () => {
    expect(untilNextCheck(attempt('refused', { watch: watch({ ended: 'complete' }) }), fresh)).toBeNull()
  })
})

const anyTime = fc.nat(40 * day)
const anyTimes: fc.Arbitrary<CheckTimes> = fc.record({
  age: anyTime,
  ofThisRun: fc.boolean(),
  inRun: anyTime,
  sinceCheck: fc.option(anyTime, { nil: null }),
  quiet: fc.nat(2),
  sinceQuiet: fc.option(anyTime, { nil: null }),
})
const checkedStates = fc.constantFrom<AttemptState>('unconfirmed', 'refunded_probably', 'refusal_seen')

it('any wait for a check ends within the hour and when it said, whatever the clock says meanwhile', () => {
  fc.assert(
    fc.property(checkedStates, anyTimes, (state, times) => {
      const of = attempt(state)
      const wait = untilNextCheck(of, times) ?? Number.NaN
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(hour)
      const then = {
        ...times,
        age: times.age + wait,
        inRun: times.inRun + wait,
        sinceCheck: times.sinceCheck === null ? null : times.sinceCheck + wait,
        sinceQuiet: times.sinceQuiet === null ? null : times.sinceQuiet + wait,
      }
      // A check that was due on the way may bring the next one forward, never put it off.
      expect(untilNextCheck(of, then)).toBeLessThanOrEqual(hour)
    }),
    { numRuns: runs(1500) },
  )
})

it('the pace of all checks together is one a second, doubles up to five minutes while the service asks for fewer, and recovers', () => {
  let rest = minPaceMs
  const rests = Array.from({ length: 10 }, () => {
    rest = nextPace(rest, true)
    return rest / second
  })
  expect([...rests, nextPace(rest, false) / second]).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 1])
})

describe('the codes of one check', () => {
  const foundBy = { kind: 'custom_id', code: 'ORDER-7' } as const
  const byTransaction = { kind: 'transaction_id', code: '100000000000001' }
  const byId = { kind: 'internal_id', code: 'pay-1' } as const

  it('are the transaction id, then the internal id, then the code that found it', () => {
    expect(checkCodes(intent({ foundBy }))).toEqual([byTransaction, byId, foundBy])
  })

  it('are asked by another kind too, where two kinds share a code', () => {
    const twice = { kind: 'custom_id', code: 'pay-1' } as const
    expect(checkCodes(intent({ foundBy: twice }))).toContainEqual(twice)
  })

  it('are each asked once, without empty ones', () => {
    expect(checkCodes(intent())).toEqual([byTransaction, byId])
    expect(checkCodes(intent({ transactionId: '', foundBy: byId }))).toEqual([byId])
  })
})
