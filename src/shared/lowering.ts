/**
 * When the service says less, or something older, than before (refund-protocol.md 2): how that ends by
 * itself, when a person may accept it, and what it means when the old value comes back. Pure. Durations are
 * milliseconds, amounts hundredths.
 */
import type { Attempt, Snapshot } from './attempt'
import { staleBelievedAfter } from './evidence'
import { comparableTime, contradicts } from './high-water'
import type { HighWater, PaymentEvent } from './journal-events'
import type { Stale } from './payment-standing'
import { isUndecided, isWatched } from './refund'

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour

/** Asked again so long after the first stale answer; then once an hour, each a line `lower_seen`. */
const againAfter = [minute, 2 * minute, staleBelievedAfter]
/** Lines that a lowering needs where this till itself refunded what would be missing. */
const linesNeeded = 12
/** So many need no wall clock: at most one an hour is written. */
const linesInsteadOfADay = 24

/** Milliseconds until the service is asked again. @param sinceFirst since the first stale answer; @param sinceLast since the last was asked. */
export function untilStaleCheck(sinceFirst: number, sinceLast: number): number {
  const then = sinceFirst - sinceLast
  const next = againAfter.find((after) => after > then)
  return Math.max(0, next === undefined ? hour - sinceLast : next - sinceFirst)
}

/** The last three answers that only an older `updated_at` made stale: that time, once they agree; else null. */
export function agreedTime(highWater: HighWater, times: readonly string[]): string | null {
  const last = times.slice(-3)
  const [time] = last
  if (time === undefined || last.length < 3 || last.some((other) => other !== time)) return null
  return comparableTime.test(time) && time < highWater.updatedAt ? time : null
}

/** The last time that a lower `refunded` was accepted for a payment. `line` is its line's number. */
export type Lowering = {
  readonly line: number
  readonly at: number
  readonly from: HighWater
  readonly to: HighWater
  /** The highest `refunded` that came back since and made a lock; null when none did. */
  readonly returned: number | null
}

/** The last lowering among a payment's own lines, oldest first; null when there is none. An older time is none. */
export function lastLowering(
  lines: readonly { readonly line: number; readonly event: PaymentEvent }[],
): Lowering | null {
  const lowered = lines.flatMap(({ line, event }) =>
    event.kind === 'lowered' && event.to.refunded < event.from.refunded ? [{ line, event }] : [],
  )
  const last = lowered.at(-1)
  if (last === undefined) return null
  const returned = lines.flatMap(({ line, event }) =>
    event.kind === 'lowering_returned' && line > last.line ? [event.refunded] : [],
  )
  const { at, from, to } = last.event
  return { line: last.line, at, from, to, returned: returned.length === 0 ? null : Math.max(...returned) }
}

/** Refunds of this till that the journal holds as done and that a lower value would leave out. */
export function missingRefunds(
  onPayment: readonly Attempt[],
  lower: number,
  lowering: Lowering | null,
): readonly Attempt[] {
  return refundedSince(onPayment, lowering?.line ?? 0).filter(
    ({ intent }) => intent.base + intent.amount > lower,
  )
}

function refundedSince(attempts: readonly Attempt[], line: number): readonly Attempt[] {
  return attempts.filter(({ refundedLine }) => refundedLine !== null && refundedLine > line)
}

export type StaleFacts = {
  /** The lower `refunded` that the service says now. */
  readonly lower: number
  /** For how long every answer has been lower, in this run. Monotonic. */
  readonly staleFor: number
  /** Lines `lower_seen` since `lower` or less began to be said, and the age of the first. */
  readonly lines: number
  readonly age: number
}

/** Whether a person may accept the lower value now; if not, what has to pass first (payment-standing.ts). */
export function mayAccept(
  onPayment: readonly Attempt[],
  lowering: Lowering | null,
  { lower, staleFor, lines, age }: StaleFacts,
): Stale['accept'] {
  if (onPayment.some((attempt) => isUndecided(attempt.state) || isWatched(attempt))) return 'attempt'
  const longEnough = lines >= linesNeeded && (age >= day || lines >= linesInsteadOfADay)
  if (missingRefunds(onPayment, lower, lowering).length > 0 && !longEnough) return 'day'
  return staleFor < staleBelievedAfter ? 'minutes' : 'now'
}

/**
 * Whether the value that a lowering took back has come again, so that an alarm and a lock are due: at least that
 * value, and more than our own refunds since explain. Each value is told once.
 */
export function hasReturned(
  lowering: Lowering | null,
  now: Snapshot,
  onPayment: readonly Attempt[],
): boolean {
  if (lowering === null || now.refunded === null || contradicts(now, null)) return false
  // An undecided attempt may be what rose, and it locks already.
  if (onPayment.some((attempt) => isUndecided(attempt.state))) return false
  const own = refundedSince(onPayment, lowering.line).reduce((sum, { intent }) => sum + intent.amount, 0)
  const told = lowering.returned ?? lowering.from.refunded - 1
  return now.refunded > told && now.refunded > lowering.to.refunded + own
}
