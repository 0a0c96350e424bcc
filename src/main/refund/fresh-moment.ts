import type { Clock } from '../scheduling/clock'

/** When the fresh show was asked, on both clocks, in milliseconds. */
export type FreshMoment = { readonly wall: number; readonly monotonic: number }

/** From the question of the fresh show to the first byte of the POST (protocol 1), in milliseconds. */
const longestFresh = 60_000
/** A wall clock may be put right by so little while a refund is under way, in milliseconds. */
const wallTolerance = 1000

/** Whether the fresh show is still fresh on both clocks: a PC that slept, or a clock that ran back, says it is not. */
export function isFresh(asked: FreshMoment, clock: Pick<Clock, 'now' | 'monotonic'>): boolean {
  const onTheWall = clock.now() - asked.wall
  const passed = clock.monotonic() - asked.monotonic
  return passed <= longestFresh && onTheWall <= longestFresh && onTheWall >= -wallTolerance
}
