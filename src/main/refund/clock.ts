/** Time as the refund desk needs it: the wall clock to write down, and one timer. Tests bring their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls back once after so many milliseconds; answers a function that calls it off. */
  readonly after: (milliseconds: number, callBack: () => void) => () => void
}

/** The longest a Node timer can wait; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callBack) {
    const timer = setTimeout(callBack, Math.min(Math.max(milliseconds, 0), longestTimer))
    return () => clearTimeout(timer)
  },
}
