/**
 * The refund protocol (docs/refund-protocol.md). Two verbs, and every write that decides about money: `refund` sends one,
 * `take` takes note of whatever the service shows. To be read from top to bottom.
 *
 *     sending → refunded
 *        ├────→ not_sent       nothing was written to a connection
 *        ├────→ refusal_seen → refused        after three quiet shows; then watched
 *        │           └───────→ refunded | not_refunded             by a person
 *        └────→ unconfirmed  → refunded                             by rule
 *                    └───────→ refunded_probably → refunded | not_refunded   by a person
 *                    └───────→ refunded | not_refunded             by a person; both are watched
 *     refusal_seen, refused, not_refunded → unconfirmed   something moved;   refunded_probably → unconfirmed
 *
 * The types of states and events are in shared/attempt/attempt.ts. In shared/refund, all of it pure, refund.ts says what may
 * follow what, refund-judgement.ts and watch-judgement.ts what an answer or a show means. When a person's word counts is in
 * people.ts.
 */
import type {
  Attempt,
  AttemptEvent,
  Decision,
  Intent,
  RefundAnswer,
  Snapshot,
} from '../../shared/attempt/attempt'
import { isOnItsWay } from '../../shared/attempt/attempt-states'
import { isUsable, type ShowFacts } from '../../shared/attempt/evidence'
import { contradicts, isLower } from '../../shared/attempt/high-water'
import { reasonWithMarker } from '../../shared/attempt/marker'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import type { Transaction } from '../../shared/payment/transaction'
import { untilNextCheck } from '../../shared/refund/check-schedule'
import { hasReturned } from '../../shared/refund/lowering'
import { advance, isUndecided, isWatched } from '../../shared/refund/refund'
import { judgeAnswer, judgeCheck } from '../../shared/refund/refund-judgement'
import { expectedSum, isOverdue, untilShow } from '../../shared/refund/watch'
import {
  inOrderOfEvidence,
  isUsableForWatch,
  judgeSettled,
  type SettledNews,
} from '../../shared/refund/watch-judgement'
import type { Journal } from '../journal/journal'
import { addressName } from '../service/address'
import { rawForPeople, snapshotOf } from '../service/read-answer'
import type { RefundReply, RefundSender } from '../service/refund'
import type { FreshShow } from '../service/show'
import { attemptWork } from '../system/database'
import { changesBetween, checkOrder, type FreshMoment, intentOf, isFresh, isRefundedMeanwhile } from './order'
import { checkRules } from './rules'
import type { PersonsWord, RefundOrder, Till } from './types'

/** What came of an order: the attempt, and the record that its answer held, whosesoever it is. */
export type Issued = { readonly attempt: Attempt; readonly record: Transaction | null }

/**
 * Sends one refund. Ok means that it was written down and that its state says how it ended; a fault means that nothing was
 * sent. One at a time: service.ts sees to that.
 */
export async function refund(
  till: Till,
  sender: RefundSender,
  order: RefundOrder,
): Promise<Result<Issued, Fault>> {
  const allowed = checkOrder(order)
  if (!allowed.ok) return allowed
  // Before the fresh show: a second person's yes takes time, and what it is based on must be younger.
  const free = checkPayment(till, order, order.shown)
  if (!free.ok) return free
  const fresh = await showAfresh(till, order)
  if (!fresh.ok) return fresh
  const { show, asked } = fresh.value
  const changes = changesBetween(order.shown, show.record)
  if (isRefundedMeanwhile(order.shown, show.record)) {
    const own = checkPayment(till, order, order.shown)
    return own.ok ? fail({ kind: 'refunded_elsewhere', record: show.record }) : own
  }
  if (changes.length > 0) return fail({ kind: 'transaction_changed', changes })
  const rule = checkOrder({ ...order, shown: show.record })
  if (!rule.ok) return rule
  // Once more: the fresh show itself may have locked the payment, and so may anything in between.
  const still = checkPayment(till, order, show.record)
  if (!still.ok) return still
  const sending = writeDown(till, intentOf(till, order, rule.value, show, still.value))
  if (!sending.ok) return sending

  // From here on money may move. Nothing below answers a fault.
  const reply = (await till.headAnchor.keep())
    ? await post(till, sender, sending.value, asked)
    : withoutRecord({ kind: 'not_begun', reason: 'head_not_kept', detail: 'the keychain did not take it' })
  return succeed({ attempt: settle(till, sending.value, reply), record: reply.record })
}

/** What the lock and the store's rules say against it; else the rules that a second person said yes to. */
function checkPayment(till: Till, order: RefundOrder, record: Transaction) {
  const lock = till.journal.lockOn(record.id)
  if (lock !== null) return fail(lockedBy(lock))
  return checkRules(till, order, record)
}

