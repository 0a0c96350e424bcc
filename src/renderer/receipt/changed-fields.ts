import { isolatedText } from '../../shared/shown-text'
import type { PlainField, Transaction } from '../../shared/transaction'
import { sumWords } from '../words/field-words'
import { transactionState } from '../words/receipt'

/** What the service's answer says otherwise than the saved copy did, each with what the copy said, in words. */
export type Changes = {
  readonly fields: ReadonlyMap<PlainField, string>
  /** The state's word in the copy; null when it is the same. */
  readonly state: string | null
}

/** Compares an answer with the copy it replaces. What a copy never holds (architecture.md) is no change. */
export function changesSince(before: Transaction, after: Transaction): Changes {
  const fields = new Map<PlainField, string>()
  for (const [name, now] of Object.entries(after.fields)) {
    // The keys of `fields` are plain fields: only Object.entries forgets that.
    const field = name as PlainField
    const was = before.fields[field]
    if (was !== undefined && was !== now) fields.set(field, wordsFor(field, was, before))
  }
  const stateBefore = transactionState(before).word
  return { fields, state: stateBefore === transactionState(after).word ? null : stateBefore }
}

/** Fields that the receipt shows as sums. */
const sums: ReadonlySet<PlainField> = new Set(['amount', 'refunded', 'tips'])

function wordsFor(field: PlainField, text: string, record: Transaction): string {
  return (sums.has(field) ? sumWords(text, record) : null) ?? isolatedText(text)
}
