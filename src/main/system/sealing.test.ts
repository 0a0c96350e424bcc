import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../shared/testing/any-sign'
import { runs } from '../../shared/testing/property-size'
import { blindIndex, keyBytes, seal, unseal } from './sealing'

const key = Buffer.alloc(keyBytes, 7)
const text = fc.string({ unit: anySign, maxLength: 200 })

describe('a sealed value', () => {
  it('opens to the same text in its own place, for any text and place', () => {
    fc.assert(
      fc.property(text, text, (value, place) => {
        expect(unseal(key, seal(key, value, place), place)).toBe(value)
      }),
    )
  })

  it('does not open once a single bit anywhere is another', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(7), (value, offset, bit) => {
        const sealed = seal(key, value, 'event 1')
        const at = offset % sealed.length
        sealed.writeUInt8(sealed.readUInt8(at) ^ (1 << bit), at)
        expect(unseal(key, sealed, 'event 1')).toBeNull()
      }),
      { numRuns: runs(2000) },
    )
  })

  it('does not open in another place, with another key, or cut short', () => {
    fc.assert(
      fc.property(text, fc.nat(27), (value, length) => {
        const sealed = seal(key, value, 'event 1')
        const attempts = [
          unseal(key, sealed, 'event 2'),
          unseal(Buffer.alloc(keyBytes, 8), sealed, 'event 1'),
          unseal(key, sealed.subarray(0, length), 'event 1'),
          unseal(key, sealed.subarray(0, sealed.length - 1), 'event 1'),
        ]
        expect(attempts).toEqual([null, null, null, null])
      }),
    )
  })

  it('never opens from bytes that nobody sealed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(unseal(key, Buffer.from(bytes), 'event 1')).toBeNull()
      }),
    )
  })

  it('looks another way each time and shows nothing of its text', () => {
    const values = Array.from({ length: 50 }, () => seal(key, 'R-AAAAAAAAAA', 'event 1'))
    const different = new Set(values.map((value) => value.toString('hex'))).size
    expect([different, values.some((value) => value.includes('AAAA'))]).toEqual([50, false])
  })
})

describe('a blind index', () => {
  it('is the same for the same text and another for any other text, column or key', () => {
    const other = randomBytes(keyBytes)
    fc.assert(
      fc.property(text, text, (one, two) => {
        const index = blindIndex(key, 'attempt', one)
        const same = [
          blindIndex(key, 'attempt', one),
          blindIndex(key, 'attempt', two),
          blindIndex(key, 'transaction', one),
          blindIndex(other, 'attempt', one),
        ].map((each) => each.equals(index))
        expect(same).toEqual([true, one === two, false, false])
      }),
    )
  })
})
