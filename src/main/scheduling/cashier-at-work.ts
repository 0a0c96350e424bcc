/** Whether the cashier waits for the service: what is done in the background lets that go first. */
export type CashierAtWork = {
  readonly isGoing: () => boolean
  /** Runs a lookup or a refund; its answer passes through. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
  /** Called when the first of them begins and when the last has ended. */
  readonly follow: (listener: (going: boolean) => void) => void
}

export function makeCashierAtWork(): CashierAtWork {
  let going = 0
  let tell: (going: boolean) => void = () => undefined
  return {
    isGoing: () => going > 0,
    async during(work) {
      going += 1
      if (going === 1) tell(true)
      try {
        return await work()
      } finally {
        going -= 1
        if (going === 0) tell(false)
      }
    },
    follow(listener) {
      tell = listener
    },
  }
}
