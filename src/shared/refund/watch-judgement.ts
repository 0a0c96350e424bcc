/**
 * Judges what a show means for settled attempts (refund-protocol.md 9): more than is expected, or our own marker where nothing
 * was refunded; and handles a service that says that less was refunded than before (2): when it is asked again, when a person
 * may accept it, what it means when the old value comes back. Pure. A rise is evidence in any answer, also in a cached or older
 * one; that nothing rose is evidence only in a usable one.
 */
import type { Alarm } from '../attempt/alarms'
import type { Attempt, Snapshot, Verdict } from '../attempt/attempt'
import { meaningOf } from '../attempt/attempt-states'
import {
  anotherMarker,
  contradicts,
  isUsable,
  lowerBelievedAfterMs,
  ownMarkerIsNew,
  type ShowFacts,
  showsOwnMarker,
} from '../attempt/evidence'
import { leadingMarker } from '../attempt/marker'
import type { Stale } from '../attempt/payment-standing'
import { type DoneRefund, doneIn, doneRefund, type Past, type PaymentLine, refundsIn } from './past'
import { isUndecided, isWatched, openAlarms } from './refund'
import { expectedSum, loweredLine } from './watch'

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
  return ofRise(
    settled.filter(isTold).filter(({ intent }) => intent.currency === now.currency),
    doneIn(past).filter(({ currency }) => currency === now.currency),
    { ...now, refunded: now.refunded },
    { expected, lowering: lastLowering(past.lines) },
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
  { expected, lowering }: { readonly expected: number; readonly lowering: Lowering | null },
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
  // What was told before a lower sum was accepted counts no longer. The value that was taken back is `hasReturned`'s.
  const isBeyond = ({ told }: Told) =>
    lowering !== null && told.line < lowering.line
      ? now.refunded < lowering.from || now.refunded > told.refunded
      : now.refunded > told.refunded
  const mayLock = doubtful.find((each) => each.state !== 'refunded' && isWatched(each) && isBeyond(each))
  if (mayLock !== undefined) return [locked(mayLock)]
  const sent = done.findLast(({ amount }) => amount === now.refunded - expected)
  const marker = doubted?.intent.marker ?? sent?.marker
  return marker === undefined
    ? [{ kind: 'risen', refunded: now.refunded }]
    : alarm(marker, 'unexplained_rise')
}

/** Whether the remark begins with a marker that is new to all doubtful attempts, and not this till's. */
function isAnotherTills(doubtful: readonly Attempt[], done: readonly DoneRefund[], now: Snapshot): boolean {
  const own = done.map(({ marker }) => marker)
  return doubtful.every(({ intent, seen }) => {
    const marker = anotherMarker(intent, now, own)
    return marker !== null && !seen.markers.includes(marker)
  })
}

/** Returns a payment's attempts in the order to judge one show: the one whose marker begins the remark comes first. */
export function inOrderOfEvidence(attempts: readonly Attempt[], now: Snapshot): readonly Attempt[] {
  const named = attempts.filter(({ intent }) => showsOwnMarker(intent, now))
  const carried = leadingMarker(now.remark)
  return [...named, ...attempts.filter(({ intent }) => intent.marker !== carried)]
}

const minute = 60 * 1000
const hour = 60 * minute

/** When the service is asked again, from the first lower answer on; then once an hour. */
const askAgainAfterMs = [minute, 2 * minute, lowerBelievedAfterMs, 30 * minute, hour]
/** After this time nothing more is planned; the next lookup asks again. */
const maxAskedMs = 72 * hour

/**
 * Milliseconds from the last question to the next; null when none is planned any more.
 * @param asked milliseconds from the first lower answer to the last question.
 */
export function untilAskedAgain(asked: number): number | null {
  if (asked >= maxAskedMs) return null
  const next = askAgainAfterMs.find((after) => after > asked)
  return next === undefined ? hour : next - asked
}

/** The last acceptance of a lower `refunded` of a payment. `line` is the number of its line. */
export type Lowering = { readonly line: number; readonly from: number }

/** Returns a payment's last lowering; null when there is none. @param lines the payment's own, oldest first. */
export function lastLowering(lines: readonly PaymentLine[]): Lowering | null {
  const last = lines.findLast(({ event }) => event.kind === 'lowered')
  return last?.event.kind === 'lowered' ? { line: last.line, from: last.event.from } : null
}

/** Returns the markers of this till's done refunds that a lower value would leave out. */
export function missingRefunds(past: Past, lower: number): readonly string[] {
  return refundsSince(past, loweredLine(past.lines))
    .filter(({ base, amount }) => base + amount > lower)
    .map(({ marker }) => marker)
}

/**
 * Returns what this till's done refunds since the last lowering make of a payment's `refunded` at least, with what was shown
 * as they were settled, in hundredths; 0 without any.
 * @param currency null for all currencies.
 */
export function leastByOwn(past: Past, currency: string | null): number {
  const own = refundsSince(past, loweredLine(past.lines))
  const counting = own.filter((each) => currency === null || each.currency === currency)
  return Math.max(0, ...counting.map(({ least }) => least))
}

const refundsSince = (past: Past, line: number) => refundsIn(past).filter((each) => each.line > line)

const isUndecidedIn = ({ attempts }: Past) => attempts.some(({ state }) => isUndecided(state))

/**
 * Returns whether a person may accept the lower value now, or what must pass first (payment-standing.ts).
 * @param lowerFor how long every answer of this run has been lower, in milliseconds.
 */
export function mayAccept(
  past: Past,
  { lower, lowerFor }: { readonly lower: number; readonly lowerFor: number },
): Stale['accept'] {
  if (isUndecidedIn(past)) return 'attempt'
  if (missingRefunds(past, lower).length > 0 && lowerFor < hour) return 'hour'
  return lowerFor < lowerBelievedAfterMs ? 'minutes' : 'now'
}

/**
 * Whether the value that a lowering took back has come back, so that an alarm and a lock are due: at least that value, and
 * more than what was told last as news, or as come back, and our own refunds since that explain. Each value counts once.
 */
export function hasReturned(past: Past, now: Snapshot): boolean {
  const lowering = lastLowering(past.lines)
  const told = past.lines.findLast(({ event }) => event.kind === 'lowered' || event.currency === now.currency)
  if (lowering === null || told === undefined || now.refunded === null || contradicts(now, null)) return false
  // An undecided attempt may be what rose, and it locks already.
  if (isUndecidedIn(past) || now.refunded < lowering.from) return false
  // What was refused or decided may be what rose, and is locked itself.
  const isLocked = judgeSettled(past, now, expectedSum(past, now.currency)).some(
    ({ kind }) => kind === 'moved',
  )
  if (isLocked) return false
  const own = refundsSince(past, told.line).reduce((sum, { amount }) => sum + amount, 0)
  return now.refunded > (told.event.kind === 'lowered' ? told.event.to : told.event.refunded) + own
}
