/** What of a record or an answer is kept for the journal and shown to people: bounded, and without private fields. */
import { createHash } from 'node:crypto'
import type { Snapshot } from '../../shared/attempt'
import { firstCodePoints, isLongerThan } from '../../shared/code-points'
import { longestUndocumentedCode } from '../../shared/field-lengths'
import { neverSaved } from '../../shared/never-saved'
import type { Transaction, TransactionDetails } from '../../shared/transaction'
import { shorten } from '../system/log'

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
    ...Object.entries(extra).map(([name, text]) => [name, withoutNested(text)] as const),
  ]
    .filter(([name]) => !neverSaved.has(name.split('.').at(-1) ?? name))
    .map(([name, text]) => [name, briefly(text)] as const)
  const named = {
    ...Object.fromEntries(told),
    _links: links,
    ...Object.fromEntries(details.map((given) => [`${given.kind}_details`, asDocumented(given)])),
  }
  return shorten(JSON.stringify(named, null, 1))
}

/** Under the interface's own names: they are what the provider's support knows. */
function asDocumented({ requestUserId, firstName, lastName, remark }: TransactionDetails): object {
  return {
    request_user_id: requestUserId,
    first_name: briefly(firstName),
    last_name: briefly(lastName),
    remark: briefly(remark),
  }
}

/** One long text must not push what decides out of what is kept. */
function briefly(text: string): string {
  return isLongerThan(text, longestSnapshotRemark)
    ? `${firstCodePoints(text, longestSnapshotRemark)} … (cut)`
    : text
}

/** A text without private fields where it is JSON: objects that the interface does not know stand so in a record. */
export function withoutNested(text: string): string {
  return /^\s*[[{]/.test(text) ? withoutPrivateFields(text) : text
}

const names = [...neverSaved].join('|')
/** JSON that was cut or spoiled: a private text up to its quote, and of a private list or object all that follows. */
const privateInJson = new RegExp(
  `("(?:${names})"\\s*:\\s*)(?:"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?|[[{][^]*)`,
  'gi',
)
/** In text that is no JSON a private value ends where the next value or mark begins. */
const privateInText = new RegExp(`(${names})[^,;&<\\n]*`, 'gi')

/** A text of the service without private fields: exactly for JSON, as far as they can be seen for any other. */
export function withoutPrivateFields(text: string): string {
  try {
    return publicJson(JSON.parse(text))
  } catch {
    return text.replace(privateInJson, '$1(left out)').replace(privateInText, '$1 (left out)')
  }
}

/**
 * Parsed JSON, written without private members, wherever they stand.
 * @param change is made to every text in it
 */
export function publicJson(json: unknown, change = (text: string) => text): string {
  const written = (name: string, value: unknown) =>
    neverSaved.has(name) ? undefined : typeof value === 'string' ? change(value) : value
  return JSON.stringify(json, written) ?? ''
}
