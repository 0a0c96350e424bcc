/**
 * The refund protocol (docs/refund-protocol.md). Two verbs, and every write that decides about money: `refund` sends one,
 * `take` judges whatever the service shows. Read it from top to bottom.
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
 * The types of states and events are in shared/attempt/attempt.ts. Pure, in shared/refund: refund.ts says what may follow what,
 * refund-judgement.ts and watch-judgement.ts what an answer or a show means. people.ts says when a person's word counts.
 */
import type { Attempt, AttemptEvent, Decision, Intent, Snapshot } from '../../shared/attempt/attempt'
import { isOnItsWay } from '../../shared/attempt/attempt-states'
import { contradicts, isLower, isUsable, type ShowFacts } from '../../shared/attempt/evidence'
import { reasonWithMarker } from '../../shared/attempt/marker'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import type { Transaction } from '../../shared/payment/transaction'
import { untilNextCheck } from '../../shared/refund/check-schedule'
import { ownBeside } from '../../shared/refund/past'
import { advance, isUndecided, isWatched } from '../../shared/refund/refund'
import { judgeAnswer, judgeCheck } from '../../shared/refund/refund-judgement'
import { expectedSum, untilShow } from '../../shared/refund/watch'
import {
  hasReturned,
  inOrderOfEvidence,
  isUsableForWatch,
  judgeSettled,
  type SettledNews,
} from '../../shared/refund/watch-judgement'
import type { PersonsWord } from '../journal/journal-types'
import { addressName } from '../service/address'
import { rawForPeople, snapshotOf } from '../service/read-answer'
import type { RefundReply, RefundSender } from '../service/refund'
import type { FreshShow } from '../service/show'
import { attemptWork } from '../system/database'
import type { SeenEarlier } from './memory'
import {
  changesBetween,
  checkOrder,
  checkPayment,
  type FreshMoment,
  hasNothingMoved,
  intentOf,
  isFresh,
  seenNotWritten,
  whyRefunded,
} from './order'
import type { RefundOrder, Till } from './types'

/** The attempt that an order became, and the record in its answer, of whichever payment; null without one. */
export type Issued = { readonly attempt: Attempt; readonly record: Transaction | null }

/**
 * Sends one refund. Ok: it was written down, and its state says how it ended. A fault: nothing was sent. One at a time,
 * which service.ts ensures.
 */
export async function refund(
  till: Till,
  sender: RefundSender,
  order: RefundOrder,
): Promise<Result<Issued, Fault>> {
  const fits = checkOrder(order)
  if (!fits.ok) return fits
  // Before the fresh show: a second person's yes takes time, and what it is based on must be younger.
  const allowed = checkPayment(till, order, order.shown)
  if (!allowed.ok) return allowed
  const fresh = await showAfresh(till, order)
  if (!fresh.ok) return fresh
  const { show, asked } = fresh.value
  const refunded = whyRefunded(till, order.shown, show.record)
  if (refunded !== null) return fail(refunded)
  const changes = changesBetween(order.shown, show.record)
  if (changes.length > 0) return fail({ kind: 'transaction_changed', changes, record: show.record })
  const rule = checkOrder({ ...order, shown: show.record })
  if (!rule.ok) return rule
  // Once more: the fresh show itself may have locked the payment, and so may anything in between.
  const allowedNow = checkPayment(till, order, show.record)
  if (!allowedNow.ok) return allowedNow
  const sending = writeDown(till, intentOf(till, order, rule.value, show, allowedNow.value))
  if (!sending.ok) return sending

  // From here on money may move. Nothing below answers a fault.
  const reply = (await till.headAnchor.keep())
    ? await post(till, sender, sending.value, asked)
    : withoutRecord({ kind: 'not_begun', reason: 'head_not_kept', detail: 'the keychain did not take it' })
  return succeed({ attempt: settle(till, sending.value, reply), record: reply.record })
}

type Fresh = { readonly show: FreshShow; readonly asked: FreshMoment }

async function showAfresh(till: Till, order: RefundOrder): Promise<Result<Fresh, Fault>> {
  const [wall, line] = [till.clock.now(), till.journal.head().seq]
  const shown = await till.payments.show(order.foundBy)
  if (!shown.ok) return shown
  const show = shown.value
  const { facts, isWritten } = take(till, show)
  const isOther = order.shownBy !== undefined && addressName(order.shownBy) !== show.serviceAddress
  if (show.record.id !== order.shown.id || isOther) {
    return fail({ kind: 'other_record', code: order.foundBy.code })
  }
  // An answer that some cache kept is as old as it says.
  const older = show.age * 1000
  const asked = { wall: wall - older, monotonic: show.askedAt - older, line }
  if (facts.lowerFor !== null) return fail({ kind: 'stale_answer' })
  // A sum that is not on the disk may be more than this show says, and our own refund would explain a rise that is not.
  if (!isWritten) return fail(seenNotWritten)
  if (!isFresh(asked, till.clock)) return fail({ kind: 'show_too_old' })
  return succeed({ show, asked })
}

