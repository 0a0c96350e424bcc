import { fail, succeed } from '../../shared/result'
import type { ShownLookups } from '../lookup/shown-lookups'
import type { RefundService } from '../refund/refund-service'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { Handlers } from './answer-call'

type Deps = {
  readonly shownLookups: Pick<ShownLookups, 'shownFor'>
  readonly refundService: Pick<RefundService, 'standingOf' | 'acceptLower' | 'release'>
  readonly supervisorPin: Pick<SupervisorPin, 'check'>
}

/** What stands in the way of refunding the payment on screen, and a supervisor's word that ends it (protocol 2, 12). */
export function paymentHandlers({ shownLookups, refundService, supervisorPin }: Deps) {
  return {
    'payment:standing': ({ lookup }) => {
      const shown = shownLookups.shownFor(lookup)
      return succeed(shown === null ? null : refundService.standingOf(shown.record.id))
    },
    'payment:accept-lower': async ({ lookup, refunded, pin, supervisor, why }) => {
      // Before the PIN is counted as a try: a screen that is old is nobody's guess.
      if (shownLookups.shownFor(lookup) === null) return fail({ kind: 'screen_outdated' })
      const allowed = await supervisorPin.check(pin)
      if (!allowed.ok) return allowed
      const shown = shownLookups.shownFor(lookup)
      if (shown === null) return fail({ kind: 'screen_outdated' })
      return refundService.acceptLower(shown.record.id, refunded, { supervisor, why })
    },
    'payment:release': async ({ line, pin, supervisor, saw, why }) => {
      const allowed = await supervisorPin.check(pin)
      if (!allowed.ok) return allowed
      const released = refundService.release(line, { supervisor, saw, why })
      return released.ok ? succeed({}) : released
    },
  } satisfies Partial<Handlers>
}
