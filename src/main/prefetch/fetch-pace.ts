export type FetchPace = {
  /** A code has been settled. */
  readonly settled: () => void
  /** Time that passes from here to the next code says nothing about the pace. */
  readonly interrupted: () => void
  /** Whole seconds for so many codes more; null until it can be told. */
  readonly secondsFor: (codes: number) => number | null
}

const enough = 10
/** How much of the pace is the newest code's. */
const weight = 0.1

/** How long a code takes, rests and all, from those that were settled without an interruption. */
export function makeFetchPace(now: () => number): FetchPace {
  let last: number | null = null
  let known = 0
  let average = 0
  return {
    settled() {
      const at = now()
      // A clock that is set back tells nothing.
      if (last !== null && at >= last) {
        const share = Math.max(weight, 1 / (known + 1))
        average += (at - last - average) * share
        known += 1
      }
      last = at
    },
    interrupted() {
      last = null
    },
    secondsFor: (codes) => (known < enough ? null : Math.ceil((codes * average) / 1000)),
  }
}
