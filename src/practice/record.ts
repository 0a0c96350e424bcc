import { fail, type Result, succeed } from '../shared/base/result'
import { type RelatedKind, relatedKinds } from '../shared/payment/codes'
import { writeHundredths } from '../shared/payment/money'
import { type Refusal, refusal } from './ledger'
import type { Switches } from './switches'
import {
  detailsBy,
  type PlainFacts,
  practiceUsers,
  refundedOf,
  restOf,
  type StoredTransaction,
  storeFacts,
  type TransactionFacts,
  userFacts,
  type WireDetails,
  type WireRecord,
  type WireValue,
} from './transaction'

/**
 * Presents a transaction as the record of interface.md §2.2: all 40 fields, the three details objects only with their
 * status, optional fields without a value as the switches say. Pure.
 */
export function presentRecord(transaction: StoredTransaction, switches: Switches): WireRecord {
  const { facts, refunds } = transaction
  const [gatewayId = '0', gatewaySubId = '1'] = facts.gateway_code.split('_')
  const isWhole = refunds.length > 0 && restOf(transaction) === 0
  const refundedStatus = isWhole ? 'refunded' : switches.partRefundStatus
  const status = refunds.length === 0 ? facts.status : refundedStatus
  const last = refunds.at(-1)
  const touchedAt = last === undefined ? '' : writeWireTime(last.at)
  const { details: _details, ...fixed } = facts
  const filled = Object.entries(fixed).flatMap(([name, value]): readonly (readonly [string, WireValue])[] =>
    value === null && switches.emptyOptional === 'absent' ? [] : [[name, value ?? '']],
  )
  return {
    ...Object.fromEntries(filled),
    gateway_id: Number(gatewayId),
    gateway_sub_id: Number(gatewaySubId),
    status,
    ...presentMoney(transaction, switches),
    refunded_at: isWhole || switches.partRefundedAt === 'set' ? touchedAt : '',
    updated_at: touchedAt > facts.updated_at ? touchedAt : facts.updated_at,
    ...presentDetails(transaction, switches),
    ...(switches.extraFields === 'some' ? { terminal_label: 'Practice till', loyalty: { points: 12 } } : {}),
  }
}

/** Net is what stays with the store, after a full refund always 0.00 (§3): a refund gives back its share of the charge. */
function presentMoney(transaction: StoredTransaction, switches: Switches): Record<string, WireValue> {
  const { amount, charge, paid_at, tips } = transaction.facts
  const isTouched = transaction.refunds.length > 0
  const back = isTouched && amount > 0 ? -Math.round((charge * refundedOf(transaction)) / amount) : 0
  const write = (hundredths: number): string | number =>
    switches.amountsAs === 'number' ? hundredths / 100 : writeHundredths(hundredths)
  const untouched = { zero_decimals: '0.00', zero: '0', empty: '' }[switches.untouchedRefunded]
  return {
    amount: write(amount),
    charge: switches.chargeAs === 'number' ? charge / 100 : writeHundredths(charge),
    refunded: isTouched ? write(refundedOf(transaction)) : untouched,
    refund_charge: isTouched ? write(back) : '',
    net: write(paid_at === '' && !isTouched ? 0 : restOf(transaction) - charge - back),
    tips: tips === null ? '' : write(tips),
  }
}

const remarkLengths = { whole: Number.POSITIVE_INFINITY, cut_at_60: 60, cut_at_20: 20 } as const

function presentDetails(transaction: StoredTransaction, switches: Switches): Record<string, WireDetails> {
  const { facts, refunds } = transaction
  const shown = switches.remarkShown === 'first' ? refunds.at(0) : refunds.at(-1)
  if (shown !== undefined && (restOf(transaction) === 0 || switches.partRefundDetails === 'present')) {
    const remark = Array.from(shown.reason).slice(0, remarkLengths[switches.remarkLength]).join('')
    return { refund_details: detailsBy(practiceUsers.mei, remark) }
  }
  if (facts.details === null || refunds.length > 0) return {}
  if (facts.status === 'cancelled') return { cancellation_details: facts.details }
  return facts.status === 'failed' ? { fail_details: facts.details } : {}
}

/** Writes a moment (ISO 8601, UTC) as the service does: `YYYY-mm-dd h:i:s`, no zone (interface.md §2.2). */
function writeWireTime(moment: string): string {
  return moment.slice(0, 19).replace('T', ' ')
}

/** Reads the URL's `include`: names between commas, also given several times. Fails with what is wrong. */
export function readIncludes(search: URLSearchParams): Result<readonly RelatedKind[], string> {
  // PHP-like services write a repeated parameter with brackets.
  const names = [...search.getAll('include'), ...search.getAll('include[]')].flatMap((text) =>
    text.split(','),
  )
  const known = relatedKinds.filter((value) => names.includes(value))
  const wrong = names.find((name) => !known.some((value) => value === name))
  if (wrong !== undefined) return fail(`include has a value that is not allowed: ${wrong.slice(0, 40)}`)
  return succeed(known)
}

/** Returns the related records to add to `data`, or the refusal that is answered in place of the whole show. */
export function relatedRecords(
  { facts }: StoredTransaction,
  includes: readonly RelatedKind[],
  switches: Switches,
): Result<Record<string, WireValue>, Refusal> {
  const { relatedRefused, relatedNone } = switches
  const refused = includes.find((name) => relatedRefused === 'all' || relatedRefused === name)
  if (refused !== undefined) return fail(refusal(403, `This token may not see the ${refused}`))
  const found = includes.flatMap((name): readonly (readonly [string, WireValue])[] => {
    const related = relatedFacts(name, facts)
    if (related !== null) return [[name, inShape(related, switches.relatedShape)]]
    return relatedNone === 'absent' ? [] : [[name, relatedNone === 'null' ? null : '']]
  })
  return succeed(Object.fromEntries(found))
}

const emvKinds: ReadonlyMap<string, string> = new Map([
  ['10_1', 'merchant_presented'],
  ['10_2', 'customer_presented'],
])

/** Returns the facts of a related record; null when the transaction has none. */
function relatedFacts(name: RelatedKind, facts: TransactionFacts): PlainFacts | null {
  switch (name) {
    case 'store':
      return storeFacts(facts)
    case 'user':
      return userFacts(facts.user_id)
    case 'fixed_code':
      if (facts.fixed_id === null || facts.fixed_id === '') return null
      return { id: facts.fixed_id, name: 'Counter 1', store_id: facts.store_id, amount: '', status: 'active' }
    case 'emv_code': {
      const kind = emvKinds.get(facts.gateway_code)
      if (kind === undefined) return null
      // The beginning of such a code's text, for a merchant that does not exist.
      const payload = `00020101021226340016example.practice0110${facts.transaction_id.slice(0, 10)}`
      return { id: `emv-${facts.transaction_id}`, kind, payload }
    }
  }
}

/** Puts the facts in a shape: interface.md §2.2 does not show the one that a service gives them. */
function inShape(facts: PlainFacts, shape: Switches['relatedShape']): WireValue {
  return { object: facts, list: [facts], text: JSON.stringify(facts) }[shape]
}
