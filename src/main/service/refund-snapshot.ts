import { createHash } from 'node:crypto'
import type { Snapshot } from '../../shared/attempt'
import { firstCodePoints, isLongerThan } from '../../shared/code-points'
import { longestUndocumentedCode } from '../../shared/field-lengths'
import { neverSaved } from '../../shared/never-saved'
import type { Transaction, TransactionDetails } from '../../shared/transaction'
import { shorten } from '../system/log'
import { type DetailsField, withoutPrivateFields } from './wire'

/** In code points: a check can write a snapshot into the journal, which is never pruned. */
export const longestSnapshotRemark = 1000
/** No documented code or time is nearly as long. */
const longestSnapshotCode = longestUndocumentedCode

/** The part of a record that the refund protocol judges by. The remark of the refund goes before any other. */
export function snapshotOf(record: Transaction): Snapshot {
  const details = record.details.find(({ kind }) => kind === 'refund') ?? record.details[0]
  return {
    id: boundForJournal(record.id, longestSnapshotCode),
    status: boundForJournal(record.status, longestSnapshotCode),
    currency: boundForJournal(record.currency, longestSnapshotCode),
    amount: record.amount,
    refunded: record.refunded,
    refundedAt: boundForJournal(record.fields.refunded_at ?? '', longestSnapshotCode),
    updatedAt: boundForJournal(record.updatedAt, longestSnapshotCode),
    remark: boundForJournal(details?.remark ?? '', longestSnapshotRemark),
  }
}

/**
 * A text of bounded length that is still another for every other text: what is cut ends in a digest of the whole,
 * so that the judgement never takes two for the same that only begin alike. A marker stands at the beginning.
 */
function boundForJournal(text: string, longest: number): string {
  if (!isLongerThan(text, longest)) return text
  const end = ` … (cut, ${createHash('sha256').update(text).digest('hex').slice(0, 16)})`
  return firstCodePoints(text, longest - end.length) + end
}

/** A record as text for people and for the journal: without private fields, 16 KiB at most. */
export function rawForPeople(record: Transaction): string {
  const { fields, links, details, extra } = record
  const told = [
    ...Object.entries(fields),
    ...Object.entries(extra).map(([name, text]) => [name, withoutNestedPrivateFields(text)] as const),
  ]
    .filter(([name]) => !neverSaved.has(name.split('.').at(-1) ?? name))
    .map(([name, text]) => [name, briefly(text)] as const)
  const named = {
    ...Object.fromEntries(told),
    _links: links,
    ...Object.fromEntries(details.map(asDocumented)),
  }
  return shorten(JSON.stringify(named, null, 1))
}

/** Under the interface's own names: they are what the provider's support knows. */
function asDocumented(details: TransactionDetails): readonly [DetailsField, object] {
  const { kind, requestUserId, firstName, lastName, remark } = details
  const name = {
    cancellation: 'cancellation_details',
    refund: 'refund_details',
    fail: 'fail_details',
  } as const
  return [
    name[kind],
    {
      request_user_id: requestUserId,
      first_name: briefly(firstName),
      last_name: briefly(lastName),
      remark: briefly(remark),
    },
  ]
}

/** One long text must not push what decides out of what is kept. */
function briefly(text: string): string {
  return isLongerThan(text, longestSnapshotRemark)
    ? `${firstCodePoints(text, longestSnapshotRemark)} … (cut)`
    : text
}

/** Objects that the interface does not know stand in a record as JSON text. */
function withoutNestedPrivateFields(text: string): string {
  return /^[[{]/.test(text) ? withoutPrivateFields(text) : text
}
