import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, DecisionOrder } from '../attempt/attempt'
import { attemptStates } from '../attempt/attempt-states'
import { attempt, decision, snapshot, startOfDay, watch } from '../testing/refund-samples'
import {
  asDecidable,
  type DecideTimes,
  type DecidingShow,
  isUsableShow,
  mayDecide,
  needsPinAgain,
  takeDecision,
} from './decide-rules'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const later: DecideTimes = { sinceSend: 2 * minute, sinceQuiet: hour, sinceUsable: 0 }
const unconfirmed = attempt('unconfirmed')

describe('a person may decide', () => {
  it('what is unconfirmed or probably refunded, and a refusal only after an hour without a quiet show', () => {
    const may = attemptStates.map((state) => [state, mayDecide(attempt(state), later).refunded.kind])
    const early = mayDecide(attempt('refusal_seen'), { ...later, sinceQuiet: hour - 1 })
    expect([Object.fromEntries(may), early]).toEqual([
      {
        ...{ sending: 'no', refunded: 'no', not_sent: 'no', refused: 'no', not_refunded: 'no' },
        ...{ refusal_seen: 'now', unconfirmed: 'now', refunded_probably: 'now' },
      },
      { refunded: { kind: 'wait', milliseconds: 1 }, notRefunded: { kind: 'wait', milliseconds: 1 } },
    ])
  })

  it('that it was not refunded no sooner than two minutes after the send, because it may still land', () => {
    const mayAfter = (sinceSend: number) => mayDecide(unconfirmed, { ...later, sinceSend })
    const wait = (milliseconds: number) => ({ kind: 'wait', milliseconds })
    const now = { kind: 'now' }
    expect(mayAfter(0)).toEqual({ refunded: now, notRefunded: wait(2 * minute) })
    expect(mayAfter(2 * minute - 1)).toEqual({ refunded: now, notRefunded: wait(1) })
    expect(mayAfter(2 * minute)).toEqual({ refunded: now, notRefunded: now })
  })

  it('without a show once none could be had for an hour, by the provider’s portal', () => {
    const kinds = [hour - 1, hour].map(
      (sinceUsable) => mayDecide(unconfirmed, { ...later, sinceUsable }).notRefunded.kind,
    )
    expect(kinds).toEqual(['now', 'portal'])
  })

  it('at a moment that the window can show', () => {
    expect([
      asDecidable({ kind: 'wait', milliseconds: minute }, startOfDay),
      asDecidable({ kind: 'portal' }, startOfDay),
    ]).toEqual([{ kind: 'wait', until: '2026-11-21T09:01:00.000Z' }, { kind: 'portal' }])
  })
})

const plain = { cached: false, lowerFor: null }
const show = (refunded: number | null, facts: DecidingShow['facts'] = plain): DecidingShow => ({
  snapshot: snapshot({ refunded }),
  facts,
})
const word = (to: DecisionOrder['to'], portal = false): DecisionOrder => {
  const { refunded: _, ...order } = decision(to, { portal })
  return order
}
const highWater = 700
const take = (
  to: DecisionOrder['to'],
  with_: DecidingShow | null,
  times = later,
  of: Attempt = unconfirmed,
  portal = false,
) => takeDecision(of, word(to, portal), times, with_, highWater)
const taken = (to: DecisionOrder['to'], refunded: number, portal = false) => ({
  ok: true,
  value: decision(to, { refunded, portal }),
})
const refusedFor = (fault: object) => ({ ok: false, fault })

