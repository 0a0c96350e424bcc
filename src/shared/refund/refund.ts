/**
 * The only transitions between the states of a refund attempt, as the head of src/main/refund/protocol.ts draws them.
 *
 * Pure: the journal keeps the events, this file folds them, and takes an attempt over into a new record. attempt-states.ts says
 * what each state means; refund-judgement.ts and watch-judgement.ts have the rules that turn an answer or a show into a verdict.
 */
import type { Alarm } from '../attempt/alarms'
import type { Attempt, AttemptEvent, Decision, Seen, Snapshot, Verdict } from '../attempt/attempt'
import { type AttemptState, isOnItsWay, meaningOf } from '../attempt/attempt-states'
import { decidedRefunded, soundRefunded } from '../attempt/evidence'
import { leadingMarker, maxMarkersSeen } from '../attempt/marker'
import { fail, type Result, succeed, unreachable } from '../base/result'
import { beginWatch, countShow, isUnderWatch } from './watch'

/** Whether money may still move, or have moved unseen, so that nothing more is sent for that payment. */
export function isUndecided(state: AttemptState): boolean {
  return meaningOf(state).moneyOut === 'unknown'
}

/** Whether the attempt is settled and its payment is still asked about (protocol 9). */
export function isWatched(attempt: Attempt): boolean {
  return isUnderWatch(attempt.watch)
}

/** The alarms that nobody has acknowledged, each with its number in the attempt's list, from 1. */
export function openAlarms(
  attempt: Attempt,
): readonly { readonly number: number; readonly alarm: Alarm; readonly at: number }[] {
  return attempt.alarms.flatMap(({ alarm, at, acknowledged }, index) =>
    acknowledged === null ? [{ number: index + 1, alarm, at }] : [],
  )
}

/** The alarm that says the contrary of an outcome. */
const contrary = { yes: 'never_reached', no: 'refunded_after_all', unknown: null } as const

/** Returns the alarm by which the outcome was another than the state says, also where somebody has acknowledged it; null for none. */
export function beliedBy({ state, alarms }: Pick<Attempt, 'state' | 'alarms'>) {
  const alarm = contrary[meaningOf(state).moneyOut]
  return alarms.some((each) => each.alarm === alarm) ? alarm : null
}

/** Whether an attempt is undecided, watched, or has an alarm that nobody has acknowledged. */
export function isOpen(attempt: Attempt): boolean {
  return isUndecided(attempt.state) || isWatched(attempt) || openAlarms(attempt).length > 0
}

export type IllegalTransition = {
  readonly kind: 'illegal_transition'
  readonly from: AttemptState | null
  readonly event: AttemptEvent['kind']
  readonly to: AttemptState | null
}

type Step = Result<Attempt, IllegalTransition>
type EventOf<K extends AttemptEvent['kind']> = Extract<AttemptEvent, { kind: K }>

function illegal(from: Attempt | null, event: AttemptEvent, to: AttemptState | null = null): Step {
  return fail({ kind: 'illegal_transition', from: from?.state ?? null, event: event.kind, to })
}

/**
 * Returns the attempt after one more event, or why the event cannot follow. `attempt` is null before the first event, `line` is
 * the number of the event's line in the journal, `ran` the till's running time when it was written, in milliseconds. Alarms
 * that an event itself implies (a watch that could not be kept, "not refunded" against a rise) are added here, so that one
 * line says both. Total over states × events; never throws.
 */
export function advance(attempt: Attempt | null, event: AttemptEvent, line: number, ran = 0): Step {
  if (event.kind === 'taken_over') return takenOver(attempt, event, line, ran)
  if (attempt === null)
    return event.kind === 'sending' ? succeed(begin(event, line, ran)) : illegal(null, event)
  const step = follow(attempt, event, line)
  if (!step.ok) return step
  const moved = step.value.state !== attempt.state
  return succeed({ ...step.value, line, ran: moved ? { ...attempt.ran, since: ran } : attempt.ran })
}

function follow(attempt: Attempt, event: Exclude<AttemptEvent, EventOf<'taken_over'>>, line: number): Step {
  switch (event.kind) {
    case 'sending':
      return illegal(attempt, event, 'sending')
    case 'interrupted':
      return interrupted(attempt, event)
    case 'answered':
      return answered(attempt, event, line)
    case 'checked':
      return checked(attempt, event, line)
    case 'decided':
      return decided(attempt, event, line)
    case 'watched':
      return watched(attempt, event)
    case 'watch_ended':
      return watchEnded(attempt, event)
    case 'alarmed':
      return succeed(alarmed(attempt, event, line))
    case 'acknowledged':
      return acknowledged(attempt, event)
    case 'slip_made':
      return slipMade(attempt, event)
    default:
      return unreachable(event)
  }
}

