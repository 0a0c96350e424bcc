import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRetention, readWholeNumber, retentionLimits } from './choices'

const { days, count } = retentionLimits

describe('a number of days or copies', () => {
  it.each([
    ['30', days, 30],
    [' 365 ', days, 365],
    ['200,000', count, 200_000],
    ['50 000', count, 50_000],
    ['007', days, 7],
  ])('%j is read', (text, limits, number) => {
    expect(readWholeNumber(text, limits)).toBe(number)
  })

  it.each([
    ['', days],
    ['0', days],
    ['366', days],
    ['999', count],
    ['200,001', count],
    ['1.5', days],
    ['1e2', days],
    ['-3', days],
    ['5,0', days],
    ['50,00', count],
    ['30 days', days],
    ['３０', days],
    ['9'.repeat(400), count],
  ])('%j is not', (text, limits) => {
    expect(readWholeNumber(text, limits)).toBeNull()
  })

  it('is read back however its digits are grouped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 200_000 }), fc.constantFrom('', ',', ' '), (number, gap) => {
        const written = String(number).replace(/\B(?=(\d{3})+$)/g, gap)
        expect(readWholeNumber(written, count)).toBe(number)
      }),
    )
  })

  it('of the usual retention is one that a store may choose', () => {
    expect([
      readWholeNumber(String(defaultRetention.days), days),
      readWholeNumber(String(defaultRetention.count), count),
    ]).toEqual([30, 50_000])
  })
})
