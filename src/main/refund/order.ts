/** Checks a cashier's order, also by the store's rules, and makes what is written down of it (refund-protocol.md 1 and 4). */
import type { Alarm } from '../../shared/attempt/alarms'
import type { Attempt, Intent } from '../../shared/attempt/attempt'
import { makeMarker, withoutMarkers } from '../../shared/attempt/marker'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault, FaultOf } from '../../shared/fault'
import { writeHundredths } from '../../shared/payment/money'
import { checkAmount, type Refundability, refundability } from '../../shared/payment/refund-rules'
import type { Transaction } from '../../shared/payment/transaction'
import { type JudgedRefund, judgeRules, type RuleFacts, type RuleName } from '../../shared/people/rules'
import { needsPinAgain } from '../../shared/refund/decide-rules'
import { refundsIn } from '../../shared/refund/past'
import { isUndecided, openAlarms } from '../../shared/refund/refund'
import { leastByOwn } from '../../shared/refund/watch-judgement'
import type { Journal } from '../journal/journal'
import { snapshotOf } from '../service/read-answer'
import type { FreshShow } from '../service/show'
import type { Clock } from '../system/clock'
import type { RefundOrder, Till } from './types'

export type Refundable = Extract<Refundability, { kind: 'refundable' }>

/** Checks what the cashier saw and asked for, by the record alone. */
export function checkOrder(order: RefundOrder): Result<Refundable, Fault> {
  const rule = refundability(order.shown)
  if (rule.kind === 'blocked') return fail({ kind: 'refund_blocked', reason: rule.reason })
  if (order.amount.currency !== rule.rest.currency) return fail({ kind: 'screen_outdated' })
  const amount = checkAmount(order.amount.hundredths, rule)
  if (!amount.ok) return fail({ kind: 'amount_not_allowed', problem: amount.fault })
  // Some sign that people can see.
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(withoutMarkers(order.reason.text)))
    return fail({ kind: 'reason_missing' })
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

/**
 * Returns why nothing is sent where the payment was refunded to its end since the cashier saw it: an attempt of ours that may
 * have done it, or another till or system. Null where it was not, or where an alarm says that it may be a refund of ours.
 */
export function whyRefunded(
  { journal }: Pick<Till, 'journal'>,
  shown: Transaction,
  fresh: Transaction,
): Fault | null {
  if (!isRefundedMeanwhile(shown, fresh)) return null
  const lock = journal.lockOn(fresh.id)
  if (lock !== null) return lockedBy(lock)
  const past = journal.past(fresh.id)
  const isOwn =
    leastByOwn(past, fresh.currency) > (shown.refunded ?? 0) ||
    past.attempts.flatMap(openAlarms).some(mayBeOurs)
  return isOwn ? null : { kind: 'refunded_elsewhere', record: fresh }
}

type Change = FaultOf<'transaction_changed'>['changes'][number]

/** Returns the fields that differ from the receipt on screen, in the service's own texts (refund-protocol.md 1). */
export function changesBetween(shown: Transaction, fresh: Transaction): readonly Change[] {
  const [was, now] = [textsOf(shown), textsOf(fresh)]
  const fields = ['amount', 'currency', 'status', 'refunded'] as const
  return fields
    .filter((field) => was[field] !== now[field])
    .map((field) => ({ field, was: was[field], now: now[field] }))
}

function textsOf({ amount, currency, status, refunded, fields }: Transaction) {
  const sum = (value: number | null, text = '') => (value === null ? text : writeHundredths(value))
  return { amount: sum(amount, fields.amount), currency, status, refunded: sum(refunded, fields.refunded) }
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

/** When the fresh show was asked for: on both clocks, in milliseconds, and the number of the record's last line then. */
export type FreshMoment = { readonly wall: number; readonly monotonic: number; readonly line: number }

/** From the request of the fresh show to the first byte of the POST (protocol 1). */
const maxFreshMs = 60_000
/** How far back the wall clock may be corrected while a refund is under way. */
const wallToleranceMs = 1000

/** Whether the show is still fresh on both clocks: after sleep, or where the wall clock ran back, it is not. */
export function isFresh(asked: Omit<FreshMoment, 'line'>, clock: Pick<Clock, 'now' | 'monotonic'>): boolean {
  const onTheWall = clock.now() - asked.wall
  const passed = clock.monotonic() - asked.monotonic
  return passed <= maxFreshMs && onTheWall <= maxFreshMs && onTheWall >= -wallToleranceMs
}

/** Whether an alarm says that a refund of ours may have been made twice, or after all. */
const mayBeOurs = ({ alarm }: { readonly alarm: Alarm }) => alarm !== 'risen_by_another_till'

/** Whether the fresh show or anything since raised such an alarm. */
function isAlarmedSince({ line, alarms }: Attempt, asked: FreshMoment): boolean {
  return line > asked.line && alarms.filter(mayBeOurs).some(({ at }) => at >= asked.wall - wallToleranceMs)
}

/**
 * Whether nothing that was seen while the keychain was written or the line came up stops the refund: that more is refunded,
 * or that an earlier refund of the payment is in doubt again, or was made after all.
 */
export function hasNothingMoved(
  { journal, meanwhile }: Till,
  { id, currency, base, marker }: Intent,
  asked: FreshMoment,
): boolean {
  const past = journal.past(id)
  const others = past.attempts.filter(({ intent }) => intent.marker !== marker)
  const isMoved =
    others.some((each) => isUndecided(each.state) || isAlarmedSince(each, asked)) ||
    refundsIn(past).some(({ line }) => line > asked.line)
  const isHigher = (journal.highWater(id, currency) ?? 0) > base
  // Asked after the reading: an index that broke meanwhile said too little.
  return !isMoved && !isHigher && !meanwhile.has(id) && journal.isReady()
}

/** The fault where something that was seen of the payment is not on the disk (protocol 2). */
export const seenNotWritten = {
  kind: 'journal_unwritable',
  detail: 'what was seen of the payment',
} as const satisfies Fault

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

/** Returns the rules that a second person said yes to. Faults: the payment is locked, or the store's rules forbid it. */
export function checkPayment(till: Till, order: RefundOrder, record: Transaction) {
  const lock = till.journal.lockOn(record.id)
  if (lock !== null) return fail(lockedBy(lock))
  return checkRules(till, order, record)
}

const lockedBy = (lock: NonNullable<ReturnType<Journal['lockOn']>>): Fault =>
  'intent' in lock ? { kind: 'undecided', marker: lock.intent.marker } : { kind: 'payment_locked' }

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
