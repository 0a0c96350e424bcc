import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../attempt/attempt'
import { startOfDay as at, attempt, intent, ownMarker, snapshot, watch } from '../testing/refund-samples'
import type { PaymentEvent } from './journal-events'
import { nothingPast, type Past } from './past'
import { hasReturned, lastLowering, mayAccept, missingRefunds, untilAskedAgain } from './watch-judgement'

const minute = 60_000
const hour = 60 * minute

/** A refund of ours of HK$20.00 on that base, with that line. */
const refunded = (base: number, refundedLine: number): Attempt =>
  attempt('refunded', { intent: intent({ base }), refundedLine })

const base = { at, id: 'pay-1' }
const by = { supervisor: 'Sam', why: 'It bounced' }
const lowered = (from: number, to: number): PaymentEvent => ({ kind: 'lowered', ...base, from, to, by })
const returned = (sum: number): PaymentEvent => ({
  kind: 'lowering_returned',
  ...base,
  currency: 'HKD',
  refunded: sum,
})
const numbered = (events: readonly PaymentEvent[], first = 1) =>
  events.map((event, index) => ({ line: first + index, event }))

const past = (attempts: readonly Attempt[], events: readonly PaymentEvent[] = []): Past => ({
  ...nothingPast,
  attempts,
  lines: numbered(events, 20),
})

describe('a lower answer', () => {
  it('is asked about again after 1, 2, 10, 30 and 60 minutes, then every hour for three days', () => {
    const asked: number[] = []
    let last = 0
    for (let until = untilAskedAgain(last); until !== null; until = untilAskedAgain(last)) {
      last += until
      asked.push(last / minute)
    }
    expect([asked.slice(0, 7), asked.length, asked.at(-1)]).toEqual([
      [1, 2, 10, 30, 60, 120, 180],
      76,
      72 * 60,
    ])
  })
})

describe('a lower sum', () => {
  const accept = (on: readonly Attempt[], lowerFor: number, lower = 0) =>
    mayAccept(past(on), { lower, lowerFor })

  it('may be accepted when every answer has said so for ten minutes', () => {
    expect([10 * minute - 1, 10 * minute].map((lowerFor) => accept([], lowerFor))).toEqual(['minutes', 'now'])
  })

  it('may not be accepted while an attempt on the payment is undecided, however long; a watched one does not prevent it', () => {
    expect([
      accept([attempt('unconfirmed')], 9 * hour),
      accept([attempt('refused', { watch: watch() })], 10 * minute),
    ]).toEqual(['attempt', 'now'])
  })

  it('needs an hour when it leaves out a refund of ours', () => {
    expect([
      accept([refunded(0, 5)], hour - 1),
      accept([refunded(0, 5)], hour),
      accept([refunded(0, 5)], 10 * minute, 2000),
    ]).toEqual(['hour', 'now', 'now'])
  })

  it('names those refunds, without those that an earlier lowering took back', () => {
    const later = { ...refunded(0, 30), intent: intent({ marker: 'R-LATER00000' }) }
    const both = [refunded(0, 10), later, attempt('refused')]
    expect([missingRefunds(past(both), 500), missingRefunds(past(both, [lowered(2000, 0)]), 500)]).toEqual([
      [ownMarker, 'R-LATER00000'],
      ['R-LATER00000'],
    ])
  })

  it('can be accepted in the end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 5 }), fc.nat(12_050), (bases, lower) => {
        const on = bases.map((base, index) => refunded(base, index + 1))
        expect(accept(on, hour, lower)).toBe('now')
      }),
    )
  })
})

describe('the last lowering', () => {
  it('is the newest, with the highest value that has come back since', () => {
    const events = [
      lowered(900, 500),
      returned(900),
      lowered(500, 0),
      returned(500),
      returned(700),
      returned(600),
    ]
    expect([lastLowering(numbered(events)), lastLowering(numbered([returned(5)]))]).toEqual([
      { line: 3, from: 500, to: 0, returned: 700 },
      null,
    ])
    const risen: PaymentEvent = { kind: 'risen', ...base, currency: 'HKD', refunded: 9 }
    expect(lastLowering(numbered([lowered(5, 0), risen]))?.returned).toBeNull()
  })
})

describe('the value that a lowering took back', () => {
  const again = (sum: number | null, on: readonly Attempt[] = [], since: readonly PaymentEvent[] = []) =>
    hasReturned(past(on, [lowered(2000, 0), ...since]), snapshot({ refunded: sum }))

  it('has come back when the service says it, or more', () => {
    expect([1999, 2000, 2001, null].map((sum) => again(sum))).toEqual([false, true, true, false])
  })

  it('has not come back where our own later refunds explain it', () => {
    const since = [refunded(0, 30)]
    const before = [refunded(0, 10)]
    expect([again(2000, since), again(2001, since), again(2000, before)]).toEqual([false, true, true])
  })

  it('counts once, and again only when it rises further', () => {
    const told = [returned(2000)]
    expect([again(2000, [], told), again(2001, [], told)]).toEqual([false, true])
  })

  it('is left to an undecided attempt, which may explain it and locks already', () => {
    expect(again(2000, [attempt('unconfirmed')])).toBe(false)
  })

  it('does not come back by an answer that contradicts itself, nor where nothing was taken back', () => {
    expect([again(12_051), hasReturned(nothingPast, snapshot({ refunded: 2000 }))]).toEqual([false, false])
  })
})