/** Writes and flushes the intent: nothing is sent before. */
function writeDown({ journal, clock }: Till, intent: Intent): Result<Attempt, Fault> {
  const sending = journal.append(intent.marker, { kind: 'sending', at: clock.now(), intent })
  if (sending.ok) return sending
  const { fault } = sending
  return fail({ kind: 'journal_unwritable', detail: 'detail' in fault ? fault.detail : fault.kind })
}

/** Sends the one POST. A throw is a bug of the client, but money may have moved, so it counts as no answer. */
async function post(
  till: Till,
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
      mayBegin: () => isFresh(asked, till.clock) && hasNothingMoved(till, intent, asked),
    })
  } catch (error) {
    return withoutRecord({ kind: 'no_answer', reason: 'malformed', detail: String(error) })
  }
}

function withoutRecord(answer: RefundReply['answer']): RefundReply {
  return { answer, record: null, raw: JSON.stringify(answer) }
}

/** Judges the answer and writes it down. Until the disk takes that, the attempt counts as unconfirmed. */
function settle(till: Till, sending: Attempt, { answer, record, raw }: RefundReply): Attempt {
  const { intent } = sending
  const { pendingEvents, journal, tell } = till
  const at = till.clock.now()
  const verdict = judgeAnswer(intent, answer, ownBeside(journal.past(intent.id), sending).ownMarkers)
  const written = pendingEvents.append(intent.marker, { kind: 'answered', at, answer, verdict, raw })
  // Of whichever transaction it speaks: the high-water value is the highest ever seen in any answer.
  if (record !== null) {
    till.stale.noteRaised(record.id)
    takeEarlier(till, { snapshot: snapshotOf(record), savedAt: null })
  }
  takeKept(till, intent.id)
  if (written.ok) return journal.attempt(intent.marker) ?? written.value
  const unknown = advance(sending, { kind: 'interrupted', at }, journal.head().seq, journal.ran())
  if (unknown.ok) tell.changed(unknown.value)
  return unknown.ok ? unknown.value : sending
}

/** Marks what an earlier run left on its way as interrupted: it may have been sent. */
export function settleLeftovers({ journal, pendingEvents, clock }: Till): void {
  for (const { intent, state } of journal.undecided()) {
    if (isOnItsWay(state)) pendingEvents.append(intent.marker, { kind: 'interrupted', at: clock.now() })
  }
}

/** What a show says, and how far it can be believed. */
export type Taken = {
  readonly snapshot: Snapshot
  readonly facts: ShowFacts
  /** Whether the disk took all that was seen of the payment, and every line that is due for what is settled. */
  readonly isWritten: boolean
}

/** An answer that a cache kept for longer, in seconds, says nothing about now. */
const maxAnswerAgeS = 60

/**
 * Judges one show: whether it says less than before, what it raises, and what it means for every attempt on its payment.
 * What the disk does not take is kept, or asked for again; nothing here throws for that.
 * @param asked whether the show was asked for as a check of its payment.
 */
export function take(till: Till, show: FreshShow, asked = false): Taken {
  const { journal, meanwhile, stale } = till
  const { record, serviceAddress, age } = show
  till.serviceTime.note(show)
  const askedAt = show.askedAt - age * 1000
  const snapshot = snapshotOf(record)
  const { id } = snapshot
  takeKept(till, id)
  // Without an id it belongs to no payment.
  if (id === '') return { snapshot, facts: { cached: age > 0, lowerFor: null }, isWritten: true }
  const before = journal.highWater(id, snapshot.currency)
  // A show that was asked for before an answer raised the value is not lower, only older.
  const isOld = age > maxAnswerAgeS || stale.isOlder(id, askedAt)
  const once = isLower(before, snapshot) ? 0 : null
  const lowerFor = isOld ? once : stale.note(id, { record, snapshot, askedAt })
  const facts: ShowFacts = { cached: age > 0 || isOld, lowerFor }
  const isReturnWritten = noteReturned(till, snapshot)
  write(till, snapshot)
  if ((journal.highWater(id, snapshot.currency) ?? 0) > (before ?? 0)) stale.noteRaised(id)
  const seen: SeenShow = { serviceAddress, record, snapshot, facts, askedAt, asked }
  const judged = undecidedOn(till, snapshot).map((attempt) => judgeUndecided(till, attempt, seen))
  const isTold = isReturnWritten && judgeWhatIsSettled(till, seen) && judged.every(Boolean)
  if (!isTold) meanwhile.note(snapshot)
  till.tell.paymentChanged(id)
  return { snapshot, facts, isWritten: isTold && !meanwhile.has(id) }
}

