import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../testing/any-sign'
import { cleanCode, kindsToTry } from './codes'

describe('cleaning', () => {
  it.each([
    ['480013370000421\r\n', '480013370000421'],
    ['\u0002ABC\u0003', 'ABC'],
    ['\u001d0104512345678906\u001d', '0104512345678906'],
    ['  till-3 \t', 'till-3'],
    ['\u00a0till-3\u3000', 'till-3'],
    ['\ufefftill\u200b-3\u2028', 'till-3'],
    ['a b', 'a b'],
    ['４８３９－Ａｂ', '4839-Ab'],
    ['ｶﾅ™', 'ｶﾅ™'],
    ['\u0000 \u0007', ''],
    ['', ''],
  ])('makes %j into %j', (text, code) => {
    expect(cleanCode(text)).toBe(code)
  })

  it('changes nothing the second time, and leaves no control character or outer space', () => {
    const noisy = fc.string({
      unit: fc.oneof(fc.constantFrom('\r', '\n', '\t', ' ', '\u00a0', '\u200b', '\u0000', 'a', '1'), anySign),
    })
    fc.assert(
      fc.property(noisy, (text) => {
        const code = cleanCode(text)
        return cleanCode(code) === code && code === code.trim() && !/[\p{Cc}\p{Cf}]/u.test(code)
      }),
    )
  })
})

describe('kinds of code', () => {
  it('are tried by length: 15 for a transaction id, 36 for a custom id, 64 for an internal id', () => {
    const kinds = [1, 15, 16, 36, 37, 64, 65].map((length) => kindsToTry('x'.repeat(length), 'automatic'))
    expect(kinds).toEqual([
      ['transaction_id', 'custom_id', 'internal_id'],
      ['transaction_id', 'custom_id', 'internal_id'],
      ['custom_id', 'internal_id'],
      ['custom_id', 'internal_id'],
      ['internal_id'],
      ['internal_id'],
      [],
    ])
  })

  it('are told by characters, not by units: 36 emoji are a custom id', () => {
    const kinds = [15, 16, 19, 36, 37, 64, 65].map(
      (length) => kindsToTry('😀'.repeat(length), 'automatic').length,
    )
    expect(kinds).toEqual([3, 2, 2, 2, 1, 1, 0])
  })

  it.each([
    ['transaction_id', [1, 15]],
    ['custom_id', [1, 15, 16, 36]],
    ['internal_id', [1, 15, 16, 36, 37, 64]],
  ] as const)('are only %s where that was chosen by hand, if it can hold the code', (kind, held) => {
    const tried = [1, 15, 16, 36, 37, 64, 65].map((length) => kindsToTry('x'.repeat(length), kind))
    const none = Array(7 - held.length).fill([])
    expect(tried).toEqual([...held.map(() => [kind]), ...none])
  })

  it('are none for no code', () => {
    expect([kindsToTry('', 'automatic'), kindsToTry('', 'internal_id')]).toEqual([[], []])
  })
})
