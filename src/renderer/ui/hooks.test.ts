import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { localDay } from '../../shared/base/local-time'
import { chooseByKey, clockMoment, followDays } from './hooks'

describe('the keys of a list', () => {
  it('move the choice by one, by a page, and to both ends', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'a', 'Enter']
    expect(keys.map((key) => chooseByKey(key, 10, 100))).toEqual([11, 9, 18, 2, 0, 99, null, null])
  })

  it('begin at the first when nothing is chosen yet', () => {
    expect([chooseByKey('ArrowDown', -1, 3), chooseByKey('ArrowUp', -1, 3)]).toEqual([0, 0])
  })

  it('never leave the list, and move nothing in an empty one', () => {
    const key = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End')
    fc.assert(
      fc.property(key, fc.integer({ min: -1, max: 50 }), fc.nat(50), (pressed, chosen, count) => {
        const place = chooseByKey(pressed, chosen, count)
        expect(count === 0 ? place === null : place !== null && place >= 0 && place < count).toBe(true)
      }),
    )
  })
})

afterEach(() => void vi.useRealTimers())

it('each midnight is told, and a time of yesterday then has its day', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 22, 10) })
  const at = Date.now()
  const drawn = [clockMoment(at, Date.now())]
  const stop = followDays(() => drawn.push(`${localDay(Date.now())}: ${clockMoment(at, Date.now())}`))
  vi.advanceTimersByTime(26 * 60 * 60 * 1000)
  stop()
  vi.advanceTimersByTime(48 * 60 * 60 * 1000)
  expect(drawn).toEqual(['22:10', '2026-11-21: 20 Nov, 22:10', '2026-11-22: 20 Nov, 22:10'])
})

it('a midnight that the PC slept through, or that its clock was set past, is told within minutes', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 22, 10) })
  const days: string[] = []
  const stop = followDays(() => days.push(localDay(Date.now())))
  for (const woken of [new Date(2026, 10, 21, 8, 0), new Date(2026, 10, 20, 23, 0)]) {
    vi.setSystemTime(woken)
    vi.advanceTimersByTime(10 * 60_000)
  }
  stop()
  expect(days).toEqual(['2026-11-21', '2026-11-20'])
})
