import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../testing/any-sign'
import { runs } from '../testing/property-size'
import { firstCodePoints, isLongerThan, shownText } from './text'

const text = fc.string({
  unit: fc.constantFrom('a', 'é', '日', '😀', '👍🏽', '\ud800', '\udc00'),
  maxLength: 40,
})

it('counts characters as people’s alphabets do, not units, and agrees with a list of them', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 60 }), (whole, count) => {
      const characters = Array.from(whole)
      expect(isLongerThan(whole, count)).toBe(characters.length > count)
      expect(firstCodePoints(whole, count)).toBe(characters.slice(0, count).join(''))
    }),
  )
})

it('takes no pair of surrogates apart', () => {
  const result = [firstCodePoints('😀😀', 1), isLongerThan('😀😀', 2), isLongerThan('😀😀', 1)]
  expect(result).toEqual(['😀', false, true])
})

describe('a text from outside', () => {
  it.each([
    ['Refund \u202e05.021$KH', 'Refund [U+202E]05.021$KH'],
    ['\u2066a\u2069 \u200eb\u061c', '[U+2066]a[U+2069] [U+200E]b[U+061C]'],
    ['one\r\ntwo\nthree\rfour\tfive', 'one↵two↵three↵four⇥five'],
    ['\u0000\u001b[31m\u007f\u0085', '[U+0000][U+001B][31m[U+007F][U+0085]'],
    ['a\u2028b\u2029c', 'a[U+2028]b[U+2029]c'],
    ['R\u200b-1\u00ad2\ufeff', 'R[U+200B]-1[U+00AD]2[U+FEFF]'],
    ['\ud83d alone', '[U+D83D] alone'],
    ['\u{e0041}', '[U+E0041]'],
    ['\u3164\uffa0', '[U+3164][U+FFA0]'],
    ['1\u200d0', '1[U+200D]0'],
    ['a\u200cb', 'a[U+200C]b'],
    ['\u200dx', '[U+200D]x'],
  ])('shows what nobody sees: %j', (text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  it.each([
    '',
    'HK$120.50',
    'שלום',
    '👨\u200d👩\u200d👧',
    '❤\ufe0f\u200d🔥',
    'می\u200cخواهم',
    'ක්\u200dර',
    'क्\u200dष',
  ])('leaves %s as it is written', (text) => {
    expect(shownText(text)).toBe(text)
  })

  const texts = fc.oneof(
    fc.string({ unit: anySign, maxLength: 40 }),
    fc.array(fc.nat(0xffff).map((unit) => String.fromCharCode(unit))).map((all) => all.join('')),
  )

  it('holds no control or format character afterwards, but for joiners that spell', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const rest = shownText(text).replace(/(?<=[^\u0020-\u007e])[\u200c\u200d](?=[^\u0020-\u007e])/g, '')
        expect(rest).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('that was marked stays as it is', () => {
    fc.assert(fc.property(texts, (text) => shownText(shownText(text)) === shownText(text)))
  })
})
