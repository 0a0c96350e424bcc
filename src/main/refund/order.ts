/** Checks a cashier's order, and makes what is written down of it (refund-protocol.md 1 and 4). */
import type { Intent } from '../../shared/attempt/attempt'
import { makeMarker, withoutMarkers } from '../../shared/attempt/marker'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault, FaultOf } from '../../shared/fault'
import { writeHundredths } from '../../shared/payment/money'
import { checkAmount, type Refundability, refundability } from '../../shared/payment/refund-rules'
import type { Transaction } from '../../shared/payment/transaction'
import type { RuleName } from '../../shared/people/rules'
import { snapshotOf } from '../service/read-answer'
import type { FreshShow } from '../service/show'
import type { Clock } from '../system/clock'
import { zoneAt } from './rules'
import type { RefundOrder, Till } from './types'

export type Refundable = Extract<Refundability, { kind: 'refundable' }>

/** Checks what the cashier saw and asked for, by the record alone. */
export function checkOrder(order: RefundOrder): Result<Refundable, Fault> {
  const rule = refundability(order.shown)
  if (rule.kind === 'blocked') return fail({ kind: 'refund_blocked', reason: rule.reason })
  if (order.amount.currency !== rule.rest.currency) return fail({ kind: 'screen_outdated' })
  const amount = checkAmount(order.amount.hundredths, rule)
  if (!amount.ok) return fail({ kind: 'amount_not_allowed', problem: amount.fault })
  if (withoutMarkers(order.reason.text) === '') return fail({ kind: 'reason_missing' })
  if (rule.confirmation !== null && !order.confirmed) {
    return fail({ kind: 'confirmation_needed', why: rule.confirmation })
  }
  return succeed(rule)
}

/** Whether the payment was refunded to its end since the cashier saw it, and changed in nothing else. */
export function isRefundedMeanwhile(
  shown: Transaction,
  { amount, refunded, currency }: Transaction,
): boolean {
  const isSame = shown.amount === amount && shown.currency === currency
  return isSame && refunded !== null && refunded === amount && shown.refunded !== refunded
}

type Change = FaultOf<'transaction_changed'>['changes'][number]

/** Returns the fields that differ from the receipt on screen, in the service's own texts (refund-protocol.md 1). */
export function changesBetween(shown: Transaction, fresh: Transaction): readonly Change[] {
  const amount = (value: number | null, text: string | undefined) =>
    value === null ? (text ?? '') : writeHundredths(value)
  const both: readonly Change[] = [
    {
      field: 'amount',
      was: amount(shown.amount, shown.fields.amount),
      now: amount(fresh.amount, fresh.fields.amount),
    },
    { field: 'currency', was: shown.currency, now: fresh.currency },
    { field: 'status', was: shown.status, now: fresh.status },
    {
      field: 'refunded',
      was: amount(shown.refunded, shown.fields.refunded),
      now: amount(fresh.refunded, fresh.fields.refunded),
    },
  ]
  return both.filter(({ was, now }) => was !== now)
}

/** Makes what is written down before anything is sent. @param yesTo the rules that a second person said yes to */
export function intentOf(
  till: Pick<Till, 'journal' | 'randomBytes' | 'serviceTime' | 'clock' | 'deviceId'>,
  order: RefundOrder,
  rule: Refundable,
  { record, serviceAddress }: FreshShow,
  yesTo: readonly RuleName[],
): Intent {
  const known = till.journal.highWater(record.id, record.currency) ?? 0
  return {
    marker: makeMarker(till.randomBytes(10)),
    base: Math.max(record.refunded ?? 0, known),
    dated: till.serviceTime.now(),
    zone: zoneAt(till.clock.now()),
    deviceId: till.deviceId(),
    serviceAddress,
    id: record.id,
    transactionId: record.transactionId,
    customId: record.customId,
    foundBy: order.foundBy,
    currency: record.currency,
    amount: order.amount.hundredths,
    whole: rule.wholeOnly,
    before: snapshotOf(record),
    paidAt: record.fields.paid_at ?? '',
    reason: { ...order.reason, text: withoutMarkers(order.reason.text) },
    typed: order.typed,
    cashier: order.cashier,
    ...(order.allowedBy === null || yesTo.length === 0
      ? {}
      : { allowedBy: { ...order.allowedBy, rules: yesTo } }),
  }
}

/** When the fresh show was asked for, on both clocks, in milliseconds. */
export type FreshMoment = { readonly wall: number; readonly monotonic: number }

/** From the request of the fresh show to the first byte of the POST (protocol 1). */
const maxFreshMs = 60_000
/** How far back the wall clock may be corrected while a refund is under way. */
const wallToleranceMs = 1000

/** Whether the show is still fresh on both clocks: after sleep, or where the wall clock ran back, it is not. */
export function isFresh(asked: FreshMoment, clock: Pick<Clock, 'now' | 'monotonic'>): boolean {
  const onTheWall = clock.now() - asked.wall
  const passed = clock.monotonic() - asked.monotonic
  return passed <= maxFreshMs && onTheWall <= maxFreshMs && onTheWall >= -wallToleranceMs
}
