import type { Clock } from '../../src/main/refund/clock'

/** A till's clock: it stands still until the history moves it, may be set wrong, and dies with its program. */
export type SimulatedClock = Clock & {
  /** Lets time pass, firing what falls due in order; awaits what each callback starts. */
  readonly pass: (milliseconds: number) => Promise<void>
  /** The wall clock is set by somebody: timers do not notice. */
  readonly jump: (milliseconds: number) => void
  readonly stop: () => void
  /** The next calls of `now` until the given number; then it throws, as if the power had gone. */
  readonly cutAfter: (calls: number) => void
}

/** What a power cut looks like from inside: nothing after this line runs. */
export class PowerCut extends Error {}

/** A power cut ends every promise of the program at once; nobody is left to hear that they were broken. */
export function ignorePowerCuts(): void {
  process.on('unhandledRejection', (reason) => {
    if (!(reason instanceof PowerCut)) throw reason
  })
}

/** Lets everything that can go on without time passing go on. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

export function makeSimulatedClock(start: number, cut: () => void): SimulatedClock {
  let monotonic = 0
  let wall = start
  let callsLeft = Number.POSITIVE_INFINITY
  let timers: readonly { readonly at: number; readonly callBack: () => void }[] = []

  return {
    now() {
      callsLeft -= 1
      if (callsLeft < 0) {
        cut()
        throw new PowerCut('The power went')
      }
      return wall
    },
    after(milliseconds, callBack) {
      const timer = { at: monotonic + milliseconds, callBack }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async pass(milliseconds) {
      const end = monotonic + milliseconds
      for (;;) {
        const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        const to = due?.at ?? end
        wall += Math.max(0, to - monotonic)
        monotonic = Math.max(monotonic, to)
        if (due === undefined) break
        timers = timers.filter((timer) => timer !== due)
        due.callBack()
        await settle()
      }
    },
    jump(milliseconds) {
      wall += milliseconds
    },
    stop() {
      timers = []
    },
    cutAfter(calls) {
      callsLeft = calls
    },
  }
}
