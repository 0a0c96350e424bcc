/** The records that `include` adds to a show (interface.md §4.2). What they look like is not shown there (§2.2). */
import { fail, type Result, succeed, unreachable } from '../shared/result'
import { emvPayload } from './emv-payload'
import type { Refusal } from './judge-refund'
import { type PlainFacts, storeFacts, userFacts } from './practice-people'
import type { Include } from './read-includes'
import { inShape, type RelatedShape } from './related-shapes'
import type { StoredTransaction, TransactionFacts, WireValue } from './stored-transaction'
import type { Switches } from './switches'

/** What a practice code makes of the related records: as the switches say, none of them, or each in another shape. */
export type RelatedScript = 'as_switched' | 'refused' | 'odd_shapes'

/** The shape that each has at the practice code for odd ones. */
const oddShapes: Readonly<Record<Include, RelatedShape>> = {
  store: 'nested',
  user: 'list',
  fixed_code: 'text',
  emv_code: 'wide',
}

/** The related records to add to `data`, or the refusal that is answered in place of the whole show. */
export function relatedRecords(
  { facts }: StoredTransaction,
  includes: readonly Include[],
  switches: Switches,
  script: RelatedScript,
): Result<Record<string, WireValue>, Refusal> {
  const refused = includes.find((name) => script === 'refused' || isRefused(name, switches))
  if (refused !== undefined) return fail(relatedRefusal(refused, switches))
  const found = includes.map((name): readonly [string, WireValue | undefined] => {
    const related = relatedFacts(name, facts)
    if (related === null) return [name, nothing(switches)]
    return [name, inShape(related, script === 'odd_shapes' ? oddShapes[name] : switches.relatedShape)]
  })
  return succeed(
    Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  )
}

function isRefused(name: Include, { relatedRefused }: Switches): boolean {
  return relatedRefused === 'all' || relatedRefused === name
}

function relatedRefusal(name: Include, { relatedRefusedStatus }: Switches): Refusal {
  const words = {
    '403': `This token may not see the ${name}`,
    '404': `There is no ${name} to show`,
    '422': `The ${name} cannot be included`,
  } as const
  return { status: Number(relatedRefusedStatus), message: words[relatedRefusedStatus] }
}

/** How it is said that there is no such record; undefined leaves its name out. */
function nothing({ relatedNone }: Switches): WireValue | undefined {
  switch (relatedNone) {
    case 'empty_text':
      return ''
    case 'empty_object':
      return {}
    case 'null':
      return null
    case 'absent':
      return undefined
    default:
      return unreachable(relatedNone)
  }
}

/** What there is to tell of a related record; null when the transaction has none. */
function relatedFacts(name: Include, facts: TransactionFacts): PlainFacts | null {
  switch (name) {
    case 'store':
      return storeFacts(facts)
    case 'user':
      return userFacts(facts.user_id)
    case 'fixed_code':
      if (facts.fixed_id === null || facts.fixed_id === '') return null
      return { id: facts.fixed_id, name: 'Counter 1', store_id: facts.store_id, amount: '', status: 'active' }
    case 'emv_code': {
      const kinds: ReadonlyMap<string, string> = new Map([
        ['10_1', 'merchant_presented'],
        ['10_2', 'customer_presented'],
      ])
      const kind = kinds.get(facts.gateway_code)
      if (kind === undefined) return null
      return { id: `emv-${facts.transaction_id}`, kind, payload: emvPayload(facts) }
    }
    default:
      return unreachable(name)
  }
}
