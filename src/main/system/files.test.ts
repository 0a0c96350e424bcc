import { describe, expect, it } from 'vitest'
import { idsAreOfThisPc, whileHeld } from './files'

const held = (code: string) => Object.assign(new Error(code), { code })

describe('a file that somebody else holds', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is tried again for a second (%s), and no longer', (code) => {
    let waited = 0
    const wait = (milliseconds: number) => {
      waited += milliseconds
    }
    const heldFor = (milliseconds: number) => () => {
      if (waited < milliseconds) throw held(code)
      return 'there'
    }
    expect([whileHeld(heldFor(80), wait), waited]).toEqual(['there', 80])
    waited = 0
    expect(() => whileHeld(heldFor(1001), wait)).toThrow(code)
    expect(waited).toBe(1000)
  })

  it('is tried once where it is not there, or the disk is full', () => {
    let tries = 0
    expect(() =>
      whileHeld(() => {
        tries += 1
        throw held('ENOSPC')
      }),
    ).toThrow('ENOSPC')
    expect(tries).toBe(1)
  })
})

it.each([
  ['         0          0 4294967295\n', true],
  ['         0       1000          1\n', false],
  ['      1000       1000          1\n', false],
  ['         0          0          1\n', false],
  ['         0     100000      65536\n', false],
  ['0 0 1\n1 1 4294967294\n', false],
  ['', false],
  [null, false],
])('user ids mapped as %j are those of the PC: %s', (map, are) => {
  expect(idsAreOfThisPc('linux', map)).toBe(are)
})

it('only Linux has such maps', () => {
  expect([idsAreOfThisPc('win32'), idsAreOfThisPc('darwin')]).toEqual([true, true])
})
