import { expect, it } from 'vitest'
import { localDay } from './clock'

it('is the day that people at the till have, from its first to its last minute', () => {
  expect([
    localDay(new Date(2026, 10, 21, 0, 0).getTime()),
    localDay(new Date(2026, 10, 21, 23, 59).getTime()),
    localDay(new Date(2026, 0, 2, 12, 0).getTime()),
  ]).toEqual(['2026-11-21', '2026-11-21', '2026-01-02'])
})
