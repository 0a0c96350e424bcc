import type { Log } from '../log/log'
import type { Clock } from './clock'
import { inTime, late } from './in-time'

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