const lockedBy = (lock: NonNullable<ReturnType<Journal['lockOn']>>): Fault =>
  'intent' in lock ? { kind: 'undecided', marker: lock.intent.marker } : { kind: 'payment_locked' }

type Fresh = { readonly show: FreshShow; readonly asked: FreshMoment }

async function showAfresh(till: Till, order: RefundOrder): Promise<Result<Fresh, Fault>> {
  const wall = till.clock.now()
  const shown = await till.payments.show(order.foundBy)
  if (!shown.ok) return shown
  const show = shown.value
  const { facts } = take(till, show)
  const isOther = order.shownBy !== undefined && addressName(order.shownBy) !== show.serviceAddress
  if (show.record.id !== order.shown.id || isOther) {
    return fail({ kind: 'other_record', code: order.foundBy.code })
  }
  // An answer that some cache kept is as old as it says.
  const older = show.age * 1000
  const asked = { wall: wall - older, monotonic: show.askedAt - older }
  if (facts.lowerFor !== null) return fail({ kind: 'stale_answer' })
  // What was seen of it and is not on the disk may be more than this show says.
  if (till.meanwhile.has(show.record.id)) {
    return fail({ kind: 'journal_unwritable', detail: 'a value of the payment that was seen' })
  }
  if (!isFresh(asked, till.clock)) return fail({ kind: 'show_too_old' })
  return succeed({ show, asked })
}

/** On the disk before anything is sent. */
function writeDown({ journal, clock }: Till, intent: Intent): Result<Attempt, Fault> {
  const sending = journal.append(intent.marker, { kind: 'sending', at: clock.now(), intent })
  if (sending.ok) return sending
  const { fault } = sending
  const lock = fault.kind === 'locked' ? journal.lockOn(intent.id) : null
  if (lock !== null) return fail(lockedBy(lock))
  return fail({ kind: 'journal_unwritable', detail: 'detail' in fault ? fault.detail : fault.kind })
}

/** The one POST. A throw would be a bug of the client, but money may have moved: it counts as no answer. */
async function post(
  { clock }: Till,
  sender: RefundSender,
  { intent }: Attempt,
  asked: FreshMoment,
): Promise<RefundReply> {
  try {
    return await sender.refund({
      id: intent.id,
      amount: intent.whole ? null : intent.amount,
      reason: reasonWithMarker(intent.marker, intent.reason.text),
      deviceId: intent.deviceId,
      serviceAddress: intent.serviceAddress,
      mayBegin: () => isFresh(asked, clock),
    })
  } catch (error) {
    return withoutRecord({ kind: 'no_answer', reason: 'malformed', detail: String(error) })
  }
}

function withoutRecord(answer: RefundAnswer): RefundReply {
  return { answer, record: null, raw: JSON.stringify(answer) }
}

/** Judges the answer and writes it down. Until the disk takes it, what is known is that it is not known. */
function settle(till: Till, sending: Attempt, { answer, record, raw }: RefundReply): Attempt {
  const { intent } = sending
  const { pendingEvents, journal, tell } = till
  const at = till.clock.now()
  const event: AttemptEvent = { kind: 'answered', at, answer, verdict: judgeAnswer(intent, answer), raw }
  const written = pendingEvents.append(intent.marker, event)
  // Of whichever transaction it speaks: the high-water value is the highest ever seen in any answer.
  if (record !== null) raise(till, snapshotOf(record), true)
  if (written.ok) return written.value
  const unknown = advance(sending, { kind: 'interrupted', at }, journal.head().seq, journal.ran())
  const attempt = unknown.ok ? unknown.value : sending
  tell.changed(attempt)
  return attempt
}

/** What an earlier run left in the middle was sent and then the power went, or may have been. */
export function settleLeftovers({ journal, pendingEvents, clock }: Till): void {
  for (const { intent, state } of journal.undecided()) {
    if (isOnItsWay(state)) pendingEvents.append(intent.marker, { kind: 'interrupted', at: clock.now() })
  }
}

/** What a fresh show came to, whatever it was made for. */
export type Taken = {
  readonly snapshot: Snapshot
  readonly facts: ShowFacts
}

/** What a cache has kept for longer than a fresh show may take says nothing about now, in seconds. */
const oldestAnswer = 60

/**
 * Takes note of one show: whether it says less than before, what it raises, and what it means for every attempt on its
 * payment. What the disk does not take is kept, or asked again; nothing here throws for that.
 * @param asked whether it was asked as a check of its payment.
 */
