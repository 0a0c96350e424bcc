import { makeSignal, type Signal } from './signal'

/** Whether the cashier waits for the service: what is done in the background lets that go first. */
export type CashierAtWork = {
  readonly isGoing: () => boolean
  /** Runs a lookup or a refund; its answer passes through. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
  /** The first of them begins, or the last has ended. */
  readonly changed: Signal<boolean>
}

export function makeCashierAtWork(): CashierAtWork {
  let going = 0
  const changed = makeSignal<boolean>()
  return {
    isGoing: () => going > 0,
    async during(work) {
      going += 1
      if (going === 1) changed.fire(true)
      try {
        return await work()
      } finally {
        going -= 1
        if (going === 0) changed.fire(false)
      }
    },
    changed,
  }
}
