import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/property-size'
import { isMarker, leadingMarker, makeMarker, reasonWithMarker, withoutMarkers } from './marker'

const bytes = fc.uint8Array({ minLength: 10, maxLength: 16 })
const marker = bytes.map(makeMarker)

describe('a marker', () => {
  it('is R- and ten characters without look-alikes', () => {
    fc.assert(
      fc.property(marker, (text) => {
        expect(text).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{10}$/)
        return isMarker(text) && leadingMarker(text) === text
      }),
    )
  })

  it('uses all 32 characters equally', () => {
    const made = Array.from({ length: 32 }, (_, value) =>
      makeMarker(new Uint8Array(10).fill(value)).slice(2, 3),
    )
    expect(new Set(made).size).toBe(32)
  })

  it('is never made from too few bytes', () => {
    expect(() => makeMarker(new Uint8Array(9))).toThrow('A marker needs ten random bytes')
  })

  const others = '|R-|R-012345678|R-01234567890|R-012345678O|R-012345678l|r-0123456789|R-0123456789\n'
  it.each([...others.split('|'), ' R-0123456789', 'R-0123456789 x'])('is not %j', (text) => {
    expect(isMarker(text)).toBe(false)
  })
})

describe('a remark', () => {
  it.each(['R-0123456789', 'R-0123456789 Damaged', 'R-0123456789\nDamaged'])('has a marker: %j', (remark) => {
    expect(leadingMarker(remark)).toBe('R-0123456789')
  })

  const others = '|Damaged R-0123456789| R-0123456789|(R-0123456789)|r-0123456789|R-01234567890|R-ILOU456789'
  it.each([...others.split('|'), 'R-0123456789: damaged', 'Ｒ－0123456789'])(
    'begins with no %j',
    (remark) => {
      expect(leadingMarker(remark)).toBeNull()
    },
  )
})

describe('a reason', () => {
  it('begins with the marker, has at most 100 characters, and still gives the marker wherever it is cut', () => {
    fc.assert(
      fc.property(
        marker,
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 12, max: 100 }),
        (own, words, cut) => {
          const reason = reasonWithMarker(own, words)
          expect(Array.from(reason).length).toBeLessThanOrEqual(100)
          expect(reason).toBe(reason.trim())
          return leadingMarker(Array.from(reason).slice(0, cut).join('')) === own
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

  it.each([
    ['R-1111111111 damaged', 'damaged'],
    ['damaged R-1111111111', 'damaged'],
    ['damaged R-1111111111, R-2222222222.', 'damaged , .'],
    ['r-abcdefghjk damaged', 'damaged'],
    ['R-ILOUilou12 damaged', 'damaged'],
    ['Ｒ－１２３４５６７８９０ damaged', 'damaged'],
    ['R‐1234567890 R–1234567890 R—1234567890 R−1234567890 x', 'x'],
    ['R\u200b-12345\u00ad67890 damaged', 'damaged'],
    ['R\u0000-1234567890 damaged', 'damaged'],
    ['Ŕ-1234567890', 'Ŕ-1234567890'],
    ['R\u0301-1234567890', ''],
    ['𝐑-𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗𝟎', ''],
    ['Order-1234567890', 'Order-1234567890'],
    ['R-01234567890', 'R-01234567890'],
    ['R-123', 'R-123'],
    ['', ''],
  ])('loses every marker that was typed, also one that a service could make of it: %j', (typed, left) => {
    expect(withoutMarkers(typed)).toBe(left)
  })

  it('does not gain a marker by being cut', () => {
    const cutAt = 'R-'.length + 10
    const filling = 'x'.repeat(100 - 13 - cutAt - 1)
    const reason = reasonWithMarker('R-0123456789', `${filling} R-BBBBBBBBBBB`)
    expect(reason).toBe(`R-0123456789 ${filling}`)
  })

  const pieces = fc.constantFrom(...'R-|r–|Ｒ－|1234567890|abcdefghjk|\u200b| |R|-|٣|ß|x'.split('|'))
  const typed = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )

  it('has no marker but our own, however it was typed and whatever case or width is folded', () => {
    fc.assert(
      fc.property(marker, typed, (own, words) => {
        const sent = reasonWithMarker(own, words).slice(own.length)
        const folded = sent
          .replace(/[\p{Cf}\p{M}]|(?!\s)\p{Cc}/gu, '')
          .normalize('NFKC')
          .toUpperCase()
          .replace(/\p{Dash}/gu, '-')
        expect(folded).not.toMatch(/(?<![\p{L}\p{N}])R-[0-9A-Z]{10}(?![\p{L}\p{N}])/u)
      }),
      { numRuns: runs(1500) },
    )
  })

  it('stays as it is once it was cleaned', () => {
    fc.assert(
      fc.property(typed, (words) => {
        const once = withoutMarkers(words)
        expect(withoutMarkers(once)).toBe(once)
      }),
    )
  })
})
