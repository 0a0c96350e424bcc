/**
 * Time as the refund service needs it: the wall clock to write down, a clock that nobody can set to wait by, and one
 * timer (refund-protocol.md 10). Tests bring their own.
 */
export type Clock = {
  /** Milliseconds since 1970. It may be set, and jump either way. */
  readonly now: () => number
  /** Milliseconds since some moment before the program started. It never goes back; it may stand while the PC sleeps. */
  readonly monotonic: () => number
  /** Calls back once after so many milliseconds; answers a function that calls it off. */
  readonly after: (milliseconds: number, callBack: () => void) => () => void
}

/** The longest a Node timer can wait; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callBack) {
    const timer = setTimeout(callBack, Math.min(Math.max(milliseconds, 0), longestTimer))
    return () => clearTimeout(timer)
  },
}
