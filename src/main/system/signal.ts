/** An event of a part. Listeners are called in the order of subscribing. */
export type Signal<T = void> = {
  readonly fire: (value: T) => void
  /** Returns a function that unsubscribes. */
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

/** Makes a queue that runs one work at a time. */
export function makeTurns() {
  let last: Promise<void> = Promise.resolve()
  let begun = 0
  return {
    /** Runs the work in its turn. Resolves or rejects as the work does. */
    inTurn<T>(work: () => Promise<T> | T): Promise<T> {
      begun += 1
      const done = last.then(work).finally(() => {
        begun -= 1
      })
      // A failure is the caller's to handle, and does not stop the queue.
      const ended = () => undefined
      last = done.then(ended, ended)
      return done
    },
    /** Whether any work is under way or waits. */
    isBusy: () => begun > 0,
    /** Resolves when all work until now has ended. Never rejects. */
    settled: () => last,
  }
}

export type CashierAtWork = ReturnType<typeof makeCashierAtWork>

/** Tracks whether the cashier waits for the service, so that background work can wait. */
export function makeCashierAtWork() {
  let going = 0
  /** Fires when the first lookup or refund begins, and when the last ends. */
  const changed = makeSignal<boolean>()
  return {
    changed,
    isGoing: () => going > 0,
    /** Runs a lookup or a refund, and returns its answer. */
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
