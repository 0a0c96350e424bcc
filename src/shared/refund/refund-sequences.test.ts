import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attempt, type AttemptEvent, attemptSchema, slipWays } from '../attempt/attempt'
import { attemptStates } from '../attempt/attempt-states'
import { at, events, next } from '../testing/attempt-stories'
import { runs } from '../testing/property-size'
import {
  answeredBy,
  attempt,
  checked,
  decided,
  lost,
  neverConnected,
  otherMarker,
  ownMarker,
  refusal,
  snapshot,
  startOfDay,
} from '../testing/refund-samples'
import { advance, isUndecided } from './refund'

const anyCheck = fc.record({
  refunded: fc.option(fc.integer({ min: -5, max: 13_000 }), { nil: null }),
  remark: fc.constantFrom('', ownMarker, otherMarker, `x ${ownMarker}`),
  id: fc.constantFrom('pay-1', 'pay-1', 'pay-2'),
})
const anyAlarm = fc.constantFrom('unexplained_rise', 'moved_after_refusal', null)
const anyEvent: fc.Arbitrary<AttemptEvent> = fc.oneof(
  fc.constantFrom(
    ...Object.values(events),
    answeredBy(refusal, 'refusal_seen', at),
    answeredBy(lost, 'unconfirmed', at),
    answeredBy(neverConnected, 'not_sent', at),
  ),
  fc
    .tuple(anyCheck, fc.constantFrom(...attemptStates), anyAlarm)
    .map(([show, to, alarm]) => checked(snapshot(show), to, at, { alarm })),
  fc
    .tuple(fc.constantFrom('refunded' as const, 'not_refunded' as const), fc.nat(13_000))
    .map(([to, refunded]) => decided(to, at, { refunded })),
  anyCheck.map((show) => ({
    kind: 'alarmed' as const,
    at,
    alarm: 'unexplained_rise' as const,
    snapshot: snapshot(show),
    raw: '',
  })),
  fc.nat(13_000).map((refunded) => ({ kind: 'watched' as const, at, refunded })),
  fc.nat(3).map((number) => ({ kind: 'acknowledged' as const, at, alarm: number + 1, by: 'Sam', note: 'x' })),
  fc.constantFrom(...slipWays).map((how) => ({ kind: 'slip_made' as const, at, how })),
)

function* steps(sequence: readonly AttemptEvent[]) {
  let now: Attempt | null = null
  for (const [index, event] of sequence.entries()) {
    const step = advance(now, event, index + 1)
    yield { before: now, event, step }
    if (step.ok) now = step.value
  }
}

function ofAny(holds: (sequence: readonly AttemptEvent[]) => void, inCi: number): void {
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 40 }), holds), { numRuns: runs(inCi) })
}

describe('any sequence of events', () => {
  it('never throws, reopens only what was refused or decided not refunded, and sends at most once', () => {
    ofAny((sequence) => {
      let sends = 0
      for (const { before, event, step } of steps(sequence)) {
        if (!step.ok || event.kind === 'taken_over') continue
        const now = step.value
        const isReopened = before !== null && !isUndecided(before.state) && isUndecided(now.state)
        if (isReopened) expect(['refused', 'not_refunded']).toContain(before.state)
        if (now.state === 'sending' && before?.state !== 'sending') sends += 1
      }
      expect(sends).toBeLessThanOrEqual(1)
    }, 600)
  })

  it('never changes the base, nor whose refund it is', () => {
    ofAny((sequence) => {
      for (const { before, step } of steps(sequence)) {
        if (before === null || !step.ok) continue
        const { base, marker, id, amount } = step.value.intent
        expect([base, marker, id, amount]).toEqual([0, ownMarker, 'pay-1', 2000])
      }
    }, 100)
  })

  it('changes nothing when an event cannot follow, and otherwise carries the number of its line', () => {
    fc.assert(
      fc.property(fc.constantFrom(...attemptStates), anyEvent, (state, event) => {
        const before = Object.freeze(attempt(state))
        const step = advance(before, event, 7)
        if (step.ok) expect(step.value.line).toBe(7)
        else expect(step.fault.from).toBe(state)
        expect(before).toEqual(attempt(state))
      }),
    )
  })

  it('leaves only what the journal can keep', () => {
    ofAny((sequence) => {
      for (const { step } of steps(sequence)) {
        if (step.ok) expect(attemptSchema.safeParse(step.value).error).toBeUndefined()
      }
    }, 300)
  })

  it('watches exactly what was refused, or what a person decided', () => {
    ofAny((sequence) => {
      for (const { event, step } of steps(sequence)) {
        if (!step.ok || event.kind === 'taken_over' || step.value.watch === null) continue
        expect(['refused', 'not_refunded', 'refunded']).toContain(step.value.state)
      }
    }, 100)
  })
})

it('an attempt reports a sum once a rule says that it is refunded: its own, or what the show says beyond it', () => {
  const told = [
    next(attempt('unconfirmed'), checked(snapshot({ refunded: 1000 }), 'unconfirmed')),
    next(attempt('unconfirmed'), checked(snapshot({ refunded: 2000, remark: ownMarker }), 'refunded')),
    next(attempt('unconfirmed'), checked(snapshot({ refunded: 2500, remark: ownMarker }), 'refunded')),
  ].map((each) => each.told?.refunded)
  expect(told).toEqual([undefined, 2000, 2500])
})

it('an attempt is as old in its state as the line with which it came to it', () => {
  const [stays, comes] = (['unconfirmed', 'refunded_probably'] as const).map((to) =>
    next(attempt('unconfirmed'), checked(snapshot({ refunded: 2000 }), to, at)),
  )
  expect([stays?.since, comes?.since]).toEqual([startOfDay, at])
})
