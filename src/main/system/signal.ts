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
