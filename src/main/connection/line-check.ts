import { readServiceAddress } from '../payments/service-address'
import { type NetworkRules, openConnection } from '../payments/socket'
import type { Clock } from '../scheduling/clock'
import type { Connection } from './connection'

type Deps = {
  readonly connection: Pick<Connection, 'read' | 'hostReached'>
  readonly clock: Pick<Clock, 'after'>
  /** Whether the service's host takes a connection now. Never rejects. */
  readonly reach: () => Promise<boolean>
}

export type LineCheck = {
  /** To be called whenever the connection's state may have changed. */
  readonly follow: () => void
  readonly stop: () => void
}

const firstWait = 2000
const longestWait = 60_000

/**
 * While the till is offline, tries now and then whether the service's host takes a connection; no request is
 * made. The interval doubles up to a minute and starts anew only when the service has really answered.
 */
export function makeLineCheck({ connection, clock, reach }: Deps): LineCheck {
  let wait = firstWait
  let planned = false
  let stopped = false
  let callOff: () => void = () => undefined

  async function check(): Promise<void> {
    const reached = connection.read().state === 'offline' && (await reach())
    planned = false
    if (reached && !stopped) connection.hostReached()
    follow()
  }

  function follow(): void {
    const { state } = connection.read()
    if (state === 'online') wait = firstWait
    if (stopped || planned || state !== 'offline') return
    planned = true
    callOff = clock.after(wait, () => void check())
    wait = Math.min(wait * 2, longestWait)
  }

  return {
    follow,
    stop() {
      stopped = true
      callOff()
    },
  }
}

const limitMilliseconds = 5000

/** Opens a connection to the payment service's host, its certificate checked, and closes it unused. */
export async function reachHost(serviceAddress: string, network: NetworkRules): Promise<boolean> {
  const place = readServiceAddress(serviceAddress)
  if (!place.ok) return false
  const opened = await openConnection(place.value, { ...network, limit: limitMilliseconds })
  if (opened.kind !== 'connected') return false
  opened.socket.destroy()
  return true
}
