/** A clock that a test moves. The wall clock may jump; timers run on elapsed time. */
import type { Clock } from '../clock'

export type FakeClock = Clock & {
  /** Lets time pass, and fires due timers in order. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Moves the wall clock only, as a person or a time server does. Fires no timer. */
  readonly jumpWall: (milliseconds: number) => void
  /**
   * The PC sleeps: nothing runs meanwhile. The monotonic clock stands (Linux) or goes on (Windows, macOS), and then
   * every timer that fell due fires at the end, all in one moment.
   */
  readonly sleep: (milliseconds: number, monotonic: 'stands' | 'goes_on') => Promise<void>
  /** Returns in how many milliseconds each timer fires, soonest first. */
  readonly waiting: () => readonly number[]
}

type Timer = { readonly due: number; readonly callBack: () => void }

/** Lets all pending promises settle. */
export function atRest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** @param start milliseconds since 1970; the default is a morning in November 2026. */
export function makeFakeClock(start = Date.UTC(2026, 10, 21, 9, 0, 0)): FakeClock {
  const timers = new Set<Timer>()
  let passed = 0
  let wall = start

  const inOrder = () => [...timers].sort((one, other) => one.due - other.due)

  async function advance(milliseconds: number): Promise<void> {
    const until = passed + milliseconds
    await atRest()
    for (let next = inOrder()[0]; next !== undefined && next.due <= until; next = inOrder()[0]) {
      timers.delete(next)
      wall += Math.max(next.due - passed, 0)
      passed = Math.max(next.due, passed)
      next.callBack()
      await atRest()
    }
    wall += until - passed
    passed = until
  }

  return {
    now: () => wall,
    monotonic: () => passed,
    after(milliseconds, callBack) {
      const timer = { due: passed + Math.max(milliseconds, 0), callBack }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance,
    jumpWall(milliseconds) {
      wall += milliseconds
    },
    async sleep(milliseconds, monotonic) {
      await atRest()
      wall += milliseconds
      if (monotonic === 'goes_on') passed += milliseconds
      await advance(0)
    },
    waiting: () => inOrder().map(({ due }) => due - passed),
  }
}
