import { fail, type Result, succeed } from '../../shared/base/result'
import type { ParsedInput } from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/payment-channels'
import type { Fault } from '../../shared/fault'
import type { RefundService } from '../refund/service'
import type { TransactionReader } from '../service/show'
import type { Settings } from '../settings/settings'
import type { CashierAtWork } from '../system/signal'
import type { ShownLookups } from './look-up'

type Deps = {
  readonly payments: TransactionReader
  readonly shownLookups: Pick<ShownLookups, 'supersededOf' | 'shownFor'>
  readonly refundService: Pick<RefundService, 'observe'>
  readonly settings: { readonly read: () => Pick<Settings, 'related'> }
  /** Holds back the lookups of lists. */
  readonly cashier: Pick<CashierAtWork, 'during'>
}

const noLines = { lines: [], cut: false } as const

/**
 * Makes the function that asks for one related record of the receipt on screen (interface.md §4.2, `include`). Faults:
 * `lookup_superseded` once a newer lookup has begun, which destroys the open socket; `screen_outdated` without a receipt;
 * `saved_copy_only` for a saved one; `request_malformed` for a kind that the settings leave out.
 */
export function makeFindRelated({ payments, shownLookups, refundService, settings, cashier }: Deps) {
  return async ({
    lookup,
    related,
  }: ParsedInput<'lookup:related'>): Promise<Result<RelatedRecord, Fault>> => {
    if (!settings.read().related.includes(related)) {
      return fail({ kind: 'request_malformed', detail: `This till does not ask for ${related}` })
    }
    const superseded = shownLookups.supersededOf(lookup)
    if (superseded === null) return fail({ kind: 'lookup_superseded' })
    const shown = shownLookups.shownFor(lookup)
    if (shown === null) return fail({ kind: 'screen_outdated' })
    if (shown.source === 'saved') return fail({ kind: 'saved_copy_only' })

    const { code, foundBy, record } = shown
    const reply = await cashier.during(() => payments.show({ kind: foundBy, code, related }, superseded))
    if (reply.ok) refundService.observe(reply.value)
    if (superseded.aborted) return fail({ kind: 'lookup_superseded' })
    if (!reply.ok) return reply
    // Several payments may carry one custom id.
    if (reply.value.record.id !== record.id) return fail({ kind: 'other_record', code })
    return succeed({ kind: related, ...(reply.value.related ?? noLines) })
  }
}
