import type { AppState } from '../../shared/contract'
import { succeed } from '../../shared/result'
import type { RefundService } from '../refund/refund-service'
import type { Handlers } from './answer-call'

type Deps = {
  readonly refundService: Pick<RefundService, 'settleService'>
  readonly readAppState: () => AppState
  readonly appStateChanged: () => void
}

/** A supervisor's word whether a new address is the same payment service or another (protocol 14). */
export function serviceHandlers(deps: Deps) {
  return {
    'service:settle': ({ address, of, supervisor, why }) => {
      const settled = deps.refundService.settleService(address, of, { supervisor, why })
      if (!settled.ok) return settled
      deps.appStateChanged()
      return succeed(deps.readAppState())
    },
  } satisfies Partial<Handlers>
}