/** Takes in first what was seen of the payment before. */
function takeKept(till: Till, id: string): void {
  for (const earlier of till.meanwhile.takeOf(id)) takeEarlier(till, earlier)
}

/** Takes in a saved copy, or what was seen while refunds were off, the disk took no line, or a refund was on its way. */
export function takeEarlier(till: Till, { snapshot, savedAt }: SeenEarlier): void {
  const done = attemptWork(() => {
    // A lower sum was accepted since (protocol 2).
    if (savedAt !== null && (till.journal.loweredAt(snapshot.id) ?? 0) >= savedAt) return
    write(till, snapshot, savedAt)
    if (savedAt !== null) return
    const isReturnWritten = noteReturned(till, snapshot)
    const raw = () => JSON.stringify(snapshot)
    const isJudged = undecidedOn(till, snapshot).every((attempt) => {
      // As one from a cache: a rise and our own marker count in any answer, and nothing else does.
      const facts = till.probes.checkFacts(attempt, { cached: true, lowerFor: null }, 0, true)
      const { verdict, news } = judgeCheck(attempt, snapshot, facts)
      return !news || writeCheck(till, attempt, { snapshot, verdict, raw: raw() }) !== null
    })
    const isTold = isReturnWritten && tellSettled(till, snapshot, raw) && isJudged
    if (!isTold) till.meanwhile.note(snapshot)
    till.tell.paymentChanged(snapshot.id)
  })
  if (!done.ok) till.log(`refunds: what was seen earlier was not taken in: ${done.fault.detail}`)
}

/** Writes the high-water value, or keeps it in memory until the disk takes it. */
function write({ journal, meanwhile, log }: Till, snapshot: Snapshot, savedAt: number | null = null): void {
  const written = journal.raiseHighWater(snapshot)
  if (written.ok) return
  log(`refunds: the high-water value was not written: ${written.fault.kind}`)
  meanwhile.note(snapshot, savedAt)
}

/** Locks the payment where what a person accepted as gone came back, which nothing else tells. Returns whether it is written. */
function noteReturned({ journal, clock, log }: Till, snapshot: Snapshot): boolean {
  const { id, currency, refunded } = snapshot
  if (refunded === null || !hasReturned(journal.past(id), snapshot)) return true
  const seen = { at: clock.now(), id, currency, refunded }
  const written = journal.appendPayment({ kind: 'lowering_returned', ...seen })
  if (!written.ok) log(`refunds: lowering_returned not written: ${written.fault.kind}`)
  return written.ok
}

type SeenShow = Pick<Taken, 'snapshot' | 'facts'> & {
  readonly serviceAddress: string
  readonly record: Transaction
  /** On the monotonic clock, in milliseconds. */
  readonly askedAt: number
  readonly asked: boolean
}

function append({ journal, log }: Till, marker: string, event: AttemptEvent): Attempt | null {
  const written = journal.append(marker, event)
  if (!written.ok) log(`refunds: ${event.kind} of ${marker} not written: ${written.fault.kind}`)
  return written.ok ? written.value : null
}

type Checked = Extract<AttemptEvent, { kind: 'checked' }>

/** Writes a check. What is shown of a refund on its way waits for its answer, which may not explain it. */
function writeCheck(till: Till, { intent, state }: Attempt, check: Omit<Checked, 'kind' | 'at'>) {
  if (isOnItsWay(state)) return null
  return append(till, intent.marker, { kind: 'checked', at: till.clock.now(), ...check })
}

/** Converts a moment of the monotonic clock to the till's running time. */
const byRunning = ({ journal, clock }: Till, moment: number) => journal.ran() - (clock.monotonic() - moment)

/** Another address may be another service with the same ids, so nothing is settled by rule there (protocol 14). */
const isElsewhere = ({ intent }: Attempt, { serviceAddress }: SeenShow) =>
  intent.serviceAddress !== serviceAddress

const isCheckOf = ({ probes }: Till, attempt: Attempt, { asked }: SeenShow) =>
  asked || untilNextCheck(attempt, probes.checkTimes(attempt)) === 0

const undecidedOn = ({ journal }: Till, snapshot: Snapshot) =>
  inOrderOfEvidence(journal.past(snapshot.id).attempts, snapshot).filter(({ state }) => isUndecided(state))

