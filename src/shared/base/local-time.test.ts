import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localDay, localMoment } from './local-time'

it('is the day that people at the till have, from its first to its last minute', () => {
  expect([
    localDay(new Date(2026, 10, 21, 0, 0).getTime()),
    localDay(new Date(2026, 10, 21, 23, 59).getTime()),
    localDay(new Date(2026, 0, 2, 12, 0).getTime()),
  ]).toEqual(['2026-11-21', '2026-11-21', '2026-01-02'])
})

it('is a moment that begins with that day and is read back to the second', () => {
  const years = { min: Date.UTC(2000, 0), max: Date.UTC(2090, 0) }
  fc.assert(
    fc.property(fc.integer(years), (at) => {
      const written = localMoment(at)
      expect([written.slice(0, 10), Date.parse(written)]).toEqual([localDay(at), at - (at % 1000)])
    }),
  )
})
