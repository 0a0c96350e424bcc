import type { PinRecord } from './pin-record'

const second = 1000
const freeTries = 3
const firstWait = 30 * second
const longestWait = 15 * 60 * second

/** How long no PIN is looked at after so many wrong tries in a row, in milliseconds. */
export function waitAfterWrongTries(wrongTries: number): number {
  return wrongTries < freeTries ? 0 : Math.min(firstWait * 2 ** (wrongTries - freeTries), longestWait)
}

export type Clocks = {
  /** Milliseconds since 1970 by this PC's clock, which anybody may set. */
  readonly now: () => number
  /** Milliseconds by a clock that nobody can set; it begins anew with each run. */
  readonly monotonic: () => number
}

type Counted = Pick<PinRecord, 'wrongTries' | 'lastTryAt'>

export type PinThrottle = {
  /** Milliseconds until a PIN is looked at again, 0 when it is now. */
  readonly rest: (record: Counted) => number
  /** Takes note of how often in a row the PIN was wrong by now; 0 after the right one. */
  readonly tried: (wrongTries: number) => void
}

/**
 * Within one run the waits go by the monotonic clock, so setting the PC's clock opens nothing. After a restart
 * only the PC's clock is left to ask: then at least the first wait is served again, counted from the start, so
 * a clock set forward buys one try per restart and half minute.
 */
export function makePinThrottle({ now, monotonic }: Clocks): PinThrottle {
  const startedAt = monotonic()
  /** When the next try is looked at, by the monotonic clock; null until this run has seen the record. */
  let opensAt: number | null = null

  function firstOpening(record: Counted): number {
    const wait = waitAfterWrongTries(record.wrongTries)
    if (wait === 0) return startedAt
    const rest = wait - Math.max(0, now() - record.lastTryAt)
    return Math.max(monotonic() + rest, startedAt + firstWait)
  }

  return {
    rest(record) {
      opensAt ??= firstOpening(record)
      return Math.max(0, opensAt - monotonic())
    },
    tried(wrongTries) {
      opensAt = monotonic() + waitAfterWrongTries(wrongTries)
    },
  }
}