/** Judges the show as a check of an undecided attempt. Returns whether the disk took its news: a state, a rise, our marker. */
function judgeUndecided(till: Till, attempt: Attempt, show: SeenShow): boolean {
  const { snapshot, facts, record } = show
  const askedAt = byRunning(till, show.askedAt)
  const facing = till.probes.checkFacts(attempt, facts, askedAt, isElsewhere(attempt, show))
  const { verdict, quiet, news, says } = judgeCheck(attempt, snapshot, facing)
  const failed = !isUsable(facts)
  const usable = !failed && !contradicts(snapshot, attempt.intent.currency)
  const reason = says ? verdict.forPerson : undefined
  const how = { askedAt, counts: isCheckOf(till, attempt, show), failed, usable, reason }
  const check = () => ({ snapshot, verdict, raw: rawForPeople(record) })
  const written = news ? writeCheck(till, attempt, check()) : attempt
  // Where the disk does not take the line, the check is repeated, and its quiet show counts then.
  till.probes.checked(written ?? attempt, { ...how, quiet: quiet && !news })
  if (!news) till.tell.touched(attempt)
  return written !== null
}

/** Judges the show for what is settled, and counts it for watches. Returns whether the disk took all news. */
function judgeWhatIsSettled(till: Till, show: SeenShow): boolean {
  const { snapshot, facts, record } = show
  const { attempts } = till.journal.past(snapshot.id)
  const isTold = tellSettled(till, snapshot, () => rawForPeople(record))
  for (const { intent } of attempts) {
    const attempt = till.journal.attempt(intent.marker)
    if (attempt === null || !isWatched(attempt)) continue
    const usable = isUsableForWatch(attempt, snapshot, facts) && !isElsewhere(attempt, show)
    const askedAt = byRunning(till, show.askedAt)
    const how = { askedAt, counts: isCheckOf(till, attempt, show), failed: !usable, usable, quiet: false }
    if (usable) writeWatch(till, attempt, snapshot.refunded ?? 0)
    till.probes.checked(attempt, how)
  }
  return isTold
}

/** Writes what an answer says of settled refunds. Returns whether the disk took all. @param rawText the answer for people */
function tellSettled(till: Till, snapshot: Snapshot, rawText: () => string): boolean {
  const past = till.journal.past(snapshot.id)
  const news = judgeSettled(past, snapshot, expectedSum(past, snapshot.currency))
  return news.map((each) => writeNews(till, snapshot, rawText(), each)).every(Boolean)
}

function writeNews(till: Till, snapshot: Snapshot, raw: string, news: SettledNews): boolean {
  const { journal } = till
  const { id, currency, refunded } = snapshot
  const at = till.clock.now()
  const risen = { kind: 'risen', at, id, currency } as const
  switch (news.kind) {
    case 'moved':
      return writeCheck(till, news.attempt, { snapshot, verdict: news.verdict, raw }) !== null
    case 'alarm': {
      const { marker, alarm } = news
      const written = append(till, marker, { kind: 'alarmed', at, alarm, snapshot, raw })
      if (written !== null || journal.attempt(marker) !== null) return written !== null
      // The refund is known in memory, but its file cannot be read any more: the alarm stands by itself.
      const isOdd = contradicts(snapshot, currency)
      if (isOdd && journal.standing().alarms.some(({ event }) => 'id' in event && event.id === id))
        return true
      const told = journal.appendTill({ kind: 'payment_alarmed', at, id, alarm, detail: marker })
      // What is expected is told no more, so it waits for the alarm.
      if (told.ok && !isOdd && refunded !== null) journal.appendPayment({ ...risen, refunded })
      return told.ok
    }
    case 'risen':
      return journal.appendPayment({ ...risen, refunded: news.refunded }).ok
  }
}

/** Counts the show for the watch, if one is due. */
function writeWatch(till: Till, attempt: Attempt, refunded: number): void {
  const { watch } = attempt
  if (watch === null || untilShow(watch, till.journal.ran() - attempt.ran.since) > 0) return
  append(till, attempt.intent.marker, { kind: 'watched', at: till.clock.now(), refunded })
}

// What a person decides. people.ts has checked that it is allowed, by a show of that moment where one is needed.

export function writeDecided({ journal, clock }: Till, marker: string, decision: Decision) {
  return journal.append(marker, { kind: 'decided', at: clock.now(), decision })
}

/** Accepts that less was refunded than was seen: from now on `to` counts. */
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

/** Ends a lock that no attempt holds. */
export function writeReleased({ journal, clock }: Till, line: number, word: PersonsWord & { saw: string }) {
  const { supervisor, saw, why } = word
  return journal.appendPayment({ kind: 'released', at: clock.now(), line, supervisor, saw, why })
}
