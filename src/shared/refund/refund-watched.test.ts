import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptEvent } from '../attempt/attempt'
import { at, line, next } from '../testing/attempt-stories'
import { attempt, otherMarker, snapshot, watch } from '../testing/refund-samples'
import { advance, isWatched, openAlarms } from './refund'

describe('a watched attempt', () => {
  const watched = attempt('not_refunded', { watch: watch() })
  const show = (refunded: number): AttemptEvent => ({ kind: 'watched', at, refunded })
  const end: AttemptEvent = { kind: 'watch_ended', at }
  const shows = (count: number, from = watched, refunded = 0) =>
    Array.from({ length: count }).reduce<Attempt>((before) => next(before, show(refunded)), from)

  it('counts its shows, and keeps the highest sum', () => {
    const told = [show(0), show(700), show(300)].reduce((before, event) => next(before, event), watched)
    expect([told.watch, told.seen.refunded, told.seen.highest]).toEqual([
      watch({ shows: 3, highest: 700 }),
      300,
      700,
    ])
  })

  it('is complete with the fourth, and takes no show and no end after that', () => {
    const [third, fourth] = [shows(3), shows(4)]
    expect([
      isWatched(third),
      isWatched(fourth),
      ...[show(0), end].map((event) => advance(fourth, event, line).ok),
    ]).toEqual([true, false, false, false])
  })

  it('ends with an alarm when it could not be watched, or when a decided refund never came', () => {
    const refunded = attempt('refunded', { watch: watch() })
    const ends = [next(watched, end), shows(4), shows(4, refunded, 1999), shows(4, refunded, 2000)]
    expect(ends.map(({ alarms }) => alarms.map(({ alarm }) => alarm))).toEqual([
      ['could_not_be_watched'],
      [],
      ['never_reached'],
      [],
    ])
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

  const counted = attempt('refunded', { told: { line: 4, refunded: 300 } })

  it('is raised once: what its show said is expected from there on', () => {
    const told = next(counted, alarmed({ refunded: 500, remark: otherMarker }))
    expect([told.told, told.seen]).toEqual([
      { line, refunded: 500 },
      { refunded: 500, highest: 500, markers: [otherMarker] },
    ])
  })

  it('reports no sum from a show that contradicts itself, is lower, or is of another payment', () => {
    const changes = [{ refunded: 12051 }, { refunded: 299 }, { id: 'pay-2', refunded: 500 }, null]
    const told = changes.map((change) => next(counted, alarmed(change)).told)
    expect(told).toEqual(changes.map(() => ({ line: 4, refunded: 300 })))
  })

  it('may come where nothing is watched', () => {
    expect(next(attempt('not_sent'), alarmed({ refunded: 500 })).told).toBeNull()
  })

  it('is ended by one acknowledgement, which ends no lock, and not by a second one', () => {
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