describe('"not refunded"', () => {
  it('rests on a show that says no more than what the person saw', () => {
    const seen = attempt('refunded_probably', { seen: { refunded: 2000, highest: 2000, markers: [] } })
    const said = [
      take('not_refunded', show(0)),
      take('not_refunded', show(1)),
      take('not_refunded', show(2000), later, seen),
    ]
    expect(said).toEqual([
      taken('not_refunded', 0),
      refusedFor({ kind: 'decision_outdated' }),
      taken('not_refunded', 2000),
    ])
  })

  it('waits for one while one could be had in the last hour, and rests on the portal afterwards', () => {
    const half = { ...later, sinceUsable: hour / 2 }
    const none = { ...later, sinceUsable: hour }
    const needs = (waitSeconds: number) => refusedFor({ kind: 'decision_needs_show', waitSeconds })
    const said = [
      take('not_refunded', null, half),
      take('not_refunded', null, half, unconfirmed, true),
      take('not_refunded', null, none),
      take('not_refunded', null, none, unconfirmed, true),
    ]
    expect(said).toEqual([needs(1800), needs(1800), needs(0), taken('not_refunded', highWater, true)])
  })

  it('never rests on a show that is cached, older, contradicts itself or is another payment’s', () => {
    const stale = { ...plain, lowerFor: 0 }
    const shows: readonly DecidingShow[] = [
      show(0, { ...plain, cached: true }),
      show(0, stale),
      show(null),
      show(12_051),
      { snapshot: snapshot({ id: 'pay-2' }), facts: plain },
    ]
    const none = { ...later, sinceUsable: hour }
    const said = shows.map((each) => [
      isUsableShow(unconfirmed, each),
      take('not_refunded', each, none, unconfirmed, true),
    ])
    expect(said).toEqual(shows.map(() => [false, taken('not_refunded', highWater, true)]))
  })

  it('rests on a lower sum that has stayed so for ten minutes', () => {
    const stayed = { ...plain, lowerFor: 10 * minute }
    expect(take('not_refunded', show(0, stayed))).toEqual(taken('not_refunded', 0))
  })

  it('cannot be decided too early, nor for an attempt that is not open', () => {
    const early = take('not_refunded', show(0), { ...later, sinceSend: 500 })
    expect(early).toEqual(refusedFor({ kind: 'decision_too_early', waitSeconds: 120 }))
    const settled = take('not_refunded', show(0), later, attempt('refused'))
    expect(settled).toEqual(refusedFor({ kind: 'attempt_not_open' }))
  })
})

it('"refunded" can be decided at once, with what the service says now, or the highest that it ever said', () => {
  const early = { sinceSend: 0, sinceQuiet: 0, sinceUsable: 0 }
  const outcome = [take('refunded', show(2000), early), take('refunded', null, early)]
  expect(outcome).toEqual([taken('refunded', 2000), taken('refunded', highWater)])
})

it('a new refund needs the PIN again for a day of running time after "not refunded", or until its watch is complete', () => {
  const decided = attempt('not_refunded', { ran: { created: 0, since: hour }, watch: watch() })
  const complete = { ...decided, watch: watch({ ended: 'complete' }) }
  const needs = [
    needsPinAgain([attempt('refunded'), decided], hour + day - 1),
    needsPinAgain([decided], hour + day),
    needsPinAgain([attempt('refused', { watch: watch() })], 0),
    needsPinAgain([complete], hour),
    needsPinAgain([], 0),
  ]
  expect(needs).toEqual([decided, null, null, null, null])
})

const anyTime = fc.nat(3 * day)
const anyTimes = fc.record({ sinceSend: anyTime, sinceQuiet: anyTime, sinceUsable: anyTime })
const open = fc.constantFrom<Attempt['state']>('unconfirmed', 'refunded_probably', 'refusal_seen')

it('any wait for a decision ends when it says so, in a possible decision, with a show or without', () => {
  fc.assert(
    fc.property(open, anyTimes, fc.boolean(), (state, times, answers) => {
      const of = attempt(state)
      let now = times
      for (let waits = 0; waits < 4; waits += 1) {
        const may = mayDecide(of, now).notRefunded
        const milliseconds =
          may.kind === 'wait' ? may.milliseconds : may.kind === 'now' && !answers ? hour : 0
        const { sinceSend, sinceQuiet, sinceUsable } = now
        now = {
          sinceSend: sinceSend + milliseconds,
          sinceQuiet: sinceQuiet + milliseconds,
          sinceUsable: sinceUsable + milliseconds,
        }
      }
      const decided = take('not_refunded', answers ? show(0) : null, now, of, true)
      expect(decided.ok).toBe(true)
    }),
  )
})
