import type { Attempt } from '../../shared/attempt'
import type { Money } from '../../shared/money'
import type { Refundability } from '../../shared/refund-rules'
import { fail, type Result, succeed } from '../../shared/result'
import type { RefundDraft } from '../store/counter-state'
import { type RefundReason, reasonNames, refundReasons } from '../words/reason-words'
import type { DraftFault } from '../words/refund'
import { readAmount, writeAmount } from './draft'

export const emptyDraft: RefundDraft = {
  scope: 'full',
  amountText: '',
  amountCheck: 'typing',
  reason: null,
  otherReason: '',
  confirmed: false,
}

/** The form as it was filled in for an earlier refund. The extra confirmation is given anew. */
export function draftOf(intent: Attempt['intent']): RefundDraft {
  const { amount, base, before, whole } = intent
  const full = whole || base + amount === before.amount
  const known = refundReasons.find((reason) => reason !== 'other' && reasonNames[reason] === intent.reason)
  return {
    scope: full ? 'full' : 'part',
    amountText: full ? '' : writeAmount({ hundredths: amount, currency: intent.currency }),
    amountCheck: 'taken',
    reason: known ?? 'other',
    otherReason: known === undefined ? intent.reason : '',
    confirmed: false,
  }
}

export type Refundable = Extract<Refundability, { kind: 'refundable' }>

export type ReadyRefund = {
  readonly amount: Money
  readonly reason: RefundReason
  readonly otherReason: string
}

/** The amount that the draft asks for, and what it would strand. */
export function draftAmount(draft: RefundDraft, refundable: Refundable) {
  if (draft.scope === 'full') return succeed({ amount: refundable.rest, strands: 0 })
  return readAmount(draft.amountText, refundable)
}

/** The refund to send, or the first thing that is still missing, in the order of the form. */
export function readDraft(draft: RefundDraft, refundable: Refundable): Result<ReadyRefund, DraftFault> {
  const amount = draftAmount(draft, refundable)
  if (!amount.ok) return fail({ in: 'amount', why: amount.fault })
  if (draft.reason === null) return fail({ in: 'reason', why: 'none' })
  const otherReason = draft.otherReason.trim()
  if (draft.reason === 'other' && otherReason === '') return fail({ in: 'reason', why: 'other_empty' })
  if (refundable.confirmation !== null && !draft.confirmed) return fail({ in: 'confirmation' })
  return succeed({ amount: amount.value.amount, reason: draft.reason, otherReason })
}
