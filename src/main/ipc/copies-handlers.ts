import type { FoundCopy } from '../../shared/copy-search-schemas'
import { succeed } from '../../shared/result'
import { lockedBy } from '../refund/locked-by'
import type { RefundService } from '../refund/refund-service'
import type { CopySearch } from '../search/copy-search'
import type { ListedCopy } from '../search/copy-searcher'
import type { Handlers } from './answer-call'

type Deps = {
  readonly copySearch: Pick<CopySearch, 'search' | 'matches'>
  readonly refundService: Pick<RefundService, 'lockOn'>
}

/** Searching what is saved on this till. */
export function copiesHandlers({ copySearch, refundService }: Deps) {
  const rowsOf = (copies: readonly ListedCopy[]): readonly (FoundCopy | null)[] =>
    copies.map((copy) => copy && { ...copy, lockedBy: lockedBy(refundService.lockOn(copy.id)) })
  return {
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
