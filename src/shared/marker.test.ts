import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMarker, makeMarker, markersIn, reasonWithMarker } from './marker'

const bytes = fc.uint8Array({ minLength: 10, maxLength: 16 })
const marker = bytes.map(makeMarker)

describe('a marker', () => {
  it('is R- and ten characters that nobody mistakes for others', () => {
    fc.assert(
      fc.property(marker, (text) => {
        expect(text).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{10}$/)
        return isMarker(text) && markersIn(text).join() === text
      }),
    )
  })

  it('spreads over all 32 characters alike', () => {
    const made = Array.from({ length: 32 }, (_, value) =>
      makeMarker(new Uint8Array(10).fill(value)).slice(2, 3),
    )
    expect(new Set(made).size).toBe(32)
  })

  it('is never made of too little', () => {
    expect(() => makeMarker(new Uint8Array(9))).toThrow('A marker needs ten random bytes')
  })

  it.each([
    '',
    'R-',
    'R-012345678',
    'R-01234567890',
    'R-012345678O',
    'R-012345678l',
    'r-0123456789',
    ' R-0123456789',
    'R-0123456789 x',
    'R-0123456789\n',
  ])('is not %j', (text) => {
    expect(isMarker(text)).toBe(false)
  })
})

describe('a reason', () => {
  it('begins with the marker, keeps to 100 characters, and gives the marker back wherever it is cut', () => {
    fc.assert(
      fc.property(
        marker,
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 12, max: 100 }),
        (mark, words, cut) => {
          const reason = reasonWithMarker(mark, words)
          expect(reason.startsWith(mark)).toBe(true)
          expect(Array.from(reason).length).toBeLessThanOrEqual(100)
          expect(reason).toBe(reason.trim())
          return markersIn(Array.from(reason).slice(0, cut).join(''))[0] === mark
        },
      ),
    )
  })

  it('is one line with single spaces', () => {
    expect([
      reasonWithMarker('R-0123456789', '  two\n lines\t here '),
      reasonWithMarker('R-0123456789', ' '),
    ]).toEqual(['R-0123456789 two lines here', 'R-0123456789'])
  })
})

describe('markers in a remark', () => {
  it('are all found, in order, whatever stands around them', () => {
    expect(markersIn('R-0123456789 Damaged; R-ABCDEFGHJK, (R-ZZZZZZZZZZ)')).toEqual([
      'R-0123456789',
      'R-ABCDEFGHJK',
      'R-ZZZZZZZZZZ',
    ])
  })

  it.each(['', 'Damaged item', 'XR-0123456789', 'R-01234567890', 'R-012345678', 'R-ILOU456789'])(
    'are none in %j',
    (remark) => {
      expect(markersIn(remark)).toEqual([])
    },
  )
})
