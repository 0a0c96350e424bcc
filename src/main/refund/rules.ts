/** Applies the store's rules to an order, when it is confirmed and again before it is sent (refund-protocol.md 1). */

import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { refundability } from '../../shared/payment/refund-rules'
import type { Transaction } from '../../shared/payment/transaction'
import { type JudgedRefund, judgeRules, type RuleFacts, type RuleName } from '../../shared/people/rules'
import { needsPinAgain } from '../../shared/refund/decide-rules'
import type { FreshShow } from '../service/show'
import type { Clock } from '../system/clock'
import type { RefundOrder, Till } from './types'

/** Tells the service's own time, which nobody at the counter can set: the `Date` of its last show, plus monotonic time since. */
export function makeServiceTime(clock: Pick<Clock, 'monotonic'>) {
  let ahead: number | undefined
  return {
    note({ dated, age }: Pick<FreshShow, 'dated' | 'age'>): void {
      if (dated !== undefined) ahead = dated + age * 1000 - clock.monotonic()
    },
    /** Milliseconds since 1970; undefined where the service never said. */
    now: () => (ahead === undefined ? undefined : Math.round(ahead + clock.monotonic())),
  }
}
export type ServiceTime = ReturnType<typeof makeServiceTime>

type Judging = Pick<Till, 'journal' | 'clock' | 'rules' | 'ownStore' | 'serviceTime'>

/**
 * Returns the rules that a second person said yes to; none where the cashier may refund alone. Faults: this till does not
 * send the refund, or these rules ask for a second person who is not the cashier.
 * @param record the payment as it was shown last
 */
export function checkRules(
  till: Judging,
  order: RefundOrder,
  record: Transaction,
): Result<readonly RuleName[], Fault> {
  const { journal, rules } = till
  const doubted = needsPinAgain(journal.past(record.id).attempts, journal.ran())
  const { verdict, by } = judgeRules(judged(till, order, record), factsOf(till, doubted !== null), rules())
  if (verdict === 'free') return succeed(by)
  if (verdict === 'not_here') return fail({ kind: 'refund_not_here', by })
  const { allowedBy, cashier } = order
  // An open till knows nobody by id.
  if (allowedBy !== null && allowedBy.id !== '' && allowedBy.id === cashier?.id) {
    return fail({ kind: 'second_person_is_the_cashier' })
  }
  // A rule may have come to hold while the yes was given: it must cover all of them.
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

/** This PC's offset from UTC at that moment, in milliseconds, positive east of Greenwich. */
export const zoneAt = (moment: number) => 0 - new Date(moment).getTimezoneOffset() * 60_000

function factsOf({ journal, clock, serviceTime }: Judging, isDoubted: boolean): RuleFacts {
  const now = clock.now()
  return {
    refunds: journal.refunds(),
    now,
    zone: zoneAt(now),
    ran: journal.ran(),
    dated: serviceTime.now(),
    isDoubted,
    unread: journal.standing().unread,
  }
}