export function take(till: Till, show: FreshShow, asked = false): Taken {
  const { journal, meanwhile, stale } = till
  const { record, serviceAddress, age } = show
  till.serviceTime.note(show)
  // An answer that some cache kept is as old as it says.
  const askedAt = show.askedAt - age * 1000
  const snapshot = snapshotOf(record)
  // What was seen of the payment before, and waits to be written, counts first.
  const { id } = snapshot
  for (const seen of meanwhile.takeOf(id)) raise(till, seen)
  // Without an id it is of no payment.
  if (id === '') return { snapshot, facts: { cached: age > 0, lowerFor: null } }
  const before = journal.highWater(id, snapshot.currency)
  // A show that was asked before an answer raised the value is only older.
  const isOld = age > oldestAnswer || stale.isOlder(id, askedAt)
  const once = isLower(before, snapshot) ? 0 : null
  const lowerFor = isOld ? once : stale.note(id, { record, snapshot, askedAt })
  const facts: ShowFacts = { cached: age > 0 || isOld, lowerFor }
  noteReturned(till, snapshot)
  write(till, snapshot)
  if ((journal.highWater(id, snapshot.currency) ?? 0) > (before ?? 0)) stale.noteRaised(id)
  const seen: SeenShow = { serviceAddress, record, snapshot, facts, askedAt, asked }
  for (const each of inOrderOfEvidence(journal.past(id).attempts, snapshot)) {
    const attempt = journal.attempt(each.intent.marker)
    if (attempt !== null && isUndecided(attempt.state)) judgeUndecided(till, attempt, seen)
  }
  judgeWhatIsSettled(till, seen)
  till.tell.paymentChanged(id)
  return { snapshot, facts }
}

/** Raises what is known of a payment by a saved copy, what came while refunds were off, or the answer to a refund. */
export function raise(till: Till, snapshot: Snapshot, isAnswer = false): void {
  const done = attemptWork(() => {
    write(till, snapshot)
    if (isAnswer) till.stale.noteRaised(snapshot.id)
  })
  if (!done.ok) till.log(`refunds: an answer raised nothing: ${done.fault.detail}`)
}

/** What the disk does not take is kept for when it does. */
function write({ journal, meanwhile, log }: Till, snapshot: Snapshot): void {
  const written = journal.raiseHighWater(snapshot)
  if (written.ok) return
  log(`refunds: the high-water value was not written: ${written.fault.kind}`)
  meanwhile.note(snapshot)
}

/** The value that a person had taken back came again: a lock until a person releases it. */
function noteReturned({ journal, clock, log }: Till, snapshot: Snapshot): void {
  const { id, currency, refunded } = snapshot
  if (refunded === null || !hasReturned(journal.past(id), snapshot)) return
  const seen = { id, currency, refunded }
  const written = journal.appendPayment({ kind: 'lowering_returned', at: clock.now(), ...seen })
  if (!written.ok) log(`refunds: lowering_returned not written: ${written.fault.kind}`)
}

type SeenShow = Taken & {
  readonly serviceAddress: string
  readonly record: Transaction
  /** A moment of the monotonic clock. */
  readonly askedAt: number
  readonly asked: boolean
}

function append({ journal, log }: Till, marker: string, event: AttemptEvent): Attempt | null {
  const written = journal.append(marker, event)
  if (!written.ok) log(`refunds: ${event.kind} of ${marker} not written: ${written.fault.kind}`)
  return written.ok ? written.value : null
}

/** A moment of the monotonic clock by the till's running time. */
const byRunning = ({ journal, clock }: Till, moment: number) => journal.ran() - (clock.monotonic() - moment)

/** At another address nothing is settled by rule (protocol 14): it may be another service that knows the same ids. */
const isElsewhere = ({ intent }: Attempt, { serviceAddress }: SeenShow) =>
  intent.serviceAddress !== serviceAddress

function isCheckOf({ probes }: Till, attempt: Attempt, { asked }: SeenShow): boolean {
  return asked || untilNextCheck(attempt, probes.checkTimes(attempt)) === 0
}

