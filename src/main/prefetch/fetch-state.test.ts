import { describe, expect, it } from 'vitest'
import { advance, type FetchEvent, type FetchState, idle, waitAfter, workOf } from './fetch-state'

const around = { offline: false, cashierAtWork: false }
const told: FetchEvent = { kind: 'answered', end: { kind: 'told', took: 40 }, around }
const failed: FetchEvent = { kind: 'answered', end: { kind: 'failed' }, around }
const fault = { kind: 'token_not_accepted', httpStatus: 401, message: 'Unauthenticated' } as const
const refused: FetchEvent = { kind: 'answered', end: { kind: 'refused', fault }, around }
const simple = ['queued', 'rested', 'ran_out', 'cashier_begins', 'cashier_done', 'line_back'] as const
const byPerson = ['paused', 'resumed', 'set_up_anew', 'stopped'] as const

const rest = (milliseconds: number, failures = 0, after = 'call') => ({
  at: 'resting',
  milliseconds,
  after,
  failures,
})

const states: readonly FetchState[] = [
  idle,
  { at: 'resting', milliseconds: 5, after: 'call', failures: 2 },
  { at: 'asking', failures: 2 },
  { at: 'yielding', failures: 2 },
  { at: 'offline', failures: 2 },
  { at: 'paused' },
  { at: 'halted', fault },
]

/** Where each state goes by an event; '-' where it stays as it is. */
function table(event: FetchEvent): readonly unknown[] {
  return states.map((state) => {
    const next = advance(state, event)
    return next === state ? '-' : next
  })
}

describe('fetching the queued codes', () => {
  it('goes on only by the events that mean something where it stands', () => {
    const told_ = Object.fromEntries(
      [...simple, ...byPerson].map((kind) => [kind, table({ kind }).map((next) => next)]),
    )
    const begin = rest(0)
    const paused = { at: 'paused' }
    expect(told_).toEqual({
      queued: [begin, '-', '-', '-', '-', '-', '-'],
      rested: ['-', { at: 'asking', failures: 2 }, '-', '-', '-', '-', '-'],
      ran_out: ['-', '-', idle, '-', '-', '-', '-'],
      cashier_begins: ['-', { at: 'yielding', failures: 2 }, '-', '-', '-', '-', '-'],
      cashier_done: ['-', '-', '-', rest(1500, 2, 'cashier'), '-', '-', '-'],
      line_back: ['-', '-', '-', '-', rest(0, 2), '-', '-'],
      paused: ['-', paused, paused, paused, paused, paused, '-'],
      resumed: ['-', '-', '-', '-', '-', begin, begin],
      set_up_anew: [begin, '-', '-', '-', '-', '-', begin],
      stopped: ['-', idle, idle, idle, idle, idle, idle],
    })
  })

  it('rests as long as the call took, within bounds, and forgets earlier failures', () => {
    const restAfter = (took: number) =>
      advance({ at: 'asking', failures: 3 }, { ...told, end: { kind: 'told', took } })
    expect([restAfter(40), restAfter(1), restAfter(9000)]).toEqual([rest(40), rest(10), rest(2000)])
  })

  it('waits longer after each failure, from a second to a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(waitAfter)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ])
    expect([0, 1, 6].map((failures) => advance({ at: 'asking', failures }, failed))).toEqual([
      rest(1000, 1),
      rest(2000, 2),
      rest(60_000, 7),
    ])
  })

  it('waits for the line when it is gone, and lets a cashier go first', () => {
    const asking = { at: 'asking', failures: 1 } as const
    const noLine = { offline: true, cashierAtWork: false }
    const busy = { offline: false, cashierAtWork: true }
    expect([
      advance(asking, { ...failed, around: noLine }),
      advance(asking, { ...told, around: noLine }),
      advance(asking, { ...told, around: busy }),
      advance(asking, { ...failed, around: busy }),
      advance(asking, { ...refused, around: noLine }),
    ]).toEqual([
      { at: 'offline', failures: 2 },
      rest(40),
      { at: 'yielding', failures: 0 },
      { at: 'yielding', failures: 2 },
      { at: 'halted', fault },
    ])
  })

  it('hears an answer only while it is asking', () => {
    const notAsking = states.filter(({ at }) => at !== 'asking')
    for (const event of [told, failed, refused]) {
      expect(notAsking.map((state) => advance(state, event))).toEqual(notAsking)
    }
  })

  it('is told to a person as what holds it up', () => {
    expect(states.map((state) => workOf(state, 7))).toEqual([
      { at: 'idle' },
      { at: 'waiting', why: 'service' },
      { at: 'waiting', why: 'service' },
      { at: 'waiting', why: 'cashier' },
      { at: 'waiting', why: 'offline' },
      { at: 'paused' },
      { at: 'halted', fault },
    ])
    expect([
      workOf({ at: 'asking', failures: 0 }, 7),
      workOf({ at: 'resting', milliseconds: 1, after: 'cashier', failures: 0 }, 7),
    ]).toEqual([
      { at: 'working', secondsLeft: 7 },
      { at: 'waiting', why: 'cashier' },
    ])
  })
})
