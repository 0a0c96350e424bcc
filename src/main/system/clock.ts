import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from './log'

/**
 * Time as the refund service needs it: the wall clock to write down, a clock that nobody can set to wait by, and one
 * timer (refund-protocol.md 10). Tests bring their own.
 */
export type Clock = {
  /** Milliseconds since 1970. It may be set, and jump either way. */
  readonly now: () => number
  /** Milliseconds since some moment before the program started. It never goes back; it may stand while the PC sleeps. */
  readonly monotonic: () => number
  /** Calls back once after so many milliseconds; answers a function that calls it off. */
  readonly after: (milliseconds: number, callBack: () => void) => () => void
}

/** The longest a Node timer can wait; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callBack) {
    const timer = setTimeout(callBack, Math.min(Math.max(milliseconds, 0), maxTimerMs))
    return () => clearTimeout(timer)
  },
}

/** Stands for an answer that did not come in time. */
export const late = Symbol('late')

/**
 * What the work answers, or `late` when so many milliseconds go by first: the work goes on by itself then. Rejects when
 * the work does so in time.
 */
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
  /** In milliseconds, as it is when its turn comes; five seconds without it. */
  readonly limitMs?: () => number
}

export const defaultCloseMs = 5_000

/** Closes the parts one after the other. One that hangs or throws is logged and left, so that the program always ends. */
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

/** How long the process is kept from everything else by a long piece of work, in milliseconds. */
const maxBlockingMs = 5

/**
 * Makes the function that a long piece of work calls again and again: it yields to the event loop every few
 * milliseconds and costs nothing else.
 */
export function makeYieldToEventLoop(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < maxBlockingMs) return
    await nextTurn()
    began = performance.now()
  }
}
