import type { NetworkRules } from '../payments/socket'
import type { Clock } from '../scheduling/clock'
import { type Connection, makeConnection } from './connection'
import { makeLineCheck, reachHost } from './line-check'
import { followSystemSignal, needsNetwork } from './system-signal'

export type Line = Connection & { readonly isOffline: () => boolean; readonly close: () => void }

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
  const check = makeLineCheck({ connection, clock, reach: () => reachHost(address(), network) })
  connection.changed.on(check.follow)
  const stopSignal = followSystemSignal(connection, systemIsOnline, () => needsNetwork(address()))
  return {
    ...connection,
    isOffline: () => connection.read().state === 'offline',
    close() {
      stopSignal()
      check.stop()
    },
  }
}
