import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from './log'

/** The wall clock to write down, the monotonic clock to wait by, and a timer (refund-protocol.md 10). */
export type Clock = {
  /** Milliseconds since 1970. May jump either way when the clock is set. */
  readonly now: () => number
  /** Milliseconds since a moment before the start. Never goes back; may stop while the PC sleeps. */
  readonly monotonic: () => number
  /** Calls back once after so many milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, callBack: () => void) => () => void
}

/** Node fires a longer timer at once. */
const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callBack) {
    const timer = setTimeout(callBack, Math.min(Math.max(milliseconds, 0), maxTimerMs))
    return () => clearTimeout(timer)
  },
}

/** The outcome of work that did not end in time. */
export const late = Symbol('late')

/** Resolves or rejects as the work does, or resolves to `late` after so many milliseconds. Does not stop the work. */
export async function inTime<T>(
  work: Promise<T>,
  milliseconds: number,
  clock: Pick<Clock, 'after'>,
): Promise<T | typeof late> {
  if (milliseconds === Number.POSITIVE_INFINITY) return work
  let callOff: () => void = () => undefined
  const limit = new Promise<typeof late>((resolve) => {
    callOff = clock.after(milliseconds, () => resolve(late))
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    callOff()
  }
}

export type ClosingPart = {
  readonly name: string
  readonly close: () => unknown
  /** Called when the part's turn comes; `defaultCloseMs` without it. */
  readonly limitMs?: () => number
}

export const defaultCloseMs = 5_000

/** Closes the parts one by one. Logs and leaves a part that hangs or throws, so that the program always ends. */
export async function closeInTurn(
  parts: readonly ClosingPart[],
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Pick<Log, 'warn' | 'error'> },
): Promise<void> {
  for (const { name, close, limitMs: limitNow = () => defaultCloseMs } of parts) {
    const limitMs = limitNow()
    const closing = Promise.resolve()
      .then(close)
      .catch((cause: unknown) => log.error(`The ${name} did not close in order.`, cause))
    if ((await inTime(closing, limitMs, clock)) === late)
      log.warn(`The ${name} did not close within ${limitMs / 1000} seconds and was left.`)
  }
}

const maxBlockingMs = 5

/** Makes a function for long work to call often, which yields to the event loop every few milliseconds. */
export function makeYieldToEventLoop(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < maxBlockingMs) return
    await nextTurn()
    began = performance.now()
  }
}
