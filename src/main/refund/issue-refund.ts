/**
 * Issues one refund: the steps of refund-protocol.md 1 to 7, in order. This is the only place in the
 * program that leads to sending one.
 */
import type { Attempt, Intent } from '../../shared/attempt'
import { needsPinAgain } from '../../shared/decide-rules'
import type { Fault } from '../../shared/fault'
import { makeMarker, withoutMarkers } from '../../shared/marker'
import { checkAmount, type Refundability, refundability } from '../../shared/refund-rules'
import { fail, type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type { Journal, JournalFault } from '../journal/journal-types'
import { addressName } from '../service/address'
import { snapshotOf } from '../service/refund-snapshot'
import type { FreshShow, TransactionReader } from '../service/show'
import { changesBetween } from './changes-between'
import type { ConnectedService } from './connected-service'
import { type FreshMoment, isFresh } from './fresh-moment'
import type { NumberedPayment } from './lower-water'
import type { ShowNotes } from './note-show'
import type { RefundOrder } from './refund-service'
import { type SendDeps, sendRefund } from './send-refund'

export type IssueDeps = SendDeps & {
  readonly journal: Journal
  readonly payments: TransactionReader
  readonly services: ConnectedService
  readonly notes: ShowNotes
  /** The stored address by its name. */
  readonly serviceName: () => string
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  /** For how many milliseconds of this run an attempt has been in its state. */
  readonly inRun: (attempt: Attempt) => number
  readonly changed: (attempt: Attempt) => void
}

/** What came of an order: the attempt, and the record that its answer held, whosoever's it is. */
export type Issued = { readonly attempt: Attempt; readonly record: Transaction | null }

type Refundable = Extract<Refundability, { kind: 'refundable' }>
type Fresh = { readonly show: FreshShow; readonly asked: FreshMoment; readonly payment: NumberedPayment }

/**
 * Ok means that an attempt was written down and that its state says how it ended. A fault means that nothing was
 * sent.
 */
export async function issueRefund(order: RefundOrder, deps: IssueDeps): Promise<Result<Issued, Fault>> {
  const allowed = checkOrder(order)
  if (!allowed.ok) return allowed
  // Before the fresh show: a second person's yes takes time, and what it is based on must be younger.
  const free = checkPayment(order, deps.services.paymentHere(order.shown.id), deps)
  if (!free.ok) return free
  const fresh = await showAfresh(order, deps)
  if (!fresh.ok) return fresh
  const { show, payment } = fresh.value
  const changes = changesBetween(order.shown, show.record)
  if (isRefundedMeanwhile(order.shown, show.record)) {
    const own = checkPayment(order, payment, deps)
    return own.ok ? fail({ kind: 'refunded_elsewhere', record: show.record }) : own
  }
  if (changes.length > 0) return fail({ kind: 'transaction_changed', changes })
  const rule = checkOrder({ ...order, shown: show.record })
  if (!rule.ok) return rule
  // Once more: the fresh show itself may have locked the payment, and so may anything in between.
  const still = checkPayment(order, payment, deps)
  if (!still.ok) return still
  const sending = writeDown(makeIntent(order, rule.value, fresh.value, deps), payment, deps)
  if (!sending.ok) return sending

  // From here on money may move. Nothing between this line and the answer may return a fault.
  const { attempt, reply } = await sendRefund(sending.value, fresh.value.asked, deps)
  deps.changed(attempt)
  return succeed({ attempt, record: reply.record })
}

/** What the cashier saw and asked for, by the rules of the record alone. */
function checkOrder(order: RefundOrder): Result<Refundable, Fault> {
  const rule = refundability(order.shown)
  if (rule.kind === 'blocked') return fail({ kind: 'refund_blocked', reason: rule.reason })
  if (order.amount.currency !== rule.rest.currency) return fail({ kind: 'screen_outdated' })
  const amount = checkAmount(order.amount.hundredths, rule)
  if (!amount.ok) return fail({ kind: 'amount_not_allowed', problem: amount.fault })
  if (withoutMarkers(order.reason) === '') return fail({ kind: 'reason_missing' })
  if (rule.confirmation !== null && !order.confirmed) {
    return fail({ kind: 'confirmation_needed', why: rule.confirmation })
  }
  return succeed(rule)
}

/** Nothing is left of what the cashier saw. */
function isRefundedMeanwhile(shown: Transaction, { amount, refunded, currency }: Transaction): boolean {
  const isSame = shown.amount === amount && shown.currency === currency
  return isSame && refunded !== null && refunded === amount && shown.refunded !== refunded
}

/** What this journal says against a refund of the payment. */
function checkPayment(
  order: RefundOrder,
  payment: { readonly services: readonly number[]; readonly id: string },
  deps: Pick<IssueDeps, 'journal' | 'services' | 'inRun'>,
): Result<null, Fault> {
  if (deps.services.isUnsettled()) return fail({ kind: 'refunds_off', why: 'service_unsettled' })
  const lock = deps.journal.lockOn(payment)
  if (lock !== null) return fail(lockedBy(lock))
  if (order.allowedBy !== null) return succeed(null)
  const doubted = needsPinAgain(deps.journal.attemptsOn(payment), deps.inRun)
  return doubted === null ? succeed(null) : fail({ kind: 'supervisor_needed', marker: doubted.intent.marker })
}

function lockedBy(lock: NonNullable<ReturnType<Journal['lockOn']>>): Fault {
  return 'intent' in lock ? { kind: 'undecided', marker: lock.intent.marker } : { kind: 'payment_locked' }
}

async function showAfresh(order: RefundOrder, deps: IssueDeps): Promise<Result<Fresh, Fault>> {
  const wall = deps.clock.now()
  const shown = await deps.payments.show(order.foundBy)
  if (!shown.ok) return shown
  const show = shown.value
  const { stale, payment } = deps.notes.note(show)
  const isOther = order.shownBy !== undefined && addressName(order.shownBy) !== show.serviceAddress
  if (show.record.id !== order.shown.id || isOther) {
    return fail({ kind: 'other_record', code: order.foundBy.code })
  }
  if (payment === null) return fail({ kind: 'refunds_off', why: 'service_unsettled' })
  // An answer that some cache kept is as old as it says.
  const older = show.age * 1000
  const asked = { wall: wall - older, monotonic: show.askedAt - older }
  if (stale) return fail({ kind: 'stale_answer' })
  if (!isFresh(asked, deps.clock)) return fail({ kind: 'show_too_old' })
  return succeed({ show, asked, payment })
}

function makeIntent(order: RefundOrder, rule: Refundable, fresh: Fresh, deps: IssueDeps): Intent {
  const { record, serviceAddress } = fresh.show
  const before = snapshotOf(record)
  return {
    marker: makeMarker(deps.randomBytes(10)),
    id: record.id,
    transactionId: record.transactionId,
    customId: record.customId,
    foundBy: order.foundBy,
    currency: record.currency,
    amount: order.amount.hundredths,
    whole: rule.wholeOnly,
    base: Math.max(
      before.refunded ?? 0,
      deps.journal.highWater(fresh.payment, record.currency)?.refunded ?? 0,
    ),
    before,
    reason: withoutMarkers(order.reason),
    cashier: order.cashier,
    ...(order.allowedBy === null ? {} : { allowedBy: order.allowedBy }),
    deviceId: deps.deviceId(),
    service: fresh.payment.service,
    serviceAddress,
  }
}

/** On the disk before the next step (protocol 3). */
function writeDown(intent: Intent, payment: NumberedPayment, deps: IssueDeps): Result<Attempt, Fault> {
  const { journal, clock } = deps
  const sending = journal.append(intent.marker, { kind: 'sending', at: clock.now(), intent })
  if (!sending.ok) {
    const lock = sending.fault.kind === 'locked' ? journal.lockOn(payment) : null
    return fail(lock === null ? notWritten(sending.fault) : lockedBy(lock))
  }
  deps.changed(sending.value)
  return sending
}

function notWritten(fault: JournalFault): Fault {
  return { kind: 'journal_unwritable', detail: 'detail' in fault ? fault.detail : fault.kind }
}