/** The show as a check of an undecided attempt: a line where it leads elsewhere, or shows a rise or our marker. */
function judgeUndecided(till: Till, attempt: Attempt, show: SeenShow): void {
  const { snapshot, facts, record } = show
  const askedAt = byRunning(till, show.askedAt)
  const check = { kind: 'seen', snapshot } as const
  const facing = till.probes.checkFacts(attempt, facts, askedAt, isElsewhere(attempt, show))
  const { verdict, quiet, news, says } = judgeCheck(attempt, check, facing)
  const failed = !isUsable(facts)
  const how = {
    askedAt,
    counts: isCheckOf(till, attempt, show),
    failed,
    usable: !failed && !contradicts(snapshot, attempt.intent.currency),
    reason: says ? verdict.forPerson : undefined,
  }
  if (!news) {
    till.probes.checked(attempt, { ...how, quiet })
    till.tell.touched(attempt)
    return
  }
  const at = till.clock.now()
  const event: AttemptEvent = { kind: 'checked', at, check, verdict, raw: rawForPeople(record) }
  const written = append(till, attempt.intent.marker, event)
  // What the disk does not take is asked again: the quiet show that would settle it counts then.
  till.probes.checked(written ?? attempt, { ...how, quiet: false })
}

/** The show as it concerns what is settled: more than is expected, our marker, or one of the shows of a watch. */
function judgeWhatIsSettled(till: Till, show: SeenShow): void {
  const { journal } = till
  const { snapshot, facts } = show
  const past = journal.past(snapshot.id)
  const found = judgeSettled(past, snapshot, expectedSum(past, snapshot.currency))
  for (const news of found) writeNews(till, show, news)
  for (const { intent } of past.attempts) {
    const attempt = journal.attempt(intent.marker)
    if (attempt === null || !isWatched(attempt) || isUndecided(attempt.state)) continue
    const usable = isUsableForWatch(attempt, snapshot, facts) && !isElsewhere(attempt, show)
    const askedAt = byRunning(till, show.askedAt)
    const how = { askedAt, counts: isCheckOf(till, attempt, show), failed: !usable, usable, quiet: false }
    if (usable) writeWatch(till, attempt, snapshot.refunded ?? 0)
    till.probes.checked(journal.attempt(intent.marker) ?? attempt, how)
  }
}

function writeNews(till: Till, { snapshot, record }: SeenShow, news: SettledNews): void {
  const at = till.clock.now()
  const raw = rawForPeople(record)
  switch (news.kind) {
    case 'moved': {
      const check = { kind: 'seen', snapshot } as const
      append(till, news.attempt.intent.marker, { kind: 'checked', at, check, verdict: news.verdict, raw })
      return
    }
    case 'alarm': {
      const { marker, alarm } = news
      const written = append(till, marker, { kind: 'alarmed', at, alarm, snapshot, raw })
      // Memory knows of the refund, and the file that has it whole cannot be read any more: the alarm stands by itself.
      const isAlone = written === null && till.journal.attempt(marker) === null
      if (!isAlone || !writeRisen(till, snapshot, snapshot.refunded ?? 0)) return
      till.journal.appendTill({ kind: 'payment_alarmed', at, id: snapshot.id, alarm, detail: marker })
      return
    }
    case 'risen':
      writeRisen(till, snapshot, news.refunded)
  }
}

/** From here on so much is expected of the payment. */
function writeRisen({ journal, clock }: Till, { id, currency }: Snapshot, refunded: number): boolean {
  return journal.appendPayment({ kind: 'risen', at: clock.now(), id, currency, refunded }).ok
}

/** One of the shows of a watch, if it is due. */
function writeWatch(till: Till, attempt: Attempt, refunded: number): void {
  const { watch } = attempt
  if (watch === null || untilShow(watch, till.journal.ran() - attempt.ran.since) > 0) return
  append(till, attempt.intent.marker, { kind: 'watched', at: till.clock.now(), refunded })
}

/** Ends the watches that have lasted for too long, whatever address is stored. */
export function endOverdueWatches(till: Till): void {
  for (const { watch, intent } of till.journal.standing().attempts.values()) {
    const at = till.clock.now()
    if (isOverdue(watch, at)) append(till, intent.marker, { kind: 'watch_ended', at })
  }
}

// What a person says. people.ts has seen that it may be said, by a show of that moment where one is needed.

export function writeDecided({ journal, clock }: Till, marker: string, decision: Decision) {
  return journal.append(marker, { kind: 'decided', at: clock.now(), decision })
}

/** Less was refunded than was seen: from here on `to` is what counts. */
export function writeLowered(
  { journal, stale, clock }: Till,
  lowered: { readonly id: string; readonly from: number; readonly to: number },
  { supervisor, why }: PersonsWord,
) {
  const by = { supervisor, why }
  const written = journal.appendPayment({ kind: 'lowered', at: clock.now(), ...lowered, by })
  if (written.ok) stale.end(lowered.id)
  return written
}

/** A lock that no attempt holds ends. */
export function writeReleased({ journal, clock }: Till, line: number, word: PersonsWord & { saw: string }) {
  const { supervisor, saw, why } = word
  return journal.appendPayment({ kind: 'released', at: clock.now(), line, supervisor, saw, why })
}
