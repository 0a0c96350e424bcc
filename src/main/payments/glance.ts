import type { Glance } from '../../shared/attempt'
import type { Transaction } from '../../shared/transaction'

/** Fields that are never kept, neither in a saved copy nor in the journal (design.md, "Saved copies"). */
const neverKept: ReadonlySet<string> = new Set(['pin_key', 'payer', 'buyer_id', 'extra_parameters'])
const longestRaw = 16 * 1024

/** The part of a record that the refund's judgements rest on. The remark is the refund's own, if it has one. */
export function glanceOf(record: Transaction): Glance {
  const refund = record.details.find((details) => details.kind === 'refund') ?? record.details[0]
  return {
    id: record.id,
    status: record.status,
    currency: record.currency,
    amount: record.amount,
    refunded: record.refunded,
    refundedAt: record.fields.refunded_at ?? '',
    updatedAt: record.updatedAt,
    remark: refund?.remark ?? '',
  }
}

/** A record as JSON text for people, without the fields that are never kept; at most 16 KiB. */
export function rawForPeople(record: Transaction): string {
  const kept = Object.entries(record.fields).filter(([name]) => !neverKept.has(name))
  const content = {
    ...Object.fromEntries(kept),
    _links: record.links,
    details: record.details,
    ...record.extra,
  }
  return JSON.stringify(content, null, 1).slice(0, longestRaw)
}
