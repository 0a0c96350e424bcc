import type { BrowserWindow } from 'electron'
import { type EventKind, type EventValue, events, type MainEvent } from '../../shared/contract'
import type { Log } from '../system/log'

/** A window, as far as it can be told something. */
export type SignalTarget = {
  readonly isGone: () => boolean
  readonly send: (event: MainEvent) => void
}

/** What one session tells the window unasked. */
export type WindowEvents = {
  /** Parsed like every answer: what does not fit the contract is logged and not sent. */
  readonly push: <K extends EventKind>(kind: K, value: EventValue<K>) => void
  /** From here on nothing is told: another session has the window. */
  readonly close: () => void
}

export function makeWindowEvents(target: SignalTarget, log: Pick<Log, 'error'>): WindowEvents {
  let silent = false
  return {
    push: (kind, value) => {
      if (silent || target.isGone()) return
      const parsed = events[kind].safeParse(value)
      // The type checker does not carry the kind through the parse.
      if (parsed.success) target.send({ kind, value: parsed.data } as MainEvent)
      else log.error(`${kind} does not fit the contract.`, parsed.error)
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
    send: (event) => window.webContents.send('event', event),
  }
}
