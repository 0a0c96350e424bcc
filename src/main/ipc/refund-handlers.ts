import type { ParsedInput, ShownTransaction } from '../../shared/contract'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type { ShownLookups } from '../lookup/shown-lookups'
import type { RefundOrder, RefundService } from '../refund/refund-service'
import type { SecretsState } from '../settings/secrets'
import type { Settings } from '../settings/settings'
import type { Handlers } from './answer-call'

type Deps = {
  readonly shownLookups: Pick<ShownLookups, 'shownFor' | 'show'>
  readonly refundService: Pick<RefundService, 'issue' | 'standingOf'>
  readonly secrets: Pick<SecretsState, 'askAgain'>
  readonly settings: { readonly read: () => Pick<Settings, 'cashier'> }
  readonly now: () => Date
}

type OrderFault = FaultOf<'screen_outdated' | 'saved_copy_only'>

/**
 * Holds what the cashier confirmed against what main itself last showed (refund-protocol.md 1): the lookup
 * must be the newest one begun, of the same transaction and currency, from the service.
 */
function orderFrom(deps: Deps, confirmed: ParsedInput<'refund:issue'>): Result<RefundOrder, OrderFault> {
  const shown = deps.shownLookups.shownFor(confirmed.lookup)
  if (shown === null) return fail({ kind: 'screen_outdated' })
  const { record, foundBy: kind, code } = shown
  if (record.id !== confirmed.id || record.currency !== confirmed.amount.currency) {
    return fail({ kind: 'screen_outdated' })
  }
  if (shown.source !== 'service') return fail({ kind: 'saved_copy_only' })
  return succeed({
    shown: record,
    shownBy: shown.service,
    foundBy: { kind, code },
    amount: confirmed.amount,
    reason: confirmed.reason,
    confirmed: confirmed.confirmed,
    cashier: deps.settings.read().cashier,
    allowedBy: confirmed.proof?.name ?? null,
  })
}

/** Which service is stored, and whether refunds are on, is known only from a keychain that answers (protocol 11). */
async function freshOrder(
  deps: Deps,
  confirmed: ParsedInput<'refund:issue'>,
): Promise<Result<RefundOrder, OrderFault>> {
  await deps.secrets.askAgain()
  return orderFrom(deps, confirmed)
}

/**
 * The record that the service's answer held takes the place of the one on screen, so that a further refund can be
 * confirmed from it. Null when a newer lookup has begun meanwhile: only the newest paints.
 */
function showAnswer(
  deps: Deps,
  lookup: string,
  { foundBy: { kind: foundBy, code } }: RefundOrder,
  record: Transaction,
  service: string,
): ShownTransaction | null {
  const { refundService, shownLookups } = deps
  const { lock, stale } = refundService.standingOf(record.id)
  const at = deps.now().toISOString()
  const asked = { lookup, foundBy, code }
  const shown = { ...asked, record, service, source: 'service', at, lock, stale } as const
  shownLookups.show(shown)
  return deps.shownLookups.shownFor(lookup)
}

/** Refunding what is on the screen. */
export function refundHandlers(deps: Deps) {
  return {
    'refund:issue': {
      // A second person's yes comes before anything is asked of the service (refund-protocol.md 1).
      before: async (confirmed) => {
        const order = await freshOrder(deps, confirmed)
        return order.ok ? succeed(null) : order
      },
      answer: async (confirmed) => {
        // Checking a PIN takes a while: what is on the screen must still be what was confirmed.
        const order = await freshOrder(deps, confirmed)
        if (!order.ok) return order
        const issued = await deps.refundService.issue(order.value)
        if (!issued.ok) {
          const { fault } = issued
          const service = deps.shownLookups.shownFor(confirmed.lookup)?.service
          if (fault.kind === 'refunded_elsewhere' && service !== undefined) {
            showAnswer(deps, confirmed.lookup, order.value, fault.record, service)
          }
          return issued
        }
        const { attempt, record } = issued.value
        const { serviceAddress } = attempt.intent
        const shown =
          record === null ? null : showAnswer(deps, confirmed.lookup, order.value, record, serviceAddress)
        return succeed({ attempt, shown })
      },
    },
  } satisfies Partial<Handlers>
}
