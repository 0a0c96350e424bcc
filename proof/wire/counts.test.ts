import { expect, it } from 'vitest'
import { mayStayAway } from './counts'

it.each([
  [1, [1]],
  [2, [1]],
  [5, [1, 2, 3]],
  [40, Array.from({ length: 36 }, (_none, index) => index + 1)],
  [229, Array.from({ length: 218 }, (_none, index) => index + 1)],
])('of %i system calls, the last few may stay away and never all', (known, must) => {
  const calls = Array.from({ length: known }, (_none, index) => index + 1)
  expect(calls.filter((at) => !mayStayAway(at, known))).toEqual(must)
  expect(mayStayAway(known + 1, known)).toBe(true)
})
