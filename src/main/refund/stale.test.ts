import { beforeEach, expect, it } from 'vitest'
import { nothingPast } from '../../shared/refund/past'
import { aRecord } from '../../shared/testing/record-sample'
import { attempt, snapshot } from '../../shared/testing/refund-samples'
import { makeStalePayments, type StalePayments } from './memory'

const minute = 60_000
const hour = 60 * minute
/** The wall clock is so far before the monotonic one. */
const midnight = Date.UTC(2026, 10, 25)

let time: number
let known: number | null
let locked: boolean
let stale: StalePayments
beforeEach(() => {
  time = 5 * minute
  known = 2000
  locked = false
  stale = makeStalePayments({
    journal: {
      highWater: () => known,
      past: () => nothingPast,
      lockOn: () => (locked ? attempt('unconfirmed') : null),
    },
    clock: { now: () => midnight + time, monotonic: () => time },
  })
})

/** An answer that says HK$5.00, asked at that moment: for how long every one has said less. */
const note = (askedAt = time, id = 'pay-1') =>
  stale.note(id, { record: aRecord(), snapshot: snapshot({ id, refunded: 500 }), askedAt })
const asks = () => stale.checks().map(({ id, at }) => [id, at])
const wall = (moment: number) => new Date(midnight + moment).toISOString()

it('a payment of which less is said is asked about again, and a person may accept it, each at its time', () => {
  expect([note(), asks(), stale.view('pay-1')]).toEqual([
    0,
    [['pay-1', 6 * minute]],
    {
      was: 2000,
      now: 500,
      since: wall(5 * minute),
      nextCheckAt: wall(6 * minute),
      accept: 'minutes',
      missing: [],
    },
  ])
  time += 70_000
  expect([note(), asks()]).toEqual([70_000, [['pay-1', 7 * minute]]])
  // An answer that was asked before the last one, and came after it, brings no question nearer.
  note(5 * minute + 10_000)
  expect(asks()).toEqual([['pay-1', 7 * minute]])
  locked = true
  expect(stale.view('pay-1')?.accept).toBe('attempt')
})

it('it is asked about no more after three days, nor once the service says what was known', () => {
  note()
  time += 72 * hour
  stale.asked('pay-1')
  stale.asked('pay-2')
  expect([asks(), stale.view('pay-1')?.nextCheckAt, stale.of('pay-2')]).toEqual([[], null, null])
  known = 500
  expect([note(), stale.view('pay-1')]).toEqual([null, null])
  known = null
  expect(note()).toBeNull()
})

it('what the PC slept is no time that a person waited, and no reason to ask for longer than three days', () => {
  note()
  time += 12 * hour
  const view = () => [stale.view('pay-1')?.accept, stale.view('pay-1')?.since]
  stale.slept()
  const waking = [note(), ...view()]
  time += 10 * minute
  expect([waking, note(), ...view()]).toEqual([
    [0, 'minutes', wall(5 * minute)],
    10 * minute,
    'now',
    wall(5 * minute),
  ])
  time += 60 * hour
  stale.slept()
  stale.asked('pay-1')
  expect(asks()).toEqual([])
})

it('an answer that the PC slept through counts from waking', () => {
  const asked = time
  time += 12 * hour
  stale.slept()
  time += minute
  expect(note(asked)).toBe(minute)
})

it('it is asked about at once when the line comes back within the hour, and no more than once', () => {
  note()
  time += hour - 1
  stale.wake()
  expect(asks()).toEqual([['pay-1', time]])
  time += 1
  stale.asked('pay-1')
  stale.wake()
  expect(asks()).toEqual([['pay-1', time + hour]])
})

it('a show is older only when it was asked before what is known was raised', () => {
  stale.noteRaised('pay-1')
  const raised = time
  const older = () => [raised - 1, raised].map((askedAt) => stale.isOlder('pay-1', askedAt))
  expect([older(), stale.isOlder('pay-2', 0)]).toEqual([[true, false], false])
  time += 2 * minute
  stale.noteRaised('pay-2')
  expect(older()).toEqual([true, false])
  // No show is under way for longer.
  time += 1
  stale.noteRaised('pay-2')
  expect(older()).toEqual([false, false])
})

it('of more than 2000 the oldest makes room', () => {
  for (let number = 1; number <= 2000; number += 1) note(time, `pay-${number}`)
  expect(stale.checks()).toHaveLength(2000)
  note(time, 'pay-1')
  note(time, 'pay-2001')
  const expected = [true, false, true, true]
  expect(['pay-1', 'pay-2', 'pay-3', 'pay-2001'].map((id) => stale.of(id) !== null)).toEqual(expected)
})
