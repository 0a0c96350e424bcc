import { expect, it } from 'vitest'
import { isFresh } from './order'

const asked = { wall: 1_000_000, monotonic: 5000 }

it.each([
  ['a minute by both clocks', 60_000, 60_000, true],
  ['more by the monotonic clock', 60_001, 60_000, false],
  ['more by the wall clock', 60_000, 60_001, false],
  ['more by the monotonic clock, and the wall clock set back within the minute', 90_000, 30_000, false],
  ['a wall clock put right by a second', 30_000, -1000, true],
  ['a wall clock set back by more', 30_000, -1001, false],
])('a show is fresh for a minute by both clocks: %s', (_, passed, onTheWall, fresh) => {
  const clock = { now: () => asked.wall + onTheWall, monotonic: () => asked.monotonic + passed }
  expect(isFresh(asked, clock)).toBe(fresh)
})
