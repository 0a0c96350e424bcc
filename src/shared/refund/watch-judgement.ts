/**
 * Judges what a show means for settled attempts (refund-protocol.md 9): more than is expected, or our own marker where nothing
 * was refunded. Pure. A rise is evidence in any answer, also in a cached or older one; that nothing rose is evidence only in a
 * usable one.
 */

import type { Alarm } from '../attempt/alarms'
import type { Attempt, Snapshot, Verdict } from '../attempt/attempt'
import { meaningOf } from '../attempt/attempt-states'
import { anotherMarker, isUsable, ownMarkerIsNew, type ShowFacts, showsOwnMarker } from '../attempt/evidence'
import { contradicts } from '../attempt/high-water'
import { leadingMarker } from '../attempt/marker'
import { type DoneRefund, doneRefund, type Past } from './past'
import { isUndecided, isWatched, openAlarms } from './refund'

/** What to write: a `checked` line of the attempt with the verdict, an `alarmed` line with the show, or a `risen` line. */
export type SettledNews =
  | { readonly kind: 'moved'; readonly attempt: Attempt; readonly verdict: Verdict }
  | { readonly kind: 'alarm'; readonly marker: string; readonly alarm: Alarm }
  /** No alarm: another till, or the merchant in another system, may rightly have refunded. */
  | { readonly kind: 'risen'; readonly refunded: number }

/**
 * Whether a show may count for a watch. One that contradicts itself or came from a cache may not; one that says less may, or a
 * refund that never came would never be noticed.
 */
export function isUsableForWatch({ intent, watch }: Attempt, now: Snapshot, facts: ShowFacts): boolean {
  if (watch === null || now.id !== intent.id || !isUsable({ ...facts, lowerFor: null })) return false
  return !contradicts(now, intent.currency)
}

/**
 * Judges one show for the settled attempts on its payment.
 * @param past as it is after the show was judged for the undecided ones.
 * @param expected the sum that needs no report (`expectedSum`).
 */
export function judgeSettled(past: Past, now: Snapshot, expected: number): readonly SettledNews[] {
  const onPayment = past.attempts
  const settled = inOrderOfEvidence(
    onPayment.filter(({ state }) => !isUndecided(state)),
    now,
  )
  const named = settled.find((each) => meaningOf(each.state).moneyOut === 'no' && ownMarkerIsNew(each, now))
  if (named !== undefined) return ofNamed(named)
  if (settled.length < onPayment.length || now.refunded === null || now.refunded <= expected) return []
  const told = settled.filter(isTold).filter(({ intent }) => intent.currency === now.currency)
  const done = [...past.done, ...told.flatMap((each) => doneRefund(each) ?? [])]
  return ofRise(
    told,
    done.filter(({ currency }) => currency === now.currency),
    { ...now, refunded: now.refunded },
    expected,
  )
}

type Told = Attempt & { readonly told: NonNullable<Attempt['told']> }
const isTold = (attempt: Attempt): attempt is Told => attempt.told !== null

/** Judges our own marker where nothing of ours was refunded: a lock while watched, afterwards an alarm, once. */
function ofNamed(attempt: Attempt): readonly SettledNews[] {
  if (isWatched(attempt)) return [locked(attempt)]
  const told = attempt.alarms.some(({ alarm }) => alarm === 'refunded_after_all')
  return told ? [] : [{ kind: 'alarm', marker: attempt.intent.marker, alarm: 'refunded_after_all' }]
}

function locked(attempt: Attempt): SettledNews {
  const alarm = attempt.state === 'refused' ? 'moved_after_refusal' : 'moved_after_decision'
  return { kind: 'moved', attempt, verdict: { to: 'unconfirmed', alarm, forPerson: null } }
}

/**
 * Judges a rise that nothing explains. It locks an attempt that ended without a refund and is watched. Else it is an alarm
 * where a refusal or a person's decision may have been wrong, or the surplus is an amount that this till sent. Else it is
 * news.
 */
function ofRise(
  told: readonly Told[],
  done: readonly DoneRefund[],
  now: Snapshot & { readonly refunded: number },
  expected: number,
): readonly SettledNews[] {
  const doubtful = told.filter((each) => doneRefund(each) === null)
  const doubted = doubtful.at(-1)
  const newest = doubted?.intent.marker ?? done.at(-1)?.marker
  if (newest === undefined) return []
  const alarm = (marker: string, what: Alarm): readonly SettledNews[] => [
    { kind: 'alarm', marker, alarm: what },
  ]
  if (contradicts(now, now.currency)) {
    // Such a sum is never expected afterwards, so it neither locks nor raises a second open alarm.
    const isOpen = told.flatMap(openAlarms).some((open) => open.alarm === 'unexplained_rise')
    return isOpen ? [] : alarm(newest, 'unexplained_rise')
  }
  if (doubtful.length > 0 && isAnotherTills(doubtful, done, now))
    return alarm(newest, 'risen_by_another_till')
  const mayLock = doubtful.find(
    (each) => each.state !== 'refunded' && isWatched(each) && now.refunded > each.told.refunded,
  )
  if (mayLock !== undefined) return [locked(mayLock)]
  const sent = done.findLast(({ amount }) => amount === now.refunded - expected)
  const marker = doubted?.intent.marker ?? sent?.marker
  return marker === undefined
    ? [{ kind: 'risen', refunded: now.refunded }]
    : alarm(marker, 'unexplained_rise')
}

/** Whether the remark begins with a marker that is new to all doubtful attempts, and not this till's. */
function isAnotherTills(doubtful: readonly Attempt[], done: readonly DoneRefund[], now: Snapshot): boolean {
  const isNew = ({ intent, seen }: Attempt) => {
    const marker = anotherMarker(intent, now)
    return marker !== null && !seen.markers.includes(marker)
  }
  const carried = leadingMarker(now.remark)
  return doubtful.every(isNew) && !done.some(({ marker }) => marker === carried)
}

/** Returns a payment's attempts in the order to judge one show: the one whose marker begins the remark comes first. */
export function inOrderOfEvidence(attempts: readonly Attempt[], now: Snapshot): readonly Attempt[] {
  const named = attempts.filter(({ intent }) => showsOwnMarker(intent, now))
  const carried = leadingMarker(now.remark)
  return [...named, ...attempts.filter(({ intent }) => intent.marker !== carried)]
}
