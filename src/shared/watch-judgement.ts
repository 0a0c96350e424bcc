/**
 * What a show means for attempts that are settled (refund-protocol.md 9): more than is expected, or our own marker where
 * nothing was refunded. Pure. A rise is evidence in whatever answer it stands, also in a cached or an older one; that
 * nothing rose is evidence only in a usable one.
 */

import type { Alarm } from './alarms'
import type { Attempt, Snapshot, Verdict } from './attempt'
import { meaningOf } from './attempt-states'
import { anotherMarker, isUsable, ownMarkerIsNew, type ShowFacts, showsOwnMarker } from './evidence'
import { contradicts } from './high-water'
import { leadingMarker } from './marker'
import { isUndecided, isWatched, openAlarms } from './refund'

/** What to write about which attempt: a `checked` line with that verdict, or an `alarmed` line with the show. */
export type SettledNews =
  | { readonly kind: 'moved'; readonly attempt: Attempt; readonly verdict: Verdict }
  | { readonly kind: 'alarm'; readonly attempt: Attempt; readonly alarm: Alarm }
  /** No alarm: another till, or the merchant by another system, may rightly have refunded. */
  | { readonly kind: 'risen'; readonly refunded: number }

/**
 * Whether a show may be written down as one of a watch. One that contradicts itself or came out of a cache may not; one
 * that says less may, else a refund that never came would never be noticed.
 */
export function isUsableForWatch({ intent, watch }: Attempt, now: Snapshot, facts: ShowFacts): boolean {
  if (watch === null || now.id !== intent.id || !isUsable({ ...facts, lowerFor: null })) return false
  return !contradicts(now, intent.currency)
}

/**
 * Judges one show for the settled attempts on its payment.
 * @param onPayment every attempt on it, oldest first, as they are after what the undecided ones were shown.
 * @param expected the sum that needs no word (`expectedSum`).
 */
export function judgeSettled(
  onPayment: readonly Attempt[],
  now: Snapshot,
  expected: number,
): readonly SettledNews[] {
  const settled = inOrderOfEvidence(
    onPayment.filter(({ state }) => !isUndecided(state)),
    now,
  )
  const named = settled.find((each) => meaningOf(each.state).moneyOut === 'no' && ownMarkerIsNew(each, now))
  if (named !== undefined) return ofNamed(named)
  if (settled.length < onPayment.length || now.refunded === null || now.refunded <= expected) return []
  const told = settled.filter(isTold).filter(({ intent }) => intent.currency === now.currency)
  return ofRise(told, { ...now, refunded: now.refunded }, expected)
}

type Told = Attempt & { readonly told: NonNullable<Attempt['told']> }
const isTold = (attempt: Attempt): attempt is Told => attempt.told !== null

/** Our own marker where nothing of ours was refunded: a lock while it is watched, an alarm afterwards, once. */
function ofNamed(attempt: Attempt): readonly SettledNews[] {
  if (isWatched(attempt)) return [locked(attempt)]
  const told = attempt.alarms.some(({ alarm }) => alarm === 'refunded_after_all')
  return told ? [] : [{ kind: 'alarm', attempt, alarm: 'refunded_after_all' }]
}

function locked(attempt: Attempt): SettledNews {
  const alarm = attempt.state === 'refused' ? 'moved_after_refusal' : 'moved_after_decision'
  return { kind: 'moved', attempt, verdict: { to: 'unconfirmed', alarm, forPerson: null } }
}

/**
 * More than anything explains. It locks what ended without a refund while that is watched; else it is an alarm where a
 * refusal or a person's word may have been wrong, or where it is a sum that this till sent; else it is news.
 */
function ofRise(
  settled: readonly Told[],
  now: Snapshot & { readonly refunded: number },
  expected: number,
): readonly SettledNews[] {
  const newest = settled.at(-1)
  if (newest === undefined) return []
  const doubtful = settled.filter(({ state, decision }) => state !== 'refunded' || decision !== null)
  const doubted = doubtful.at(-1)
  if (contradicts(now, now.currency)) return ofContradiction(doubted ?? newest)
  if (doubted !== undefined && isAnotherTills(settled, now)) {
    return [{ kind: 'alarm', attempt: doubted, alarm: 'risen_by_another_till' }]
  }
  const mayLock = doubtful.find(
    (each) => each.state !== 'refunded' && isWatched(each) && now.refunded > each.told.refunded,
  )
  if (mayLock !== undefined) return [locked(mayLock)]
  const sent = settled.findLast(({ intent }) => intent.amount === now.refunded - expected)
  const attempt = doubted ?? sent
  return attempt === undefined
    ? [{ kind: 'risen', refunded: now.refunded }]
    : [{ kind: 'alarm', attempt, alarm: 'unexplained_rise' }]
}

/** More refunded than was paid. Nothing can be expected from such a sum, so it neither locks nor is told twice at a time. */
function ofContradiction(attempt: Attempt): readonly SettledNews[] {
  const told = openAlarms(attempt).some(({ alarm }) => alarm === 'unexplained_rise')
  return told ? [] : [{ kind: 'alarm', attempt, alarm: 'unexplained_rise' }]
}

/** The remark begins with a marker that is new here and not this till's. */
function isAnotherTills(onPayment: readonly Attempt[], now: Snapshot): boolean {
  const isNew = ({ intent, seen }: Attempt) => {
    const marker = anotherMarker(intent, now)
    return marker !== null && !seen.markers.includes(marker)
  }
  const carried = leadingMarker(now.remark)
  return onPayment.every(isNew) && !onPayment.some(({ intent }) => intent.marker === carried)
}

/** The attempts on a payment in the order to judge one show: of several, the one that the remark names goes first. */
export function inOrderOfEvidence(attempts: readonly Attempt[], now: Snapshot): readonly Attempt[] {
  const named = attempts.filter(({ intent }) => showsOwnMarker(intent, now))
  const carried = leadingMarker(now.remark)
  return [...named, ...attempts.filter(({ intent }) => intent.marker !== carried)]
}
