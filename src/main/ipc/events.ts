import type { BrowserWindow } from 'electron'
import { type Signal, type SignalOf, signals } from '../../shared/contract'
import type { Log } from '../system/log'

/** A window, as far as it can be told something. */
export type SignalTarget = {
  readonly isGone: () => boolean
  readonly send: (channel: string, value: unknown) => void
}

/** What one session tells the window unasked. */
export type WindowEvents = {
  /** Parsed like every answer: what does not fit the contract is logged and not sent. */
  readonly push: <S extends Signal>(signal: S, value: SignalOf<S>) => void
  /** From here on nothing is told: another session has the window. */
  readonly close: () => void
}

export function makeWindowEvents(target: SignalTarget, log: Pick<Log, 'error'>): WindowEvents {
  let silent = false
  return {
    push: (signal, value) => {
      if (silent || target.isGone()) return
      const parsed = signals[signal].safeParse(value)
      if (parsed.success) target.send(signal, parsed.data)
      else log.error(`${signal} does not fit the contract.`, parsed.error)
    },
    close: () => {
      silent = true
    },
  }
}

/** The contents of a window that is destroyed cannot even be asked for. */
export function windowTarget(window: BrowserWindow): SignalTarget {
  return {
    isGone: () => window.isDestroyed() || window.webContents.isDestroyed(),
    send: (channel, value) => window.webContents.send(channel, value),
  }
}
