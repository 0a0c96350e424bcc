import { fail, succeed } from '../../shared/base/result'
import { hiddenValues } from '../../shared/payment/private-fields'
import { lockedBy } from '../refund/views'
import type { Handlers } from './answer'
import type { Parts } from './parts'

/** Lookups, recent lookups, and the search over saved copies. */
export function lookupHandlers(parts: Parts) {
  const {
    lookUp,
    people,
    cashier,
    related,
    recent,
    requested,
    shownLookups,
    copySearch,
    refundService,
    note,
  } = parts
  return {
    // A badge is never sent to the service.
    'lookup:find': (order) =>
      people.isBadge(order.code) ? fail({ kind: 'code_is_badge' }) : cashier.during(() => lookUp(order)),
    'lookup:related': related.find,
    // The only way for data about the payer to the window, with a line in the record.
    'lookup:private': ({ lookup }) => {
      const shown = shownLookups.shownFor(lookup)
      if (shown === null) return fail({ kind: 'screen_outdated' })
      note({ act: 'private_shown', transaction: shown.record.transactionId.slice(0, 255) })
      return succeed(hiddenValues(shown.record))
    },
    'lookup:recent': async () => succeed(await recent.list()),
    'lookup:take-requested': async () => succeed(requested.take()),
    'copies:search': async ({ terms }) => {
      const found = await copySearch.search(terms)
      if (!found.ok) return found
      if (found.value === null) return succeed(null)
      const rows = found.value.rows.map((copy) => {
        return { ...copy, lockedBy: lockedBy(refundService.standingOf(copy.id).lock) }
      })
      return succeed({ ...found.value, rows })
    },
  } satisfies Partial<Handlers>
}
