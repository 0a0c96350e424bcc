import { type Signal, type SignalOf, signals } from '../../shared/contract'
import type { Log } from '../log'

/** A window's contents, as far as it is needed. */
export type SignalTarget = {
  readonly isDestroyed: () => boolean
  readonly send: (channel: string, value: unknown) => void
}

/** Tells the window something unasked, parsed like every answer. What does not fit is logged and not sent. */
export function pushSignal<S extends Signal>(
  target: SignalTarget,
  log: Pick<Log, 'error'>,
  signal: S,
  value: SignalOf<S>,
): void {
  const parsed = signals[signal].safeParse(value)
  if (!parsed.success) log.error(`${signal} does not fit the contract.`, parsed.error)
  else if (!target.isDestroyed()) target.send(signal, parsed.data)
}
