import type { BrowserWindow } from 'electron'
import { type Signal, type SignalOf, signals } from '../../shared/contract'
import type { Log } from '../log/log'

/** A window, as far as it can be told something. */
export type SignalTarget = {
  readonly isGone: () => boolean
  readonly send: (channel: string, value: unknown) => void
}

/** What one desk tells the window unasked. */
export type Teller = {
  /** Parsed like every answer: what does not fit the contract is logged and not sent. */
  readonly push: <S extends Signal>(signal: S, value: SignalOf<S>) => void
  /** Called whenever the desk's state may have changed; set once that state can be read. */
  deskChanged: () => void
  /** From here on nothing is told: another desk has the window. */
  readonly fallSilent: () => void
}

export function makeTeller(target: SignalTarget, log: Pick<Log, 'error'>): Teller {
  let silent = false
  return {
    push: (signal, value) => {
      if (silent || target.isGone()) return
      const parsed = signals[signal].safeParse(value)
      if (parsed.success) target.send(signal, parsed.data)
      else log.error(`${signal} does not fit the contract.`, parsed.error)
    },
    deskChanged: () => undefined,
    fallSilent: () => {
      silent = true
    },
  }
}

/** The contents of a window that is destroyed can not even be asked for. */
export function windowTarget(window: BrowserWindow): SignalTarget {
  return {
    isGone: () => window.isDestroyed() || window.webContents.isDestroyed(),
    send: (channel, value) => window.webContents.send(channel, value),
  }
}
