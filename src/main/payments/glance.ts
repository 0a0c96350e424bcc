import type { Glance } from '../../shared/attempt'
import type { Transaction } from '../../shared/transaction'
import { privateFields, withoutPrivateFields } from './private-fields'

/** Longest text that is kept of an answer, in bytes. */
const longestRaw = 16 * 1024

/** The part of a record that the refund protocol judges by. The remark of the refund goes before any other. */
export function glanceOf(record: Transaction): Glance {
  const details = record.details.find(({ kind }) => kind === 'refund') ?? record.details[0]
  return {
    id: record.id,
    status: record.status,
    currency: record.currency,
    amount: record.amount,
    refunded: record.refunded,
    refundedAt: record.fields.refunded_at ?? '',
    updatedAt: record.updatedAt,
    remark: details?.remark ?? '',
  }
}

/** A record as text for people and for the journal: without private fields, 16 KiB at most. */
export function rawForPeople(record: Transaction): string {
  const { fields, links, details, extra } = record
  const told = [
    ...Object.entries(fields),
    ...Object.entries(extra).map(([name, text]) => [name, withoutNestedPrivateFields(text)] as const),
  ].filter(([name]) => !privateFields.has(name.split('.').at(-1) ?? name))
  return shorten(JSON.stringify({ ...Object.fromEntries(told), _links: links, details }, null, 1))
}

/** Objects that the interface does not know stand in a record as JSON text. */
function withoutNestedPrivateFields(text: string): string {
  return /^[[{]/.test(text) ? withoutPrivateFields(text) : text
}

/** Cuts a text to 16 KiB of UTF-8, never inside a character, and says so at its end. */
export function shorten(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= longestRaw) return text
  const end = ' … (cut)'
  const kept = bytes.subarray(0, longestRaw - Buffer.byteLength(end))
  return new TextDecoder().decode(kept, { stream: true }) + end
}
