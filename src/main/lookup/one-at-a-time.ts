import type { Fault } from '../../shared/fault'
import type { Result } from '../../shared/result'
import type { CashierAtWork } from '../scheduling/cashier-at-work'
import { makeTurns } from '../scheduling/turns'
import type { RelatedReply, RelatedRequest, RelatedService, ShowFault } from '../service/show'

/** Shows with related records, never more than one of this till under way, and none while a refund is issued. */
export type OneAtATime = {
  /**
   * Waits for its turn and asks; null once `superseded` is aborted, which destroys the socket of the call under way.
   */
  readonly show: (
    request: RelatedRequest,
    superseded: AbortSignal,
  ) => Promise<Result<RelatedReply, ShowFault> | null>
  /** Runs a refund. The show under way is called off and asked again afterwards, like all that come meanwhile. */
  readonly standBackDuring: <T>(refund: () => Promise<T>) => Promise<T>
}

type Deps = {
  readonly payments: RelatedService
  /** What is done in the background for an outage waits for these, too: they belong to the receipt on screen. */
  readonly cashier: Pick<CashierAtWork, 'during'>
}

export function makeOneAtATime({ payments, cashier }: Deps): OneAtATime {
  const turns = makeTurns()
  const refunds = new Set<Promise<unknown>>()
  let underWay: AbortController | null = null

  async function ask(
    request: RelatedRequest,
    superseded: AbortSignal,
  ): Promise<Result<RelatedReply, ShowFault> | null> {
    for (;;) {
      while (refunds.size > 0 && !superseded.aborted) await Promise.allSettled(refunds)
      if (superseded.aborted) return null
      const call = new AbortController()
      const callOff = () => call.abort()
      superseded.addEventListener('abort', callOff)
      underWay = call
      const reply = await cashier.during(() => payments.showRelated(request, call.signal))
      underWay = null
      superseded.removeEventListener('abort', callOff)
      // What did come counts, whoever waits for it: it is a fresh show.
      if (reply.ok || !call.signal.aborted) return reply
    }
  }

  return {
    show: (request, superseded) => turns.inTurn(() => ask(request, superseded)),
    async standBackDuring(refund) {
      const work = refund()
      refunds.add(work)
      underWay?.abort()
      try {
        return await work
      } finally {
        refunds.delete(work)
      }
    },
  }
}

/** The service has answered, and would answer the same again: not its own trouble, nor that of the line. */
export function isRefusal(fault: Fault): boolean {
  switch (fault.kind) {
    case 'not_found':
    case 'other_record':
      return true
    case 'service_error':
    case 'strange_answer':
      return fault.httpStatus < 500 && ![408, 425, 429].includes(fault.httpStatus)
    default:
      return false
  }
}
