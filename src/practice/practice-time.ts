/** Waits that end with the service: once stopped, none of them comes to anything. */
export type PracticeTime = {
  /** Resolves after so many milliseconds times the pace; never, once stopped. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly stop: () => void
}

/** @param pace 1 is real time; tests use less. */
export function makePracticeTime(pace: number): PracticeTime {
  const timers = new Set<NodeJS.Timeout>()
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          resolve()
        }, milliseconds * pace)
        timers.add(timer)
      }),
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
