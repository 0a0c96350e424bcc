import type { AppState } from '../../shared/contract/contract'
import type { Clock } from '../system/clock'
import { makeSignal } from '../system/signal'
import { readServiceAddress } from './address'
import { connectLimitMs, type NetworkRules, openConnection } from './connection'
import type { Received } from './read-answer'

type ConnectionState = AppState['connection']

/** How a call to the payment service ended. `not_begun` (aborted or never made) says nothing about the line. */
type CallEnd = Received['kind']

export type Line = ReturnType<typeof openLine>

type LineDeps = {
  /** The stored service's address; '' for none. */
  readonly address: () => string
  /** Whether the operating system reports a network. */
  readonly systemIsOnline: () => boolean
  readonly clock: Clock
  /** Whether the host at an address accepts a connection (`reachHost`). Never rejects. */
  readonly reach: (address: string) => Promise<boolean>
}

const askSystemMs = 3000
const firstWaitMs = 2000
const maxWaitMs = 60_000

/**
 * Tracks whether the payment service can be reached, by the newest evidence: the outcome of a call, or the operating
 * system. To keep the indicator from flickering, a call without an answer counts only if no later call was answered, and
 * one lost answer on a working line is no outage. `since` of an outage lasts until the service answers.
 *
 * While offline, tries to connect to the service's host, without a request. The interval doubles up to a minute, and
 * resets only when the service answers.
 */
export function openLine({ address, systemIsOnline, clock, reach }: LineDeps) {
  const nowText = () => new Date(clock.now()).toISOString()
  let current: ConnectionState = { state: 'unknown', since: nowText() }
  let system: boolean | null = null
  let [begun, lastAnswered, lostInRow, waitMs] = [0, 0, 0, firstWaitMs]
  let awaySince: string | null = null
  let stopChecking: (() => void) | null = null
  let stopAsking = () => {}
  let closed = false
  const changed = makeSignal()
  const cameBack = makeSignal()

  function set(state: ConnectionState['state']): void {
    if (state === current.state) return
    const wasAway = current.state === 'offline'
    const at = nowText()
    if (state === 'offline') awaySince ??= at
    else if (state === 'online') [awaySince, waitMs] = [null, firstWaitMs]
    current = { state, since: state === 'offline' ? (awaySince ?? at) : at }
    planCheck()
    changed.fire()
    if (wasAway) cameBack.fire()
  }

  /** The network is back; the next call shows whether the service is. */
  function mayBeBack(): void {
    if (current.state === 'offline') set('unknown')
  }

  function planCheck(): void {
    if (closed || stopChecking !== null || current.state !== 'offline') return
    stopChecking = clock.after(waitMs, () => void check())
    waitMs = Math.min(waitMs * 2, maxWaitMs)
  }

  async function check(): Promise<void> {
    const reached = current.state === 'offline' && (await reach(address()))
    stopChecking = null
    // Nothing that began before says more.
    if (reached) lastAnswered = begun
    if (reached && !closed) mayBeBack()
    planCheck()
  }

  // Polls: the main process has no online event.
  function askSystem(): void {
    stopAsking = clock.after(askSystemMs, askSystem)
    const place = readServiceAddress(address())
    // A service on this PC needs no network.
    const isOnline = place.ok && !place.value.onThisPc ? systemIsOnline() : system
    if (isOnline === system) return
    system = isOnline
    if (isOnline === false) set('offline')
    else mayBeBack()
  }

  askSystem()
  return {
    changed,
    /** Fires when an outage ends. */
    cameBack,
    read: () => current,
    isOffline: () => current.state === 'offline',
    /** Reports that a call begins. Returns the function to call once with its end. */
    callBegins: () => {
      begun += 1
      const number = begun
      return (end: CallEnd) => {
        if (end === 'answered') {
          lastAnswered = Math.max(lastAnswered, number)
          lostInRow = 0
          set('online')
        } else if (end !== 'not_begun' && number > lastAnswered) {
          lostInRow += 1
          const once = end === 'no_answer' && lostInRow === 1
          if (!(once && current.state === 'online')) set('offline')
        }
      }
    },
    close(): void {
      closed = true
      stopAsking()
      stopChecking?.()
    },
  }
}

/** Opens a connection to the payment service's host, checks its certificate, and closes the connection unused. */
export async function reachHost(serviceAddress: string, network: NetworkRules): Promise<boolean> {
  const place = readServiceAddress(serviceAddress)
  if (!place.ok) return false
  const opened = await openConnection(place.value, { ...network, limit: connectLimitMs })
  if (opened.kind !== 'connected') return false
  opened.socket.destroy()
  return true
}
