import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWeakPin } from './weak-pin'

describe('a new PIN', () => {
  it.each<[string, readonly string[]]>([
    ['is too short', ['', '123', '7351', '73910', 'a b c', '🔑🔒🔑🔒🔑']],
    ['is one sign or one piece over and over', ['000000', 'aaaaaa', '121212', '123123', 'abcabc', '      ']],
    [
      'is a row of keys, either way and over its end',
      ['123456', '654321', '456789', '567890', '987654', '098765'],
    ],
    ['is a row of letters', ['abcdef', 'QWERTY', 'asdfgh', 'zxcvbn', 'azerty', 'fedcba']],
    ['is pairs, halves or a mirror', ['112233', '998877', '123321', '111222', '456123', '135246', '121121']],
    ['is two digits alone', ['100100', '010011', '177171']],
    [
      'is of the most used',
      ['142536', '159753', '147258', '520131', '696969', 'password', 'Letmein', '1q2w3e4r'],
    ],
    [
      'is a day',
      ['311299', '123199', '991231', '010170', '199812', '122026', '31121999', '12311999', '19991231'],
    ],
    ['is longer than anybody types', ['x1y'.repeat(22)]],
  ])('that %s is refused', (_, pins) => {
    expect(pins.filter((pin) => !isWeakPin(pin))).toEqual([])
  })

  it.each([
    '735108',
    '482915',
    '739164',
    '904172',
    '73-open',
    '12345a',
    'pier four',
    `${'x1y'.repeat(20)}open`,
  ])('like %j is good enough', (pin) => {
    expect(isWeakPin(pin)).toBe(false)
  })

  it('may be most of what six digits can be', () => {
    let refused = 0
    for (let pin = 0; pin < 1_000_000; pin += 1) if (isWeakPin(String(pin).padStart(6, '0'))) refused += 1
    expect(refused / 1_000_000).toBeLessThan(0.15)
  })

  it('is judged alike however it is composed and in capitals', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, maxLength: 12 }), (pin) => {
        expect(isWeakPin(pin.normalize('NFD'))).toBe(isWeakPin(pin.normalize('NFC')))
      }),
    )
  })
})
