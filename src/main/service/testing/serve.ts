import { onTestFinished } from 'vitest'
import { type RawService, startRawService } from './raw-service'

/** A raw service that goes with the running test, after its `afterEach`: no test closes it. */
export async function serve(...given: Parameters<typeof startRawService>): Promise<RawService> {
  const service = await startRawService(...given)
  onTestFinished(service.close)
  return service
}
