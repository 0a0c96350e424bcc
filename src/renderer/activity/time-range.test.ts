import { describe, expect, it } from 'vitest'
import { exportRange, timeRange } from './query'

const noon = new Date(2026, 10, 21, 12, 0, 0).getTime()
const day = (month: number, date: number) => new Date(2026, month, date).getTime()

describe('the days that Activity lists', () => {
  it.each([
    ['today', { from: day(10, 21), to: null }],
    ['week', { from: day(10, 15), to: null }],
    ['all', { from: null, to: null }],
  ] as const)('%s', (choice, expected) => {
    expect(timeRange({ choice, from: '', to: '' }, noon)).toEqual(expected)
  })

  it('are whole days, put right when turned around', () => {
    const chosen = { choice: 'days', from: '2026-11-20', to: '2026-11-18' } as const
    expect(timeRange(chosen, noon)).toEqual({ from: day(10, 18), to: day(10, 21) - 1 })
  })

  it.each([
    ['2026-11-20', '', { from: day(10, 20), to: null }],
    ['', '2026-11-20', { from: null, to: day(10, 21) - 1 }],
  ])('have one bound where only one day is given: from %s to %s', (from, to, expected) => {
    expect(timeRange({ choice: 'days', from, to }, noon)).toEqual(expected)
  })

  it('have no bound where a day cannot be read', () => {
    const chosen = { choice: 'days', from: '', to: '2026-02-31' } as const
    expect(timeRange(chosen, noon)).toEqual({ from: null, to: null })
  })

  it('are exported with both ends', () => {
    expect(exportRange({ from: null, to: null }, noon)).toEqual({
      from: '1970-01-01T00:00:00.000Z',
      to: new Date(noon).toISOString(),
    })
  })
})

it('counts the last seven days by the calendar, also where a day has 23 or 25 hours', () => {
  const late = new Date(2026, 2, 31, 23, 30).getTime()
  const { from } = timeRange({ choice: 'week', from: '', to: '' }, late)
  expect(from).toBe(new Date(2026, 2, 25).getTime())
})
