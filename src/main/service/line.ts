import type { AppState } from '../../shared/contract/contract'
import type { Clock } from '../system/clock'
import { makeSignal } from '../system/signal'
import { readServiceAddress } from './address'
import { type NetworkRules, openConnection } from './connection'
import type { Received } from './read-answer'

export type ConnectionState = AppState['connection']

/** How a call on the payment service ended. Of one that was called off, or never made, nothing is learned: `not_begun`. */
type CallEnd = Received['kind']

export type Line = ReturnType<typeof openLine>

type LineDeps = {
  /** Of the stored service; '' for none. */
  readonly address: () => string
  /** Whether the operating system has any network. */
  readonly systemIsOnline: () => boolean
  readonly clock: Clock
  /** Whether the host at an address takes a connection now (`reachHost`). Never rejects. */
  readonly reach: (address: string) => Promise<boolean>
}

const askSystemMs = 3000
const firstWaitMs = 2000
const maxWaitMs = 60_000

/**
 * Whether the payment service can be reached: the newest evidence holds, be it a real call's outcome or the
 * operating system's word. So that the sign does not flicker, a call that ends without an answer counts only
 * if no call begun after it was answered, and on a line that has just worked one lost answer is no outage: the
 * next call tells. `since` stays the same until the service has really answered in between.
 *
 * While the till is offline, tries now and then whether the service's host takes a connection; no request is made. The
 * interval doubles up to a minute and starts anew only when the service has really answered.
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

  /** There is a way again; what the service says over it, the next call tells. */
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
    if (reached && !closed) mayBeBack()
    planCheck()
  }

  // The main process has no event for it.
  function askSystem(): void {
    stopAsking = clock.after(askSystemMs, askSystem)
    const place = readServiceAddress(address())
    // A service on this PC itself needs no network.
    const isOnline = place.ok && !place.value.onThisPc ? systemIsOnline() : system
    if (isOnline === system) return
    system = isOnline
    if (isOnline === false) set('offline')
    else mayBeBack()
  }

  askSystem()
  return {
    changed,
    /** The line came back after it had been away. */
    cameBack,
    read: () => current,
    isOffline: () => current.state === 'offline',
    /** To be called when a call begins; what it answers is to be called once when the call has ended. */
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
