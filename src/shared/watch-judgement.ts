/**
 * What a show means for attempts that are settled (refund-protocol.md 9): a rise that nothing of ours
 * explains, or our own marker where nothing was refunded. Pure. A rise is evidence in whatever answer it stands, also
 * in a cached or an older one; that nothing rose is evidence only in a usable one.
 */

import type { Alarm } from './alarms'
import type { Attempt, Snapshot, Verdict, Watch } from './attempt'
import { type AttemptState, meaningOf } from './attempt-states'
import { anotherMarker, isUsable, ownMarkerIsNew, type ShowFacts, showsOwnMarker } from './evidence'
import { contradicts } from './high-water'
import { leadingMarker } from './marker'
import { isUndecided, isWatched, openAlarms } from './refund'

/** What to write: nothing, a `checked` line with that verdict, or an `alarmed` line with the show. */
export type WatchJudgement =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'moved'; readonly verdict: Verdict }
  | { readonly kind: 'alarm'; readonly alarm: Alarm }

const nothing: WatchJudgement = { kind: 'nothing' }

/**
 * Whether a show may be written down as an hour in which a watched attempt was seen. One that says less than the
 * deciding show, contradicts itself, or came out of a cache, may not. A show below a high-water value that only a
 * person's word raised is usable: else a refund that never came would never be noticed.
 */
export function isUsableForWatch(attempt: Attempt, now: Snapshot, facts: ShowFacts): boolean {
  const { intent, watch } = attempt
  // The deciding show is the measure of `refunded` here, not the high-water value.
  const stale = facts.stale?.kind === 'time' ? facts.stale : null
  if (watch === null || now.id !== intent.id || !isUsable({ ...facts, stale })) return false
  return !contradicts(now, intent.currency) && now.refunded !== null && now.refunded >= watch.from
}

/**
 * Judges one show for a settled attempt. Ask for each attempt on the payment in the order of `inOrderOfEvidence`, and
 * with the others as they are after what was written for those before.
 * @param onPayment every attempt on the payment; this one may be among them.
 * @param loweredAt the number of the payment's last line that lowered `refunded`; 0 when there is none. What was known
 * before it counts no more.
 */
export function judgeWatched(
  attempt: Attempt,
  now: Snapshot,
  onPayment: readonly Attempt[],
  loweredAt: number,
): WatchJudgement {
  const { intent, state } = attempt
  if (isUndecided(state) || now.id !== intent.id) return nothing
  if (meaningOf(state).moneyOut === 'no' && ownMarkerIsNew(attempt, now)) return named(attempt)
  const { watch } = attempt
  const others = onPayment.filter((other) => other.intent.marker !== intent.marker)
  if (watch === null || others.some((other) => isUndecided(other.state))) return nothing
  if (now.refunded === null || now.currency !== intent.currency) return nothing
  if (now.refunded <= seenOrExplained(attempt, watch, others, loweredAt)) return nothing
  return risen(attempt, now, onPayment)
}

/** Our own marker where nothing of ours was refunded: a lock while it is watched, an alarm afterwards, once. */
function named(attempt: Attempt): WatchJudgement {
  if (isWatched(attempt)) return locked(attempt.state)
  const told = attempt.alarms.some(({ alarm }) => alarm === 'refunded_after_all')
  return told ? nothing : { kind: 'alarm', alarm: 'refunded_after_all' }
}

function locked(state: AttemptState): WatchJudgement {
  const alarm = state === 'refused' ? 'moved_after_refusal' : 'moved_after_decision'
  return { kind: 'moved', verdict: { to: 'unconfirmed', alarm, forPerson: null } }
}

/** More than anything explains. It locks what ended without a refund while it is watched; else it is an alarm. */
function risen(attempt: Attempt, now: Snapshot, onPayment: readonly Attempt[]): WatchJudgement {
  if (contradicts(now, attempt.intent.currency)) return contradiction(attempt)
  if (isAnotherTills(attempt, now, onPayment)) return { kind: 'alarm', alarm: 'risen_by_another_till' }
  const locks = attempt.state !== 'refunded' && isWatched(attempt)
  return locks ? locked(attempt.state) : { kind: 'alarm', alarm: 'unexplained_rise' }
}

/** More refunded than was paid. No watch can go on from such a sum, so it neither locks nor is told twice at a time. */
function contradiction(attempt: Attempt): WatchJudgement {
  const told = openAlarms(attempt).some(({ alarm }) => alarm === 'unexplained_rise')
  return told ? nothing : { kind: 'alarm', alarm: 'unexplained_rise' }
}

/** The remark begins with a marker that is new here and not this till's. */
function isAnotherTills(attempt: Attempt, now: Snapshot, onPayment: readonly Attempt[]): boolean {
  const marker = anotherMarker(attempt.intent, now)
  if (marker === null || attempt.seen.markers.includes(marker)) return false
  return !onPayment.some((other) => other.intent.marker === marker)
}

/**
 * The highest `refunded` in hundredths that needs no alarm: what somebody has seen or been told of, and what this
 * journal holds as refunded since.
 */
function seenOrExplained(
  { state, intent }: Attempt,
  watch: Watch,
  others: readonly Attempt[],
  loweredAt: number,
): number {
  const own = state === 'refunded' ? Math.max(watch.from, intent.base + intent.amount) : watch.from
  // What another one rests on in another currency was judged for nobody: whoever decided on it was told no rise.
  const isInSameMoney = (other: Attempt) => other.intent.currency === intent.currency
  const places = [
    { line: watch.line, from: own },
    ...others.filter(isInSameMoney).flatMap((other) => toldBy(other, Math.max(watch.line, loweredAt))),
  ]
  const explained = places.map((place) => place.from + refundedSince(place, others, loweredAt))
  return Math.max(...explained, watch.ended === null ? 0 : watch.highest)
}

type Place = { readonly line: number; readonly from: number }

/** A decision on another attempt of the payment, or an alarm about it: whoever read that has seen so much. */
function toldBy(other: Attempt, after: number): readonly Place[] {
  const { watch, decision, alarms, refundedLine } = other
  if (watch !== null) {
    const told = decision !== null || alarms.length > 0
    return told && watch.line > after ? [watch] : []
  }
  // Locked again after a decision, and refunded by rule since.
  if (decision === null || refundedLine === null || refundedLine <= after) return []
  return [{ line: refundedLine - 1, from: decision.refunded }]
}

/** Hundredths that other attempts refunded after that line, where they are not within `from` already. */
function refundedSince(place: Place, others: readonly Attempt[], loweredAt: number): number {
  const after = Math.max(place.line, loweredAt)
  return others
    .filter(({ refundedLine }) => refundedLine !== null && refundedLine > after)
    .filter(({ intent }) => intent.base + intent.amount > place.from)
    .reduce((total, { intent }) => total + intent.amount, 0)
}

/** The attempts on a payment in the order to judge one show: of several, the one that the remark names goes first. */
export function inOrderOfEvidence(attempts: readonly Attempt[], now: Snapshot): readonly Attempt[] {
  const named = attempts.filter(({ intent }) => showsOwnMarker(intent, now))
  const carried = leadingMarker(now.remark)
  return [...named, ...attempts.filter(({ intent }) => intent.marker !== carried)]
}
