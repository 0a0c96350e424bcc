import { readCopyQuery } from '../../../shared/copy-query'
import type { SearchTerm } from '../../../shared/search-term'
import { searchWords } from '../../../shared/testing/search-words'
import { type SearchedCopy, type SearchedRecord, searchedCopy } from '../searched-copy'

/** What a cashier types, as the search takes it. */
export function termsOf(typed: string): readonly SearchTerm[] {
  return readCopyQuery(typed, searchWords)
}

/** A copy with what a test wants different. */
export function aSearchedCopy(
  number: number,
  change: Partial<SearchedRecord> = {},
  owner = 'owner-1',
): SearchedCopy {
  return searchedCopy(number, owner, {
    id: `internal-${number}`,
    transactionId: `T${number}`,
    customId: '',
    status: 'paid',
    currency: 'HKD',
    gatewayCode: '11_2',
    amount: 12050,
    refunded: 0,
    fields: { paid_at: '2026-11-20 10:31:07' },
    ...change,
  })
}
