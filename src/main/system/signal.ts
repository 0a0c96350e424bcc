/** How parts tell each other that something happened, and whose turn it is. */

/** Something that happened in a part; whoever cares is told in the order of subscribing. */
export type Signal<T = void> = {
  readonly fire: (value: T) => void
  /** Answers what ends the subscription. */
  readonly on: (listener: (value: T) => void) => () => void
}

export function makeSignal<T = void>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    fire(value) {
      for (const listener of [...listeners]) listener(value)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Work that goes one after the other: each begins when all before it have ended, however they ended. */
export function makeTurns() {
  let last: Promise<void> = Promise.resolve()
  let begun = 0
  return {
    /** Does the work when its turn comes; answers, or rejects, as the work does. */
    inTurn<T>(work: () => Promise<T> | T): Promise<T> {
      begun += 1
      const done = last.then(work).finally(() => {
        begun -= 1
      })
      // How the work ended is its caller's to know; the next one begins all the same.
      const ended = () => undefined
      last = done.then(ended, ended)
      return done
    },
    /** Whether any work is under way or waits. */
    isBusy: () => begun > 0,
    /** Resolves when all that was begun until now has ended; never rejects. */
    settled: () => last,
  }
}

export type CashierAtWork = ReturnType<typeof makeCashierAtWork>

/** Whether the cashier waits for the service: what is done in the background lets that go first. */
export function makeCashierAtWork() {
  let going = 0
  /** The first lookup or refund begins, or the last has ended. */
  const changed = makeSignal<boolean>()
  return {
    changed,
    isGoing: () => going > 0,
    /** Runs a lookup or a refund; its answer passes through. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      going += 1
      if (going === 1) changed.fire(true)
      try {
        return await work()
      } finally {
        going -= 1
        if (going === 0) changed.fire(false)
      }
    },
  }
}