function begin({ at, intent }: EventOf<'sending'>, line: number, ran: number): Attempt {
  const marker = leadingMarker(intent.before.remark)
  return {
    intent,
    state: 'sending',
    createdAt: at,
    since: at,
    ran: { created: ran, since: ran },
    begun: line,
    line,
    refundedLine: null,
    alarms: [],
    forPerson: null,
    refusal: null,
    decision: null,
    watch: null,
    told: null,
    seen: { refunded: intent.base, highest: intent.base, markers: marker === null ? [] : [marker] },
    slips: 0,
  }
}

function move(attempt: Attempt, to: AttemptState, at: number): Attempt {
  return to === attempt.state ? attempt : { ...attempt, state: to, since: at }
}

function interrupted(attempt: Attempt, event: EventOf<'interrupted'>): Step {
  const to = 'unconfirmed'
  return isOnItsWay(attempt.state) ? succeed(move(attempt, to, event.at)) : illegal(attempt, event, to)
}

function withVerdict(attempt: Attempt, verdict: Verdict, at: number, line: number): Attempt {
  const moved = move(attempt, verdict.to, at)
  const forPerson = isUndecided(verdict.to) ? verdict.forPerson : null
  const refundedLine = verdict.to === 'refunded' ? line : null
  return withAlarm({ ...moved, forPerson, refundedLine, watch: null }, verdict.alarm, at)
}

function answered(attempt: Attempt, event: EventOf<'answered'>, line: number): Step {
  const { answer, verdict, at } = event
  if (!isOnItsWay(attempt.state) || !meaningOf(verdict.to).isAnswer)
    return illegal(attempt, event, verdict.to)
  const isRefusal = answer.kind === 'error_shape' && verdict.to === 'refusal_seen'
  const refusal = isRefusal ? { httpStatus: answer.httpStatus, message: answer.message } : null
  const said = answer.kind === 'record' ? answer.snapshot : null
  const next = { ...withVerdict(attempt, verdict, at, line), refusal }
  return succeed(said === null ? next : withSeen(withRefund(next, line, said), said))
}

function checked(attempt: Attempt, event: EventOf<'checked'>, line: number): Step {
  const { snapshot, verdict, at } = event
  if (!meaningOf(attempt.state).checkLeadsTo.includes(verdict.to)) return illegal(attempt, event, verdict.to)
  const next = withVerdict(attempt, verdict, at, line)
  const seen = withSeen(withRefund(next, line, snapshot), snapshot)
  if (verdict.to !== 'refused') return succeed(seen)
  // The watch counts from what the third quiet show said.
  const { refunded } = snapshot
  if (refunded === null || refunded < 0) return illegal(attempt, event, 'refused')
  return succeed({ ...seen, watch: beginWatch(at, refunded), told: { line, refunded } })
}

/** A refund by rule reports its own amount, and what the show says beyond it. */
function withRefund(attempt: Attempt, line: number, snapshot: Snapshot): Attempt {
  if (attempt.state !== 'refunded') return attempt
  const { base, amount, currency } = attempt.intent
  const said = soundRefunded(snapshot, currency) ?? 0
  return { ...attempt, told: { line, refunded: Math.max(base + amount, said) } }
}

function decided(attempt: Attempt, event: EventOf<'decided'>, line: number): Step {
  const { decision, at } = event
  if (meaningOf(attempt.state).decided === 'never') return illegal(attempt, event, decision.to)
  const next: Attempt = {
    ...move(attempt, decision.to, at),
    forPerson: null,
    decision,
    refundedLine: decision.to === 'refunded' ? line : null,
    watch: beginWatch(at, decision.refunded),
    told: { line, refunded: decidedRefunded(attempt.intent, decision) },
    seen: withSum(attempt.seen, decision.refunded),
  }
  return succeed(withAlarm(next, alarmOfDecision(next, decision), at))
}

function watched(attempt: Attempt, event: EventOf<'watched'>): Step {
  if (attempt.watch === null || !isUnderWatch(attempt.watch)) return illegal(attempt, event)
  const { refunded, at } = event
  const watch = countShow(attempt.watch, refunded)
  const neverReached =
    watch.ended === 'complete' && attempt.state === 'refunded' && watch.highest < refundedBy(attempt)
  const next = { ...attempt, watch, seen: withSum(attempt.seen, refunded) }
  return succeed(withAlarm(next, neverReached ? 'never_reached' : null, at))
}

const refundedBy = ({ intent }: Attempt) => intent.base + intent.amount

function watchEnded(attempt: Attempt, event: EventOf<'watch_ended'>): Step {
  const { watch } = attempt
  if (watch === null || !isUnderWatch(watch)) return illegal(attempt, event)
  const why = 'could_not_be_watched'
  return succeed(withAlarm({ ...attempt, watch: { ...watch, ended: why } }, why, event.at))
}

/**
 * What an alarm of a rise reports is expected from there on: less than before only where a lower sum was accepted since. One
 * of our marker may come beside any sum. An answer that contradicts itself reports none.
 */
