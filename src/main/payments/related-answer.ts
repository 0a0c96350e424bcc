import { type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type { ForeignAnswer, Received } from './foreign-answer'
import type { RelatedReply, RelatedRequest, ShowFault } from './payment-service'
import { relatedLines, savedRelatedLines } from './related-lines'
import { type Asked, readShowAnswer } from './show-answer'

/**
 * What an exchange means for a show with a related record (interface.md §4.2): as for any show, and `data` may
 * hold the related record under the name it was asked by, in any shape (§2.2: "not shown").
 */
export function readRelatedAnswer(
  request: RelatedRequest,
  outcome: Received,
  asked: Asked,
  note: (words: string) => void,
): Result<RelatedReply, ShowFault> {
  const shown = readShowAnswer(request, outcome, asked, note)
  if (!shown.ok) return shown
  const { record, raw: _notKept, ...fresh } = shown.value
  const value = outcome.kind === 'answered' ? memberOfData(outcome, request.related) : null
  return succeed({
    ...fresh,
    record: withoutMember(record, request.related),
    shown: relatedLines(value),
    saved: savedRelatedLines(value),
  })
}

/** The value of one member of `data`; undefined when the answer has none of that name. */
function memberOfData({ json }: ForeignAnswer, name: string): unknown {
  return json.ok ? ownMember(ownMember(json.value, 'data'), name) : undefined
}

function ownMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** The record as a show without `include` would have brought it. */
function withoutMember(record: Transaction, name: string): Transaction {
  const extra = Object.entries(record.extra).filter(([field]) => field !== name)
  return { ...record, extra: Object.fromEntries(extra) }
}
