import { beforeEach, expect, onTestFinished } from 'vitest'
import { openSockets } from './exchange-request'
import { type RawService, startRawService } from './raw-service'
import { startTunnelProxy, type TunnelProxy } from './tunnel-proxy'

/** Starts a raw service, which closes after the test's `afterEach`. */
export async function serve(...given: Parameters<typeof startRawService>): Promise<RawService> {
  const service = await startRawService(...given)
  onTestFinished(service.close)
  return service
}

/** Starts a proxy, which closes likewise. */
export async function serveTunnels(...given: Parameters<typeof startTunnelProxy>): Promise<TunnelProxy> {
  const proxy = await startTunnelProxy(...given)
  onTestFinished(proxy.close)
  return proxy
}

/** Checks after each test that no socket is open. Call once at the top of a file. */
export function leaveNoSockets(): void {
  beforeEach(() => {
    // Registered first, it runs last. A closed socket disappears a turn of the event loop later.
    onTestFinished(() => expect.poll(openSockets).toBe(0))
  })
}
