import type { ParsedInput } from '../../shared/contract'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { ShownLookups } from '../lookup/shown-lookups'
import type { RefundDesk, RefundOrder } from '../refund/refund-desk'
import type { SettingsStore } from '../settings/settings'
import type { PartOfHandlers } from './part-of-handlers'

type Parts = {
  readonly shownLookups: Pick<ShownLookups, 'shownIn'>
  readonly refundDesk: Pick<RefundDesk, 'issue'>
  readonly settings: Pick<SettingsStore, 'read'>
}

type OrderFault = FaultOf<'screen_outdated' | 'saved_copy_only'>

/**
 * Holds what the cashier confirmed against what main itself last showed in that window (design.md, protocol
 * 1): the lookup must be the newest one begun there, of the same transaction and currency, from the service.
 */
function orderFrom(
  parts: Parts,
  confirmed: ParsedInput<'refund:issue'>,
  window: number,
): Result<RefundOrder, OrderFault> {
  const shown = parts.shownLookups.shownIn(window, confirmed.lookup)
  if (shown === null) return fail({ kind: 'screen_outdated' })
  const { record, foundBy: kind, code } = shown
  if (record.id !== confirmed.id || record.currency !== confirmed.amount.currency) {
    return fail({ kind: 'screen_outdated' })
  }
  if (shown.source !== 'service') return fail({ kind: 'saved_copy_only' })
  return succeed({
    shown: record,
    foundBy: { kind, code },
    amount: confirmed.amount,
    reason: confirmed.reason,
    confirmed: confirmed.confirmed,
    cashier: parts.settings.read().cashier,
  })
}

/** Refunding what is on the screen. */
export function refundHandlers(parts: Parts): PartOfHandlers<'refund:issue'> {
  return {
    'refund:issue': async (confirmed, window) => {
      const order = orderFrom(parts, confirmed, window)
      if (!order.ok) return order
      const issued = await parts.refundDesk.issue(order.value)
      return issued.ok ? succeed({ attempt: issued.value, shown: null }) : issued
    },
  }
}
