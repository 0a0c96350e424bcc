import { expect, it } from 'vitest'
import { idsAreOfThisPc } from './files'

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
