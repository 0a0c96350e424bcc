/**
 * The states of a refund attempt and the only ways between them (architecture.md, "The refund protocol").
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
 * Pure: the journal keeps the events, this file says what they add up to. What each state means is said in
 * attempt-states.ts. The rules that turn an answer or a show into a verdict are in refund-judgement.ts and
 * watch-judgement.ts.
 */

import type { Alarm } from './alarms'
import type { Attempt, AttemptEvent, Verdict } from './attempt'
import { type AttemptState, isOnItsWay, meaningOf } from './attempt-states'
import { contradicts } from './high-water'
import { leadingMarker } from './marker'
import { fail, type Result, succeed, unreachable } from './result'
import { alarmOfDecision, withAlarm, withSeen, withSum } from './seen'
import { asTakenOver, isSameRefund, mayBeTakenOver } from './taken-over'
import { beginWatch, countShow, isUnderWatch, linesToComplete, rebaseWatch } from './watch'

/** Whether money may still move, or have moved, unseen: then nothing more is sent for that payment. */
export function isUndecided(state: AttemptState): boolean {
  return meaningOf(state).moneyOut === 'unknown'
}

/** Whether its payment is still asked about, though the attempt itself is settled (protocol 9). */
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

/** Undecided, watched, or with an alarm that nobody has acknowledged: what has to be kept in sight. */
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
 * What an attempt is after one more event, or why that event cannot follow. `attempt` is null before the first one,
 * `line` is the number of the journal line that holds the event. Alarms that an event itself means (a watch that
 * could not be kept, "not refunded" against a rise) are added here, so that one line says both. Total over states ×
 * events; it never throws.
 */
export function advance(attempt: Attempt | null, event: AttemptEvent, line: number): Step {
  if (event.kind === 'taken_over') return takenOver(attempt, event, line)
  if (attempt === null) return event.kind === 'sending' ? succeed(begin(event, line)) : illegal(null, event)
  const step = follow(attempt, event, line)
  return step.ok ? succeed({ ...step.value, line }) : step
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

function begin({ at, intent }: EventOf<'sending'>, line: number): Attempt {
  const marker = leadingMarker(intent.before.remark)
  return {
    intent,
    state: 'sending',
    createdAt: at,
    since: at,
    line,
    refundedLine: null,
    alarms: [],
    forPerson: null,
    refusal: null,
    decision: null,
    watch: null,
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
  const refusal =
    answer.kind === 'error_shape' ? { httpStatus: answer.httpStatus, message: answer.message } : null
  const next = { ...withVerdict(attempt, verdict, at, line), refusal }
  return succeed(answer.kind === 'record' ? withSeen(next, answer.snapshot) : next)
}

function checked(attempt: Attempt, event: EventOf<'checked'>, line: number): Step {
  const { check, verdict, at } = event
  if (!meaningOf(attempt.state).checkLeadsTo.includes(verdict.to)) return illegal(attempt, event, verdict.to)
  const next = withVerdict(attempt, verdict, at, line)
  const seen = check.kind === 'seen' ? withSeen(next, check.snapshot) : next
  if (verdict.to !== 'refused') return succeed(seen)
  // The watch counts from what the third quiet show said.
  const refunded = check.kind === 'seen' ? check.snapshot.refunded : null
  if (refunded === null || refunded < 0) return illegal(attempt, event, 'refused')
  return succeed({ ...seen, watch: beginWatch(at, line, refunded) })
}

function decided(attempt: Attempt, event: EventOf<'decided'>, line: number): Step {
  const { decision, at } = event
  if (meaningOf(attempt.state).decided === 'never') return illegal(attempt, event, decision.to)
  const next: Attempt = {
    ...move(attempt, decision.to, at),
    forPerson: null,
    decision,
    refundedLine: decision.to === 'refunded' ? line : null,
    watch: beginWatch(at, line, decision.refunded),
    seen: withSum(attempt.seen, decision.refunded),
  }
  return succeed(withAlarm(next, alarmOfDecision(next, decision), at))
}

function watched(attempt: Attempt, event: EventOf<'watched'>): Step {
  const { watch } = attempt
  if (watch === null || !isUnderWatch(watch)) return illegal(attempt, event)
  const { refunded, at } = event
  const seen = refunded === null ? attempt.seen : withSum(attempt.seen, refunded)
  return succeed({ ...attempt, watch: countShow(watch, at, refunded), seen })
}

function watchEnded(attempt: Attempt, event: EventOf<'watch_ended'>): Step {
  const { watch, intent, state } = attempt
  const { why, at } = event
  if (watch === null || !isUnderWatch(watch)) return illegal(attempt, event)
  if (why === 'complete' && watch.lines < linesToComplete) return illegal(attempt, event)
  const neverReached = state === 'refunded' && watch.highest < intent.base + intent.amount
  const alarm = why === 'could_not_be_watched' ? why : neverReached ? 'never_reached' : null
  return succeed(withAlarm({ ...attempt, watch: { ...watch, ended: why } }, alarm, at))
}

/** What an alarm told is told: a watch counts on from there. An answer that contradicts itself is no such place. */
function alarmed(attempt: Attempt, event: EventOf<'alarmed'>, line: number): Attempt {
  const { snapshot, alarm, at } = event
  const next = withAlarm(attempt, alarm, at)
  if (snapshot === null || snapshot.id !== attempt.intent.id) return next
  const { watch } = next
  const refunded = contradicts(snapshot, attempt.intent.currency) ? null : snapshot.refunded
  const rebased = watch === null || refunded === null ? watch : rebaseWatch(watch, line, refunded)
  return withSeen({ ...next, watch: rebased }, snapshot)
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

/** There is no slip of what has not come to an end of its sending. */
function slipMade(attempt: Attempt, event: EventOf<'slip_made'>): Step {
  if (isOnItsWay(attempt.state)) return illegal(attempt, event)
  return succeed({ ...attempt, slips: attempt.slips + 1 })
}

function takenOver(before: Attempt | null, event: EventOf<'taken_over'>, line: number): Step {
  const { attempt } = event
  const goesOn = before === null || isSameRefund(before, attempt)
  if (!goesOn || !mayBeTakenOver(attempt)) return illegal(before, event, attempt.state)
  return succeed(asTakenOver(attempt, line))
}
