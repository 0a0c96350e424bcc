import { fail, succeed } from '../../shared/result'
import type { ShownLookups } from '../lookup/shown-lookups'
import type { RefundService } from '../refund/refund-service'
import type { Handlers } from './answer-call'

type Deps = {
  readonly shownLookups: Pick<ShownLookups, 'shownFor'>
  readonly refundService: Pick<RefundService, 'standingOf' | 'acceptLower' | 'release'>
}

const outdated = fail({ kind: 'screen_outdated' } as const)

/** What stands in the way of refunding the payment on screen, and a supervisor's word that ends it (protocol 2, 12). */
export function paymentHandlers({ shownLookups, refundService }: Deps) {
  return {
    'payment:standing': ({ lookup }) => {
      const shown = shownLookups.shownFor(lookup)
      return succeed(shown === null ? null : refundService.standingOf(shown.record.id))
    },
    'payment:accept-lower': {
      before: ({ lookup }) => (shownLookups.shownFor(lookup) === null ? outdated : succeed(null)),
      answer: async ({ lookup, refunded, supervisor, why }) => {
        const shown = shownLookups.shownFor(lookup)
        if (shown === null) return outdated
        return refundService.acceptLower(shown.record.id, refunded, { supervisor, why })
      },
    },
    'payment:release': ({ line, supervisor, saw, why }) => {
      const released = refundService.release(line, { supervisor, saw, why })
      return released.ok ? succeed({}) : released
    },
  } satisfies Partial<Handlers>
}
