import { afterEach, expect, it, vi } from 'vitest'
import { localDay } from '../../shared/base/local-time'
import { clockMoment, followDays } from './hooks'

afterEach(() => void vi.useRealTimers())

it('each midnight is told, and a time of yesterday then has its day', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 22, 10) })
  const at = Date.now()
  const drawn = [clockMoment(at, Date.now())]
  const stop = followDays(() => drawn.push(`${localDay(Date.now())}: ${clockMoment(at, Date.now())}`))
  vi.advanceTimersByTime(48 * 60 * 60 * 1000)
  stop()
  vi.advanceTimersByTime(48 * 60 * 60 * 1000)
  expect(drawn).toEqual(['22:10', '2026-11-21: 20 Nov, 22:10', '2026-11-22: 20 Nov, 22:10'])
})
