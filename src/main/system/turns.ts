/** Work that goes one after the other: each begins when all before it have ended, however they ended. */
export type Turns = {
  /** Does the work when its turn comes; answers, or rejects, as the work does. */
  readonly inTurn: <T>(work: () => Promise<T> | T) => Promise<T>
  /** Whether any work is under way or waits. */
  readonly isBusy: () => boolean
  /** Resolves when all that was begun until now has ended; never rejects. */
  readonly settled: () => Promise<void>
}

export function makeTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  let begun = 0
  return {
    inTurn(work) {
      begun += 1
      const done = last.then(work).finally(() => {
        begun -= 1
      })
      // How the work ended is its caller's to know; the next one begins all the same.
      const ended = () => undefined
      last = done.then(ended, ended)
      return done
    },
    isBusy: () => begun > 0,
    settled: () => last,
  }
}
