import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from './attempt'
import type { HighWater, PaymentEvent } from './journal-events'
import {
  agreedTime,
  hasReturned,
  type Lowering,
  lastLowering,
  mayAccept,
  missingRefunds,
  untilStaleCheck,
} from './lowering'
import { startOfDay as at, attempt, intent, snapshot, watch } from './testing/refund-samples'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const time = '2026-11-20 18:00:00'
const level = (refunded: number, updatedAt = time): HighWater => ({ refunded, updatedAt })

/** HK$20.00 of ours, refunded from that base with that line. */
const refunded = (base: number, refundedLine: number): Attempt =>
  attempt('refunded', { intent: intent({ base }), refundedLine })

describe('a stale answer', () => {
  it('is asked about again after 1, 2 and 10 minutes, then every hour', () => {
    const asked: number[] = []
    let last = 0
    for (let count = 0; count < 5; count += 1) {
      last += untilStaleCheck(last, 0)
      asked.push(last / minute)
    }
    expect(asked).toEqual([1, 2, 10, 70, 130])
  })

  it('is asked about at once when that is overdue', () => {
    expect([untilStaleCheck(5 * minute, 5 * minute), untilStaleCheck(9 * hour, 2 * hour)]).toEqual([0, 0])
  })

  it('of an older time ends by itself when three in a row agree on it', () => {
    const older = '2026-11-20 17:00:00'
    const agreed = [
      agreedTime(level(0), []),
      agreedTime(level(0), [older, older]),
      agreedTime(level(0), [older, older, older]),
      agreedTime(level(0), ['2026-11-20 16:00:00', older, older]),
      agreedTime(level(0), ['2026-11-20 16:00:00', older, older, older]),
      agreedTime(level(0), [time, time, time]),
      agreedTime(level(0), ['', '', '']),
    ]
    expect(agreed).toEqual([null, null, older, null, older, null, null])
  })
})

describe('a lower sum', () => {
  const stayed = { lower: 0, staleFor: 10 * minute, lines: 0, age: 0 }

  it('may be accepted when it has stayed so for ten minutes', () => {
    const accepts = [10 * minute - 1, 10 * minute].map((staleFor) =>
      mayAccept([], null, { ...stayed, staleFor }),
    )
    expect(accepts).toEqual(['minutes', 'now'])
  })

  it('may not while an attempt on the payment is undecided or watched, however long', () => {
    const long = { ...stayed, lines: 99, age: 90 * day }
    const open = [attempt('unconfirmed'), attempt('refused', { watch: watch() })]
    const done = [attempt('refused', { watch: watch({ ended: 'complete' }) }), attempt('not_sent')]
    expect([...open, ...done].map((each) => mayAccept([each], null, long))).toEqual([
      'attempt',
      'attempt',
      'now',
      'now',
    ])
  })

  it('that leaves out a refund of ours needs a day and twelve shows, or twenty-four of them', () => {
    const ours = [refunded(0, 10)]
    const accept = (lines: number, age: number, lower = 1999) =>
      mayAccept(ours, null, { ...stayed, lines, age, lower })
    expect([
      accept(11, 2 * day),
      accept(12, day - 1),
      accept(12, day),
      accept(24, 0),
      accept(0, 0, 2000),
    ]).toEqual(['day', 'day', 'now', 'now', 'now'])
  })

  it('names those refunds, without what an earlier lowering took back already', () => {
    const lowering: Lowering = { line: 20, at, from: level(2000), to: level(0), returned: null }
    const both = [refunded(0, 10), refunded(0, 30), attempt('refused')]
    expect([missingRefunds(both, 500, null), missingRefunds(both, 500, lowering)]).toEqual([
      both.slice(0, 2),
      both.slice(1, 2),
    ])
  })
})

describe('the last lowering', () => {
  const base = { at, service: 1, id: 'pay-1' }
  const lowered = (from: HighWater, to: HighWater): PaymentEvent => ({
    kind: 'lowered',
    ...base,
    from,
    to,
    by: null,
  })
  const returned = (sum: number): PaymentEvent => ({ kind: 'lowering_returned', ...base, refunded: sum })
  const seenLower: PaymentEvent = { kind: 'lower_seen', ...base, was: level(1), now: level(0) }
  const numbered = (events: readonly PaymentEvent[]) =>
    events.map((event, index) => ({ line: index + 1, event }))

  it('is the newest that took something back, with the highest that came back since', () => {
    const events = [
      lowered(level(900), level(500)),
      returned(900),
      seenLower,
      lowered(level(500), level(0)),
      returned(500),
      returned(700),
      returned(600),
      lowered(level(0), level(0, '')),
    ]
    expect(lastLowering(numbered(events))).toEqual({
      line: 4,
      at,
      from: level(500),
      to: level(0),
      returned: 700,
    })
  })

  it('is none where nothing was taken back, or only a time', () => {
    const none = [[], [seenLower, returned(5)], [lowered(level(5), level(5, ''))]]
    expect(none.map((events) => lastLowering(numbered(events)))).toEqual([null, null, null])
    expect(lastLowering(numbered([lowered(level(5), level(0))]))?.returned).toBeNull()
  })
})

describe('the value that a lowering took back', () => {
  const lowering: Lowering = { line: 20, at, from: level(2000), to: level(0), returned: null }
  const again = (sum: number | null, on: readonly Attempt[] = [], since = lowering) =>
    hasReturned(since, snapshot({ refunded: sum }), on)

  it('has come again when the service says it, or more', () => {
    expect([1999, 2000, 2001, null].map((sum) => again(sum))).toEqual([false, true, true, false])
  })

  it('has not where refunds of ours since explain it', () => {
    const since = [refunded(0, 30)]
    const before = [refunded(0, 10)]
    expect([again(2000, since), again(2001, since), again(2000, before)]).toEqual([false, true, true])
  })

  it('is told once, and again only when it rises further', () => {
    const told = { ...lowering, returned: 2000 }
    expect([again(2000, [], told), again(2001, [], told)]).toEqual([false, true])
  })

  it('is left to the undecided attempt that may be what rose, and locks already', () => {
    expect(again(2000, [attempt('unconfirmed')])).toBe(false)
  })

  it('is not told by an answer that contradicts itself, nor where nothing was taken back', () => {
    expect([again(12_051), hasReturned(null, snapshot({ refunded: 2000 }), [])]).toEqual([false, false])
  })
})

describe('any lower sum', () => {
  it('can be accepted in the end, whatever the wall clock says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5000), { maxLength: 5 }),
        fc.nat(12_050),
        fc.integer(),
        (bases, lower, age) => {
          const on = bases.map((base, index) => refunded(base, index + 1))
          expect(mayAccept(on, null, { lower, staleFor: 25 * hour, lines: 24, age })).toBe('now')
        },
      ),
    )
  })
})
