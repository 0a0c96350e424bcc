import { describe, expect, it } from 'vitest'
import type { Attempt } from './attempt'
import { nextLookAt } from './look-schedule'
import { attempt, startOfDay } from './testing/refund-samples'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type LookResult = 'quiet' | 'failed'

function afterLook(before: Attempt, at: number, result: LookResult): Attempt {
  const quiet = before.state === 'refusal_seen' && result === 'quiet' ? 1 : 0
  return {
    ...before,
    looks: before.looks + 1,
    lastLookAt: at,
    lastLookFailed: result === 'failed',
    quietLooks: before.quietLooks + quiet,
  }
}

/** Looks exactly when they are due, and says after how many milliseconds each came. */
function looksOf(first: Attempt, results: readonly LookResult[]): readonly number[] {
  let now = startOfDay
  let current = first
  return results.map((result) => {
    now = Math.max(now, nextLookAt(current, now) ?? Number.NaN)
    current = afterLook(current, now, result)
    return now - startOfDay
  })
}

const times = (count: number, result: LookResult) => Array.from({ length: count }, () => result)

describe('the looks at an unconfirmed refund', () => {
  const unconfirmed = attempt('unconfirmed')

  it('come after 2, 5, 15 and 60 seconds, then every 5 minutes', () => {
    const five = 5 * minute
    expect(looksOf(unconfirmed, times(7, 'quiet'))).toEqual([
      2 * second,
      5 * second,
      15 * second,
      minute,
      minute + five,
      minute + 2 * five,
      minute + 3 * five,
    ])
  })

  it('come every 5 minutes for a day, then every hour, for good', () => {
    const all = looksOf(unconfirmed, times(4 + 288 + 3, 'failed'))
    const last = day + minute
    expect(all.slice(-5)).toEqual([last - 5 * minute, last, last + hour, last + 2 * hour, last + 3 * hour])
  })

  it('go on at the same pace while a supervisor is awaited for a probable refund', () => {
    expect(looksOf(attempt('refunded_probably'), times(3, 'quiet'))).toEqual([
      2 * second,
      5 * second,
      15 * second,
    ])
  })

  it('are due at once, one time, after the program was closed for a while', () => {
    const late = startOfDay + 3 * hour
    const due = nextLookAt(unconfirmed, late)
    const next = nextLookAt(afterLook(unconfirmed, late, 'quiet'), late)
    expect([due !== null && due <= late, next]).toEqual([true, late + 5 * minute])
  })
})

describe('the looks at a refusal', () => {
  const refusal = attempt('refusal_seen')

  it('come after 2, 15 and 60 seconds when each is quiet', () => {
    expect(looksOf(refusal, times(3, 'quiet'))).toEqual([2 * second, 15 * second, minute])
  })

  it('are tried again every 15 seconds while the service can not be reached', () => {
    expect(looksOf(refusal, ['failed', 'failed', 'quiet', 'failed', 'quiet', 'quiet'])).toEqual(
      [2, 17, 32, 45, 60, 105].map((seconds) => seconds * second),
    )
  })

  it('are tried every minute once the service has been away for five', () => {
    const all = looksOf(refusal, times(23, 'failed'))
    expect(all.slice(-5).map((at) => at / second)).toEqual([272, 287, 347, 407, 467])
  })

  it('keep their distance from each other even when the first comes an hour late', () => {
    const late = startOfDay + hour
    const first = afterLook(refusal, late, 'quiet')
    const second_ = afterLook(first, late + 13 * second, 'quiet')
    expect([nextLookAt(first, late), nextLookAt(second_, late + 13 * second)]).toEqual([
      late + 13 * second,
      late + 58 * second,
    ])
  })

  it('stay defined should a fourth ever be asked for', () => {
    const many = { ...refusal, quietLooks: 7, lastLookAt: startOfDay }
    expect(nextLookAt(many, startOfDay)).toBe(startOfDay + 15 * second)
  })
})

describe('the looks at a settled refusal', () => {
  const refused = attempt('refused')

  it('come every half hour for a day and then end', () => {
    const all = looksOf(refused, times(48, 'quiet'))
    const last = afterLook(refused, startOfDay + day, 'quiet')
    expect([all.slice(0, 2), all.at(-1), nextLookAt(last, startOfDay + day + 1)]).toEqual([
      [30 * minute, 60 * minute],
      day,
      null,
    ])
  })
})

describe('an attempt that is not looked at', () => {
  it('has no next look, whatever the time', () => {
    const states = ['intended', 'sending', 'refunded', 'not_sent', 'not_refunded', 'cancelled'] as const
    const next = states.map((state) => nextLookAt(attempt(state), startOfDay + day))
    expect(next).toEqual(states.map(() => null))
  })
})

describe('a wall clock that jumps an hour', () => {
  const looked = { looks: 1, lastLookAt: startOfDay + 2 * second }
  const attempts = [
    attempt('unconfirmed'),
    attempt('unconfirmed', looked),
    attempt('refunded_probably', looked),
    attempt('refusal_seen'),
    attempt('refusal_seen', { ...looked, quietLooks: 1 }),
    attempt('refusal_seen', { ...looked, lastLookFailed: true }),
    attempt('refused'),
    attempt('refused', looked),
  ]

  it.each([
    ['back', -hour],
    ['forward', hour],
  ])('%s makes no look wait longer than its own pause', (_, jump) => {
    const now = startOfDay + 3 * second + jump
    const waits = attempts.map((each) => (nextLookAt(each, now) ?? Number.NaN) - now)
    expect(waits.filter((wait) => !(wait <= 30 * minute))).toEqual([])
  })

  it.each([
    ['back', -hour],
    ['forward', hour],
  ])('%s brings at most one look at once; the one after it keeps a pause of seconds', (_, jump) => {
    const now = startOfDay + 3 * second + jump
    const pauses = attempts.map((each) => {
      const next = nextLookAt(afterLook(each, now, 'quiet'), now)
      return next === null ? 0 : next - now
    })
    expect(pauses.filter((pause) => pause < 2 * second)).toEqual([])
  })
})
