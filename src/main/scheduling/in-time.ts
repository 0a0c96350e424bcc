import type { Clock } from './clock'

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

type ClosingLog = {
  readonly warn: (message: string) => void
  readonly error: (message: string, cause: unknown) => unknown
}

export const defaultCloseMs = 5_000

/** Closes the parts one after the other. One that hangs or throws is logged and left, so that the program always ends. */
export async function closeInTurn(
  parts: readonly ClosingPart[],
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: ClosingLog },
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
