import { beforeEach, expect, onTestFinished } from 'vitest'
import { openSockets } from './exchange-request'
import { type RawService, startRawService } from './raw-service'
import { startTunnelProxy, type TunnelProxy } from './tunnel-proxy'

/** A raw service that goes with the running test, after its `afterEach`: no test closes it. */
export async function serve(...given: Parameters<typeof startRawService>): Promise<RawService> {
  const service = await startRawService(...given)
  onTestFinished(service.close)
  return service
}

/** The same for a proxy. */
export async function serveTunnels(...given: Parameters<typeof startTunnelProxy>): Promise<TunnelProxy> {
  const proxy = await startTunnelProxy(...given)
  onTestFinished(proxy.close)
  return proxy
}

/** To be called once, at the top of a file whose tests leave no socket open, whatever they did. */
export function leaveNoSockets(): void {
  beforeEach(() => {
    // Registered first it runs last. A closed socket is gone only after the turn of the event loop that closed it.
    onTestFinished(() => expect.poll(openSockets).toBe(0))
  })
}
