import { nextPace, shortestPace } from '../../shared/check-schedule'
import type { Clock } from '../scheduling/clock'

/** One pace for all checks together (refund-protocol.md 8). Times are milliseconds. */
export type Pace = {
  /** How long until the next check may be asked. */
  readonly wait: () => number
  /** A check is being asked now. */
  readonly asked: () => void
  /** How it went: a service that says 429 or 503 is asked half as often each time, until it answers. */
  readonly answered: (overloaded: boolean) => void
}

/** Counted by the clock that nobody can set: a wall clock set back must not silence the checks. */
export function makePace(clock: Pick<Clock, 'monotonic'>): Pace {
  let rest = shortestPace
  let last = Number.NEGATIVE_INFINITY
  return {
    wait: () => Math.max(last + rest - clock.monotonic(), 0),
    asked() {
      last = clock.monotonic()
    },
    answered(overloaded) {
      rest = nextPace(rest, overloaded)
      // Counted from the answer: a slow service is not asked again in the moment it has answered.
      last = clock.monotonic()
    },
  }
}