function alarmed(attempt: Attempt, event: EventOf<'alarmed'>, line: number): Attempt {
  const { snapshot, alarm, at } = event
  const next = withAlarm(attempt, alarm, at)
  if (snapshot.id !== attempt.intent.id) return next
  const refunded = soundRefunded(snapshot, attempt.intent.currency)
  const { told } = next
  if (refunded === null || told === null) return withSeen(next, snapshot)
  const isReported = alarm !== 'refunded_after_all' || refunded > told.refunded
  return withSeen(isReported ? { ...next, told: { line, refunded } } : next, snapshot)
}

function acknowledged(attempt: Attempt, event: EventOf<'acknowledged'>): Step {
  const { at, by, note } = event
  const place = event.alarm - 1
  if (attempt.alarms[place]?.acknowledged !== null) return illegal(attempt, event)
  const alarms = attempt.alarms.map((each, index) =>
    index === place ? { ...each, acknowledged: { at, by, note } } : each,
  )
  return succeed({ ...attempt, alarms })
}

/** Counts a slip. There is none while the refund is being sent. */
function slipMade(attempt: Attempt, event: EventOf<'slip_made'>): Step {
  if (isOnItsWay(attempt.state)) return illegal(attempt, event)
  return succeed({ ...attempt, slips: attempt.slips + 1 })
}

function takenOver(before: Attempt | null, event: EventOf<'taken_over'>, line: number, ran = 0): Step {
  const { attempt } = event
  const goesOn = before === null || isSameRefund(before, attempt)
  // What may have been sent counts as sent: an attempt is taken over as *unconfirmed* (refund-protocol.md 12).
  if (!goesOn || isOnItsWay(attempt.state)) return illegal(before, event, attempt.state)
  return succeed(asTakenOver(attempt, line, ran))
}

/**
 * How many alarms an attempt keeps, so that it fits into one line of the record, which has each alarm. One more replaces the
 * newest.
 */
const maxAlarms = 20

/** Returns the attempt with one more alarm; unchanged for null. */
function withAlarm(attempt: Attempt, alarm: Alarm | null, at: number): Attempt {
  if (alarm === null) return attempt
  const kept = attempt.alarms.slice(0, maxAlarms - 1)
  return { ...attempt, alarms: [...kept, { alarm, at, acknowledged: null }] }
}

/** Adds what a written show or answer said of this payment; another transaction's record says nothing. */
function withSeen(attempt: Attempt, snapshot: Snapshot): Attempt {
  const { seen, intent } = attempt
  return snapshot.id === intent.id ? { ...attempt, seen: addSeen(seen, snapshot, intent) } : attempt
}

function addSeen(seen: Seen, snapshot: Snapshot, { marker: own, currency }: Attempt['intent']): Seen {
  const sum = soundRefunded(snapshot, currency)
  const marker = leadingMarker(snapshot.remark)
  // The last place is for our own marker, which is always kept.
  const room = marker === own ? maxMarkersSeen : maxMarkersSeen - 1
  const known = marker === null || seen.markers.includes(marker) || seen.markers.length >= room
  const told = known ? seen : { ...seen, markers: [...seen.markers, marker] }
  return sum === null ? told : withSum(told, sum)
}

/** Adds a `refunded`, in hundredths. */
function withSum(seen: Seen, refunded: number): Seen {
  return { ...seen, refunded, highest: Math.max(seen.highest, refunded) }
}

/** Returns the alarm if more was seen than the decision explains, for which somebody must account; else null. */
function alarmOfDecision({ intent, seen }: Attempt, { to }: Decision): Alarm | null {
  if (to === 'refunded') return seen.highest > intent.base + intent.amount ? 'more_than_ours' : null
  return seen.highest > intent.base ? 'unexplained_rise' : null
}

/** Whether two attempts are the same refund, so that one may follow the other's lines. */
function isSameRefund({ intent: one }: Attempt, { intent: other }: Attempt): boolean {
  const same = ['marker', 'id', 'base', 'amount', 'currency'] as const
  return same.every((field) => one[field] === other[field])
}

/**
 * Moves the attempt's line numbers before the first line of the next journal, as lowerings are moved: their order says which
 * refunds of ours came after a lowering.
 * @param last how far they move: the number of the earlier journal's last line that counts, or more.
 */
export function ofEarlierLines(attempt: Attempt, last: number): Attempt {
  const { refundedLine, told } = attempt
  return {
    ...attempt,
    refundedLine: refundedLine === null ? null : refundedLine - last,
    told: told === null ? null : { ...told, line: told.line - last },
  }
}

/**
 * Returns the attempt after the line that takes it over. It begins there, except for the line numbers that `ofEarlierLines` has
 * moved. Waits begin again; a running time that is ahead of this record's, because lines were lost, counts as now.
 */
function asTakenOver(attempt: Attempt, line: number, ran: number): Attempt {
  return { ...attempt, begun: line, line, ran: { created: Math.min(attempt.ran.created, ran), since: ran } }
}

/** The place of an attempt in the order in which an earlier journal is taken over. */
export function takeoverPlace(attempt: Attempt): number {
  return attempt.told?.line ?? attempt.refundedLine ?? attempt.line
}
