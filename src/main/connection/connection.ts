import type { AppState } from '../../shared/contract'
import { makeSignal, type Signal } from '../scheduling/signal'

export type ConnectionState = AppState['connection']

/**
 * How a call on the payment service ended, as far as the line is concerned: `unreachable` never connected,
 * `unanswered` did and then heard nothing.
 */
export type CallOutcome = 'answered' | 'unreachable' | 'unanswered' | 'never_made'

export type Connection = {
  readonly read: () => ConnectionState
  /** To be called when a call begins; what it answers is to be called once when the call has ended. */
  readonly callBegins: () => (outcome: CallOutcome) => void
  /** The service's host was seen to take a connection; what it says, the next call tells. */
  readonly hostReached: () => void
  /** The operating system's word on whether there is any network. */
  readonly systemSays: (online: boolean) => void
  readonly changed: Signal
  /** The line came back after it had been away. */
  readonly cameBack: Signal
}

/**
 * Whether the payment service can be reached: the newest evidence holds, be it a real call's outcome or the
 * operating system's signal. So that the sign does not flicker, a call that ends without an answer counts only
 * if no call begun after it was answered, and on a line that has just worked one lost answer is no outage: the
 * next call tells. `since` stays the same until the service has really answered in between.
 */
export function makeConnection(now: () => Date): Connection {
  let current: ConnectionState = { state: 'unknown', since: now().toISOString() }
  let system: boolean | null = null
  let begun = 0
  let lastAnswered = 0
  let lostInRow = 0
  let awaySince: string | null = null
  const changed = makeSignal()
  const cameBack = makeSignal()

  function set(state: ConnectionState['state']): void {
    if (state === current.state) return
    const wasAway = current.state === 'offline'
    const at = now().toISOString()
    if (state === 'offline') awaySince ??= at
    else if (state === 'online') awaySince = null
    current = { state, since: state === 'offline' ? (awaySince ?? at) : at }
    changed.fire()
    if (wasAway) cameBack.fire()
  }

  return {
    changed,
    cameBack,
    read: () => current,
    callBegins: () => {
      begun += 1
      const number = begun
      return (outcome) => {
        if (outcome === 'answered') {
          lastAnswered = Math.max(lastAnswered, number)
          lostInRow = 0
          set('online')
        } else if (outcome !== 'never_made' && number > lastAnswered) {
          lostInRow += 1
          const once = outcome === 'unanswered' && lostInRow === 1
          if (!(once && current.state === 'online')) set('offline')
        }
      }
    },
    hostReached: () => {
      if (current.state === 'offline') set('unknown')
    },
    systemSays: (online) => {
      if (online === system) return
      system = online
      if (!online) set('offline')
      // There is a network again; whether the service can be reached over it, the next call tells.
      else if (current.state === 'offline') set('unknown')
    },
  }
}
