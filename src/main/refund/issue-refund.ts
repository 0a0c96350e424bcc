/**
 * Issues one refund: the steps of design.md, "The refund protocol", 1 to 7, in order. This is the only place
 * in the program that sends a refund.
 */
import type { Attempt, Glance, Intent } from '../../shared/attempt'
import type { Fault, FaultOf } from '../../shared/fault'
import { makeMarker, reasonWithMarker } from '../../shared/marker'
import { writeHundredths } from '../../shared/money'
import { advance } from '../../shared/refund'
import { judgeAnswer } from '../../shared/refund-judgement'
import { checkAmount, type Refundability, refundability } from '../../shared/refund-rules'
import { fail, type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import { glanceOf } from '../payments/glance'
import type { PaymentService, RefundReply } from '../payments/payment-service'
import type { Journal } from './journal'
import type { Mark } from './journal-rows'
import type { IssuedRefund, RefundOrder } from './refund-desk'
import type { Unwritten } from './unwritten'

export type IssueParts = {
  readonly journal: Journal
  readonly unwritten: Unwritten
  readonly payments: PaymentService
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  readonly serviceAddress: () => string
  readonly changed: (attempt: Attempt) => void
}

type Refundable = Extract<Refundability, { kind: 'refundable' }>

/**
 * Ok means that an attempt was written down and that its state says how it ended. A fault means that nothing
 * was sent.
 */
export async function issueRefund(
  order: RefundOrder,
  parts: IssueParts,
): Promise<Result<IssuedRefund, Fault>> {
  const allowed = checkOrder(order)
  if (!allowed.ok) return allowed
  const lock = lockOn(parts.journal, order.shown.id)
  if (lock !== null) return fail({ kind: 'undecided', marker: lock.intent.marker })

  const fresh = await showAfresh(order, parts)
  if (!fresh.ok) return fresh
  const changes = changesBetween(order.shown, fresh.value)
  if (changes.length > 0) return fail({ kind: 'transaction_changed', changes })
  const still = checkOrder({ ...order, shown: fresh.value })
  if (!still.ok) return still

  const intent = makeIntent(order, still.value, fresh.value, parts)
  const written = writeDown(intent, parts)
  if (!written.ok) return written

  // From here on money may move. Nothing between this line and the answer may return a fault.
  const reply = await send(intent, parts.payments)
  const attempt = settle(written.value, reply, parts)
  // A record of another id is no answer to this refund (protocol 7), so nobody is shown it.
  return succeed({ attempt, record: reply.record?.id === intent.id ? reply.record : null })
}

/** The one POST. A throw would be a bug of the client, but money may have moved: it counts as no answer. */
async function send(intent: Intent, payments: PaymentService): Promise<RefundReply> {
  try {
    return await payments.refund({
      id: intent.id,
      amount: intent.whole ? null : intent.amount,
      reason: reasonWithMarker(intent.marker, intent.reason),
      deviceId: intent.deviceId,
      serviceAddress: intent.serviceAddress,
    })
  } catch (error) {
    return {
      answer: { kind: 'no_answer', reason: 'malformed', detail: String(error) },
      record: null,
      raw: '',
    }
  }
}

/** What the cashier saw and asked for, by the rules of the record alone. */
function checkOrder(order: RefundOrder): Result<Refundable, Fault> {
  const rule = refundability(order.shown)
  if (rule.kind === 'blocked') return fail({ kind: 'refund_blocked', reason: rule.reason })
  if (order.amount.currency !== rule.rest.currency) return fail({ kind: 'screen_outdated' })
  const amount = checkAmount(order.amount.hundredths, rule)
  if (!amount.ok) return fail({ kind: 'amount_not_allowed', problem: amount.fault })
  if (order.reason.trim() === '') return fail({ kind: 'reason_missing' })
  if (rule.confirmation !== null && !order.confirmed) {
    return fail({ kind: 'confirmation_needed', why: rule.confirmation })
  }
  return succeed(rule)
}

/** The undecided attempt on a transaction, or null. */
export function lockOn(journal: Journal, id: string): Attempt | null {
  return journal.undecided().find((attempt) => attempt.intent.id === id) ?? null
}

/**
 * Whether an answer is older than what this journal has already seen of the transaction (protocol 2). What an
 * answer does not say can not be older.
 */
export function isStale(mark: Mark | null, glance: Glance): boolean {
  if (mark === null) return false
  const wentBack = glance.refunded !== null && glance.refunded < mark.refunded
  return wentBack || (glance.updatedAt !== '' && glance.updatedAt < mark.updatedAt)
}

async function showAfresh(order: RefundOrder, parts: IssueParts): Promise<Result<Transaction, Fault>> {
  const shown = await parts.payments.show(order.foundBy)
  if (!shown.ok) return shown
  const { record } = shown.value
  if (record.id !== order.shown.id) return fail({ kind: 'other_record', code: order.foundBy.code })
  const glance = glanceOf(record)
  if (isStale(parts.journal.mark(record.id), glance)) return fail({ kind: 'stale_answer' })
  const raised = parts.journal.raiseMark(glance)
  return raised.ok ? succeed(record) : fail({ kind: 'journal_unwritable', detail: raised.fault.kind })
}

type Change = FaultOf<'transaction_changed'>['changes'][number]

/** What the service now says otherwise than the receipt on screen, in the service's own texts. */
function changesBetween(shown: Transaction, fresh: Transaction): readonly Change[] {
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

function makeIntent(order: RefundOrder, rule: Refundable, fresh: Transaction, parts: IssueParts): Intent {
  const before = glanceOf(fresh)
  return {
    marker: makeMarker(parts.randomBytes(10)),
    id: fresh.id,
    transactionId: fresh.transactionId,
    foundBy: order.foundBy,
    currency: fresh.currency,
    amount: order.amount.hundredths,
    whole: rule.wholeOnly,
    mark: Math.max(before.refunded ?? 0, parts.journal.mark(fresh.id)?.refunded ?? 0),
    before,
    reason: order.reason.trim(),
    cashier: order.cashier,
    deviceId: parts.deviceId(),
    serviceAddress: parts.serviceAddress(),
  }
}

/** `intended`, then `sending`, each on the disk before the next step (protocol 3). */
function writeDown(intent: Intent, parts: IssueParts): Result<Attempt, Fault> {
  const { journal, unwritten, now } = parts
  const intended = journal.append(intent.marker, { kind: 'intended', at: now(), intent })
  if (!intended.ok) {
    const lock = lockOn(journal, intent.id)
    if (intended.fault.kind === 'locked' && lock !== null) {
      return fail({ kind: 'undecided', marker: lock.intent.marker })
    }
    return fail({ kind: 'journal_unwritable', detail: describe(intended.fault) })
  }
  const sending = journal.append(intent.marker, { kind: 'sending', at: now() })
  if (sending.ok) {
    parts.changed(sending.value)
    return sending
  }
  unwritten.append(intent.marker, { kind: 'cancelled', at: now(), why: 'sending_not_written' })
  return fail({ kind: 'journal_unwritable', detail: describe(sending.fault) })
}

function describe(fault: { readonly kind: string; readonly detail?: string }): string {
  return fault.detail ?? fault.kind
}

/** Judges the answer and writes it down. What the disk does not take stays locked as unconfirmed. */
function settle(sending: Attempt, reply: RefundReply, parts: IssueParts): Attempt {
  const { answer, record, raw } = reply
  const { intent } = sending
  const verdict = judgeAnswer(intent, answer)
  const at = parts.now()
  // Of whichever transaction it speaks: the mark is the highest ever seen in any answer (protocol 2).
  if (record !== null) parts.journal.raiseMark(glanceOf(record))
  const written = parts.unwritten.append(intent.marker, { kind: 'answered', at, answer, verdict, raw })
  const known = written.ok ? written : advance(sending, { kind: 'interrupted', at })
  const attempt = known.ok ? known.value : sending
  parts.changed(attempt)
  return attempt
}
