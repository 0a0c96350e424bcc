import type { FoundCopy } from '../../shared/copy-search-schemas'
import { hiddenValues } from '../../shared/private-fields'
import { fail, succeed } from '../../shared/result'
import type { ListedCopy } from '../copies/search'
import { lockedBy } from '../refund/views'
import type { Handlers } from './answer'
import type { Parts } from './parts'

/** Looking up a code, what was looked up before, and searching what is saved on this till. */
export function lookupHandlers(parts: Parts) {
  const { lookUp, cashier, related, recent, requested, shownLookups, copySearch, refundService, note } = parts
  const rowsOf = (copies: readonly ListedCopy[]): readonly (FoundCopy | null)[] =>
    copies.map((copy) => copy && { ...copy, lockedBy: lockedBy(refundService.standingOf(copy.id).lock) })
  return {
    'lookup:find': (order) => cashier.during(() => lookUp(order)),
    'lookup:related': related.find,
    // The only way by which anything of who paid reaches the window: the receipt on screen, and a line in the record.
    'lookup:private': ({ lookup }) => {
      const shown = shownLookups.shownFor(lookup)
      if (shown === null) return fail({ kind: 'screen_outdated' })
      note({ act: 'private_shown', transaction: shown.record.transactionId.slice(0, 255) })
      return succeed(hiddenValues(shown.record))
    },
    'lookup:recent': async () => succeed(await recent.list()),
    'lookup:take-requested': async () => succeed(requested.take()),
    'copies:search': async (wanted) => {
      const found = await copySearch.search(wanted)
      if (!found.ok) return found
      return succeed(found.value && { ...found.value, rows: rowsOf(found.value.rows) })
    },
    'copies:matches': async ({ search, from, count }) => {
      const listed = await copySearch.matches(search, from, count)
      return listed.ok ? succeed(listed.value && rowsOf(listed.value)) : listed
    },
  } satisfies Partial<Handlers>
}
