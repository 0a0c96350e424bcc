import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptEvent } from './attempt'
import { advance, isWatched, openAlarms } from './refund'
import { at, line, next } from './testing/attempt-stories'
import { attempt, otherMarker, snapshot, watch } from './testing/refund-samples'

describe('a watched attempt', () => {
  const watched = attempt('not_refunded', { watch: watch() })
  const hour = (refunded: number | null): AttemptEvent => ({ kind: 'watched', at, refunded })
  const end = (why: 'complete' | 'could_not_be_watched'): AttemptEvent => ({ kind: 'watch_ended', at, why })
  const hours = (count: number, from = watched, refunded = 0) =>
    Array.from({ length: count }).reduce<Attempt>((before) => next(before, hour(refunded)), from)

  it('counts its hours, with the highest sum, and apart those in which nothing could be had', () => {
    const told = [hour(0), hour(700), hour(300), hour(null)].reduce(
      (before, event) => next(before, event),
      watched,
    )
    expect([told.watch, told.seen.refunded, told.seen.highest]).toEqual([
      watch({ lines: 3, lastLineAt: at, highest: 700, missed: 1 }),
      300,
      700,
    ])
  })

  it('cannot be called complete before twelve of them', () => {
    const steps = [11, 12].map((count) => advance(hours(count), end('complete'), line).ok)
    expect(steps).toEqual([false, true])
  })

  it('takes no hour and no second end once it has ended', () => {
    const ended = next(watched, end('could_not_be_watched'))
    const steps = [hour(0), end('complete'), end('could_not_be_watched')].map(
      (event) => advance(ended, event, line).ok,
    )
    expect([isWatched(watched), isWatched(ended), ...steps]).toEqual([true, false, false, false, false])
  })

  it('ends with an alarm when it could not be watched, or when a decided refund never came', () => {
    const refunded = attempt('refunded', { watch: watch() })
    const ends = [
      next(watched, end('could_not_be_watched')),
      next(hours(12), end('complete')),
      next(hours(12, refunded, 1999), end('complete')),
      next(hours(12, refunded, 2000), end('complete')),
    ].map(({ alarms }) => alarms.map(({ alarm }) => alarm))
    expect(ends).toEqual([['could_not_be_watched'], [], ['never_reached'], []])
  })
})

describe('an alarm', () => {
  const alarmed = (change: Parameters<typeof snapshot>[0] | null): AttemptEvent => ({
    kind: 'alarmed',
    at,
    alarm: 'unexplained_rise',
    snapshot: change === null ? null : snapshot(change),
    raw: '',
  })

  it('is told once: the watch counts on from what its show said', () => {
    const told = next(
      attempt('refunded', { watch: watch() }),
      alarmed({ refunded: 500, remark: otherMarker }),
    )
    expect([told.watch, told.seen]).toEqual([
      watch({ line, from: 500, highest: 500 }),
      { refunded: 500, highest: 500, markers: [otherMarker] },
    ])
  })

  it('moves no watch by a show that contradicts itself, is lower, or is of another payment', () => {
    const counted = attempt('refunded', { watch: watch({ from: 300, highest: 300 }) })
    const shows = [
      { refunded: 12051 },
      { refunded: 299 },
      { refunded: 300 },
      { id: 'pay-2', refunded: 500 },
      null,
    ]
    const watches = shows.map((change) => next(counted, alarmed(change)).watch)
    expect(watches).toEqual(shows.map(() => watch({ from: 300, highest: 300 })))
  })

  it('may come where nothing is watched', () => {
    expect(next(attempt('not_sent'), alarmed({ refunded: 500 })).watch).toBeNull()
  })

  it('is ended by one acknowledgement, which is no lock’s end, and by no second one', () => {
    const acknowledge = (alarm: number): AttemptEvent => ({
      kind: 'acknowledged',
      at,
      alarm,
      by: 'Sam',
      note: 'Known',
    })
    const two = next(next(attempt('unconfirmed'), alarmed(null)), alarmed(null))
    const one = next(two, acknowledge(2))
    expect([openAlarms(one), one.alarms[1]?.acknowledged, one.state]).toEqual([
      [{ number: 1, alarm: 'unexplained_rise', at }],
      { at, by: 'Sam', note: 'Known' },
      'unconfirmed',
    ])
    expect([2, 3].map((number) => advance(one, acknowledge(number), line).ok)).toEqual([false, false])
  })
})
