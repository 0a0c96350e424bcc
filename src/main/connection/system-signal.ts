import { readServiceAddress } from '../payments/service-address'
import type { Connection } from './connection'

const askEveryMilliseconds = 3000

/**
 * Tells the connection what the operating system says about the network, now and every few seconds: the main
 * process has no event for it. `online` is `systemIsOnline`. A service on this PC itself needs no network, so then
 * nothing is told. Answers a function that stops it.
 */
export function followSystemSignal(
  connection: Pick<Connection, 'systemSays'>,
  online: () => boolean,
  matters: () => boolean,
): () => void {
  const ask = () => {
    if (matters()) connection.systemSays(online())
  }
  ask()
  const timer = setInterval(ask, askEveryMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Whether a payment service is reached over a network at all: not when it runs on this PC itself. */
export function needsNetwork(serviceAddress: string): boolean {
  const place = readServiceAddress(serviceAddress)
  return place.ok && !place.value.onThisPc
}
