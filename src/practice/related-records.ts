import { fail, type Result, succeed } from '../shared/result'
import { practiceUsers } from './make-transaction'
import type { StoredTransaction, WireValue } from './stored-transaction'
import type { Switches } from './switches'

const includeValues = ['store', 'fixed_code', 'emv_code', 'user'] as const
export type Include = (typeof includeValues)[number]

function isInclude(text: string): text is Include {
  return includeValues.some((value) => value === text)
}

/** Reads the URL's `include` (interface.md §4.2), several of them as the switch says. Answers what is wrong otherwise. */
export function readIncludes(
  search: URLSearchParams,
  switches: Switches,
): Result<readonly Include[], string> {
  const given = search.getAll('include')
  // PHP-like services write a repeated parameter with brackets.
  const all = [...given, ...search.getAll('include[]')]
  if (all.length > 1 && switches.severalIncludes === 'comma') return fail('include is given more than once')
  const names = switches.severalIncludes === 'repeated' ? all : all.flatMap((text) => text.split(','))
  const wrong = names.find((name) => !isInclude(name))
  if (wrong !== undefined) return fail(`include has a value that is not allowed: ${wrong.slice(0, 40)}`)
  return succeed([...new Set(names.filter(isInclude))])
}

/** The related records to add to `data`. Their shape is not shown in the interface; null is "there is none". */
export function relatedRecords(
  { facts }: StoredTransaction,
  includes: readonly Include[],
): Record<string, WireValue> {
  const all: Record<Include, WireValue> = {
    store: { id: facts.store_id, name: 'Practice Store, Harbour Road', currency: facts.currency },
    fixed_code: facts.fixed_id === null ? null : { id: facts.fixed_id, name: 'Counter 1' },
    emv_code: facts.gateway_code.startsWith('10_')
      ? { id: facts.reference_id, payload: '000201010212' }
      : null,
    user: { id: facts.user_id, first_name: facts.user_id === practiceUsers.mei ? 'Mei' : 'Jonas' },
  }
  return Object.fromEntries(includes.map((name) => [name, all[name]]))
}
