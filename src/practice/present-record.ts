import { writeHundredths } from '../shared/money'
import { detailsBy, practiceUsers } from './practice-people'
import {
  type LedgerEntry,
  refundedOf,
  restOf,
  type StoredTransaction,
  type TransactionFacts,
  type WireDetails,
  type WireRecord,
  type WireValue,
} from './stored-transaction'
import type { Switches } from './switches'

/**
 * A transaction as the record of interface.md §2.2: all 40 fields, the three details objects only with their
 * status, optional fields without a value as the switches say. Pure.
 */
export function presentRecord(transaction: StoredTransaction, switches: Switches): WireRecord {
  const { facts } = transaction
  const status = presentStatus(transaction, switches)
  const optional = (name: string, value: string | null): Record<string, WireValue> =>
    value === null && switches.emptyOptional === 'absent' ? {} : { [name]: value ?? '' }
  return {
    ...presentOrigin(facts),
    ...optional('payment_link_id', facts.payment_link_id),
    status,
    ...presentMoney(transaction, switches),
    forex: facts.forex,
    paid_at: facts.paid_at,
    can_settle_after: facts.can_settle_after,
    is_balance_settled: facts.is_balance_settled,
    settled_at: facts.settled_at,
    transaction_id: facts.transaction_id,
    reference_id: facts.reference_id,
    payer: facts.payer,
    buyer_id: facts.buyer_id,
    wallet_type: facts.wallet_type,
    ...optional('extra_parameters', facts.extra_parameters),
    ...optional('custom_id', facts.custom_id),
    ...optional('fixed_id', facts.fixed_id),
    refunded_at: presentRefundedAt(transaction, switches),
    created_at: facts.created_at,
    updated_at: presentUpdatedAt(transaction, switches),
    ...optional('expired_at', facts.expired_at),
    ...optional('pin_key', facts.pin_key),
    _links: facts._links,
    ...presentDetails(transaction, status, switches),
    ...(switches.extraFields === 'some' ? { terminal_label: 'Practice till', loyalty: { points: 12 } } : {}),
  }
}

/** Whose transaction it is and the gateway it came through: fields 1 to 9. */
function presentOrigin(facts: TransactionFacts): Record<string, WireValue> {
  const [gatewayId = '0', gatewaySubId = '1'] = facts.gateway_code.split('_')
  return {
    id: facts.id,
    user_id: facts.user_id,
    company_id: facts.company_id,
    store_id: facts.store_id,
    gateway_id: Number(gatewayId),
    gateway_sub_id: Number(gatewaySubId),
    gateway_sub_name: facts.gateway_sub_name,
    gateway_code: facts.gateway_code,
    barcode_id: facts.barcode_id,
  }
}

function isWhollyRefunded(transaction: StoredTransaction): boolean {
  return transaction.refunds.length > 0 && restOf(transaction) === 0
}

function presentStatus(transaction: StoredTransaction, switches: Switches): string {
  if (transaction.refunds.length === 0) return transaction.facts.status
  return isWhollyRefunded(transaction) ? 'refunded' : switches.partRefundStatus
}

/** What a refund gives back of the charge, in hundredths: its share of it. Negative or 0. */
function refundCharge(transaction: StoredTransaction, switches: Switches): number {
  const { charge, amount } = transaction.facts
  if (isWhollyRefunded(transaction)) return -charge
  if (switches.partRefundCharge === 'untouched' || amount === 0) return 0
  return -Math.round((charge * refundedOf(transaction)) / amount)
}

/** Net is what stays with the store: after a full refund always 0.00 (interface.md §3). */
function presentMoney(transaction: StoredTransaction, switches: Switches): Record<string, WireValue> {
  const { facts } = transaction
  const touched = transaction.refunds.length > 0
  const back = refundCharge(transaction, switches)
  const write = (hundredths: number): string | number =>
    switches.amountsAs === 'number' ? hundredths / 100 : writeHundredths(hundredths)
  const untouched = { zero_decimals: '0.00', zero: '0', empty: '' }[switches.untouchedRefunded]
  const untouchedCharge = switches.untouchedRefundCharge === 'empty' ? '' : '0.00'
  return {
    amount: write(facts.amount),
    currency: facts.currency,
    charge: switches.chargeAs === 'number' ? facts.charge / 100 : writeHundredths(facts.charge),
    refunded: touched ? write(refundedOf(transaction)) : untouched,
    refund_charge: touched ? write(back) : untouchedCharge,
    net: write(facts.paid_at === '' && !touched ? 0 : restOf(transaction) - facts.charge - back),
    tips: facts.tips === null ? '' : write(facts.tips),
  }
}

function showsRefunding(transaction: StoredTransaction, part: boolean): boolean {
  return transaction.refunds.length > 0 && (isWhollyRefunded(transaction) || part)
}

function presentRefundedAt(transaction: StoredTransaction, switches: Switches): string {
  const last = transaction.refunds.at(-1)
  if (last === undefined || !showsRefunding(transaction, switches.partRefundedAt === 'set')) return ''
  return writeWireTime(last.at, switches.clock)
}

function presentUpdatedAt(transaction: StoredTransaction, switches: Switches): string {
  const { facts, touchedAt } = transaction
  const touched = touchedAt === null ? '' : writeWireTime(touchedAt, switches.clock)
  return touched > facts.updated_at ? touched : facts.updated_at
}

function presentDetails(
  transaction: StoredTransaction,
  status: string,
  switches: Switches,
): Record<string, WireDetails> {
  if (showsRefunding(transaction, switches.partRefundDetails === 'present')) {
    const shown = switches.remarkShown === 'first' ? transaction.refunds.at(0) : transaction.refunds.at(-1)
    return shown === undefined ? {} : { refund_details: refundDetails(shown, switches) }
  }
  const { details } = transaction.facts
  if (details === null) return {}
  if (status === 'cancelled') return { cancellation_details: details }
  return status === 'failed' ? { fail_details: details } : {}
}

const remarkLengths = { whole: Number.POSITIVE_INFINITY, cut_at_60: 60, cut_at_20: 20 } as const

function refundDetails(refund: LedgerEntry, switches: Switches): WireDetails {
  const remark = Array.from(refund.reason).slice(0, remarkLengths[switches.remarkLength]).join('')
  return detailsBy(practiceUsers.mei, remark)
}

const hour = 60 * 60 * 1000

/** A moment (ISO 8601, UTC) as the service writes it: `YYYY-mm-dd h:i:s`, no zone (interface.md §2.2). */
export function writeWireTime(moment: string, clock: Switches['clock']): string {
  const shifted = new Date(Date.parse(moment) + (clock === 'plus_eight' ? 8 * hour : 0))
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}
