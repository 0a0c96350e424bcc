/** What the store's rules say of an order: asked when it is confirmed, and again before it is sent (refund-protocol.md 1). */

import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { refundability } from '../../shared/payment/refund-rules'
import type { Transaction } from '../../shared/payment/transaction'
import { type JudgedRefund, judgeRules, type RuleFacts, type RuleName } from '../../shared/people/rules'
import { needsPinAgain } from '../../shared/refund/decide-rules'
import type { RefundOrder, Till } from './types'

type Judging = Pick<Till, 'journal' | 'clock' | 'rules' | 'ownStore'>

/**
 * The rules that a second person said yes to; none where the refund is the cashier's alone. Faults: this till does not send
 * it, or it takes a second person who is not the cashier, for just these rules.
 * @param record the payment as it was shown last
 * @param dated when that was by the service's own clock, milliseconds since 1970
 */
export function checkRules(
  till: Judging,
  order: RefundOrder,
  record: Transaction,
  dated?: number,
): Result<readonly RuleName[], Fault> {
  const { journal, rules } = till
  const doubted = needsPinAgain(journal.past(record.id).attempts, journal.ran())
  const { verdict, by } = judgeRules(
    judged(till, order, record),
    factsOf(till, doubted !== null, dated),
    rules(),
  )
  if (verdict === 'free') return succeed(by)
  if (verdict === 'not_here') return fail({ kind: 'refund_not_here', by })
  const { allowedBy, cashier } = order
  if (allowedBy !== null && allowedBy.id !== '' && allowedBy.id === cashier?.id) {
    return fail({ kind: 'second_person_is_the_cashier' })
  }
  // A yes to less than this is none: the rule may have come to hold while it was given.
  const isCovered = allowedBy !== null && by.every((rule) => allowedBy.rules.includes(rule))
  return isCovered
    ? succeed(by)
    : fail({ kind: 'second_person_needed', by, marker: doubted?.intent.marker ?? '' })
}

function judged({ ownStore }: Judging, order: RefundOrder, record: Transaction): JudgedRefund {
  const { store_id: store = '', paid_at: paidAt = '' } = record.fields
  const own = ownStore()
  const rule = refundability(record)
  return {
    payment: record.id,
    cashier: order.cashier?.id ?? '',
    money: order.amount,
    refundedBefore: record.refunded ?? 0,
    paidAt,
    typed: order.typed,
    reason: order.reason.code,
    isOtherStores: own !== '' && store !== '' && store !== own,
    isStatusKnown: rule.kind !== 'refundable' || rule.confirmation !== 'status_not_known',
  }
}

function factsOf({ journal, clock }: Judging, isDoubted: boolean, dated: number | undefined): RuleFacts {
  const now = clock.now()
  return {
    refunds: journal.refunds(),
    now,
    offset: -new Date(now).getTimezoneOffset() * 60_000,
    ran: journal.ran(),
    dated,
    isDoubted,
    isUnread: journal.standing().alarms.some(({ event }) => event.kind === 'could_not_be_read'),
  }
}
