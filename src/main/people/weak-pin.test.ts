import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { practicePin } from '../../shared/contract/practice'
import { isWeakPin } from './pin'

describe('a new PIN', () => {
  it.each<[string, readonly string[]]>([
    ['is too short', ['', '123', '7351', '73910', 'a b c', '🔑🔒🔑🔒🔑']],
    ['is one character or piece repeated', ['000000', 'aaaaaa', '121212', '123123', 'abcabc', '      ']],
    [
      'is a row of keys, in either direction and past its end',
      ['123456', '654321', '456789', '567890', '987654', '098765'],
    ],
    ['is a row of letters', ['abcdef', 'QWERTY', 'asdfgh', 'zxcvbn', 'azerty', 'fedcba']],
    [
      'is pairs, halves or a palindrome',
      ['112233', '998877', '123321', '111222', '456123', '135246', '121121'],
    ],
    [
      'is two rows, or one with another key',
      ['qwer1234', 'abcd1234', '135724', 'a12345', '12345a', '1234asdf'],
    ],
    ['is a walk over a number pad', ['258025', '085208', '025802', '147147']],
    ['is numbers that count on', ['202122', '101112', '102030', '302928', '010203']],
    [
      'is a word with a few characters more',
      ['tillside1', 'password12', '1tillside', 'Monkey123', 'tillside!'],
    ],
    ['has only two digits', ['100100', '010011', '177171']],
    [
      'is one of the most common',
      [
        '5201314',
        '1314520',
        '142536',
        '159753',
        '147258',
        '520131',
        '696969',
        'password',
        'Letmein',
        '1q2w3e4r',
      ],
    ],
    [
      'is a date',
      ['311299', '123199', '991231', '010170', '199812', '122026', '31121999', '12311999', '19991231'],
    ],
    ['is shown to everybody in practice', [practicePin]],
    ['is longer than anybody types', ['x1y'.repeat(22)]],
  ])('that %s is refused', (_, pins) => {
    expect(pins.filter((pin) => !isWeakPin(pin, 6))).toEqual([])
  })

  it.each([
    '735108',
    '482915',
    '739164',
    '904172',
    '73-open',
    '1234-open',
    'pier four',
    `${'x1y'.repeat(20)}open`,
  ])('like %j is good enough', (pin) => {
    expect(isWeakPin(pin, 6)).toBe(false)
  })

  it('may be most combinations of six digits', () => {
    const pins = Array.from({ length: 2000 }, (_, place) => String(place * 500 + ((place * 37) % 500)))
    const refused = pins.filter((pin) => isWeakPin(pin.padStart(6, '0'), 6))
    expect(refused.length / pins.length).toBeLessThan(0.15)
  })

  it('is judged the same in capitals and in any composition', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, maxLength: 12 }), (pin) => {
        expect(isWeakPin(pin.normalize('NFD'), 6)).toBe(isWeakPin(pin.normalize('NFC'), 6))
      }),
    )
  })
})

describe('a cashier’s PIN of four', () => {
  const weak = (pins: readonly string[]) => pins.filter((pin) => isWeakPin(pin, 4))

  it('is refused where anybody would try it first: rows, pairs, years and dates', () => {
    const pins = ['1234', '4321', '0000', '1212', '1122', '2580', '1987', '2026', '3112', '1225', '482']
    expect(weak(pins)).toEqual(pins)
  })

  it('may be most combinations of four digits', () => {
    const pins = Array.from({ length: 2000 }, (_, place) => String(place * 5 + (place % 5)).padStart(4, '0'))
    expect([weak(['4829', '9173', '6047', '8350']), weak(pins).length < 500]).toEqual([[], true])
  })
})
