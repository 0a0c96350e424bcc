import type { AppState } from '../../shared/contract'
import type { Clock } from '../system/clock'
import { makeSignal, type Signal } from '../system/signal'
import { readServiceAddress } from './address'
import { type NetworkRules, openConnection } from './connection'

/** The line, as a till has it: it closes with the till. */
export type Line = Connection & { readonly isOffline: () => boolean; readonly close: () => void }

const askSystemMs = 3000

/**
 * The line to the stored service: what calls tell of it, what the system says, and while it is away a try now and then.
 * @param address of the stored service; '' for none
 */
export function openLine(
  address: () => string,
  systemIsOnline: () => boolean,
  network: NetworkRules,
  clock: Clock,
): Line {
  const connection = makeConnection(() => new Date(clock.now()))
  const stopCheck = checkLine(connection, clock, () => reachHost(address(), network))
  // The main process has no event for it. A service on this PC itself needs no network.
  const askSystem = () => {
    const place = readServiceAddress(address())
    if (place.ok && !place.value.onThisPc) connection.systemSays(systemIsOnline())
  }
  askSystem()
  const timer = setInterval(askSystem, askSystemMs)
  timer.unref()
  return {
    ...connection,
    isOffline: () => connection.read().state === 'offline',
    close() {
      clearInterval(timer)
      stopCheck()
    },
  }
}

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

const firstWaitMs = 2000
const maxWaitMs = 60_000

/**
 * While the till is offline, tries now and then whether the service's host takes a connection; no request is
 * made. The interval doubles up to a minute and starts anew only when the service has really answered.
 * @param reach whether the service's host takes a connection now. Never rejects.
 * @returns how to stop it
 */
export function checkLine(
  connection: Pick<Connection, 'read' | 'hostReached' | 'changed'>,
  clock: Pick<Clock, 'after'>,
  reach: () => Promise<boolean>,
): () => void {
  let waitMs = firstWaitMs
  let callOff: (() => void) | null = null
  let stopped = false

  async function check(): Promise<void> {
    const reached = connection.read().state === 'offline' && (await reach())
    callOff = null
    if (reached && !stopped) connection.hostReached()
    follow()
  }

  function follow(): void {
    const { state } = connection.read()
    if (state === 'online') waitMs = firstWaitMs
    if (stopped || callOff !== null || state !== 'offline') return
    callOff = clock.after(waitMs, () => void check())
    waitMs = Math.min(waitMs * 2, maxWaitMs)
  }

  connection.changed.on(follow)
  return () => {
    stopped = true
    callOff?.()
  }
}

const reachLimitMs = 5000

/** Opens a connection to the payment service's host, its certificate checked, and closes it unused. */
export async function reachHost(serviceAddress: string, network: NetworkRules): Promise<boolean> {
  const place = readServiceAddress(serviceAddress)
  if (!place.ok) return false
  const opened = await openConnection(place.value, { ...network, limit: reachLimitMs })
  if (opened.kind !== 'connected') return false
  opened.socket.destroy()
  return true
}
