import { fail, type Result, succeed } from '../shared/result'
import type { FormFields } from './form-body'
import type { Refusal } from './judge-refund'
import type { Query } from './ledger'
import { type Include, readIncludes } from './read-includes'
import type { Switches } from './switches'

/** What a show asks for, read from its body and its URL. */
export type ShowOrder = { readonly query: Query; readonly includes: readonly Include[] }

/** Reads `query` from the form body and `include` from the URL (interface.md §4.2). */
export function readShowOrder(
  fields: FormFields,
  search: URLSearchParams,
  switches: Switches,
): Result<ShowOrder, Refusal> {
  const refuse = (message: string) => fail({ status: Number(switches.invalidStatus), message })
  const inUrl = switches.queryInUrl === 'read' ? search.get('query') : null
  const query = fields.get('query') ?? inUrl
  if (query !== null && query !== 'transaction_id' && query !== 'custom_id') {
    return refuse('query must be transaction_id or custom_id')
  }
  const includes = readIncludes(search, switches)
  return includes.ok ? succeed({ query, includes: includes.value }) : refuse(includes.fault)
}
