/**
 * When the service says that less was refunded than before (refund-protocol.md 2): how long it is asked again, when a
 * person may accept it, and what it means when the old value comes back. Pure. Durations are milliseconds of this run,
 * amounts hundredths.
 */
import type { Snapshot } from '../attempt/attempt'
import { lowerBelievedAfter } from '../attempt/evidence'
import { contradicts } from '../attempt/high-water'
import type { Stale } from '../attempt/payment-standing'
import { type Past, type PaymentLine, refundsIn } from './past'
import { isUndecided } from './refund'

const minute = 60 * 1000
const hour = 60 * minute

/** Asked again so long after the first lower answer; then once an hour. */
const askedAgainAfter = [minute, 2 * minute, lowerBelievedAfter, 30 * minute, hour]
/** Nothing is asked by itself any more after so long: the next look-up asks again. */
const askedFor = 72 * hour

/**
 * Milliseconds from the last question to the next; null when none is asked by itself any more.
 * @param asked from the first lower answer to the last question.
 */
export function untilAskedAgain(asked: number): number | null {
  if (asked >= askedFor) return null
  const next = askedAgainAfter.find((after) => after > asked)
  return next === undefined ? hour : next - asked
}

/** The last time that a lower `refunded` was accepted for a payment. `line` is its line's number. */
export type Lowering = {
  readonly line: number
  readonly from: number
  readonly to: number
  /** The highest `refunded` that came back since and made a lock; null when none did. */
  readonly returned: number | null
}

/** The last lowering among a payment's own lines, oldest first; null when there is none. */
export function lastLowering(lines: readonly PaymentLine[]): Lowering | null {
  const last = lines.findLast(({ event }) => event.kind === 'lowered')
  if (last?.event.kind !== 'lowered') return null
  const returned = lines.flatMap(({ line, event }) =>
    event.kind === 'lowering_returned' && line > last.line ? [event.refunded] : [],
  )
  const { from, to } = last.event
  return { line: last.line, from, to, returned: returned.length === 0 ? null : Math.max(...returned) }
}

/** The markers of this till's refunds that are done and that a lower value would leave out. */
export function missingRefunds(past: Past, lower: number): readonly string[] {
  return refundsSince(past, lastLowering(past.lines)?.line ?? Number.NEGATIVE_INFINITY)
    .filter(({ base, amount }) => base + amount > lower)
    .map(({ marker }) => marker)
}

const refundsSince = (past: Past, line: number) => refundsIn(past).filter((each) => each.line > line)

const isUndecidedIn = ({ attempts }: Past) => attempts.some(({ state }) => isUndecided(state))

/**
 * Whether a person may accept the lower value now; if not, what has to pass first (payment-standing.ts).
 * @param lowerFor for how long every answer of this run has been lower.
 */
export function mayAccept(
  past: Past,
  { lower, lowerFor }: { readonly lower: number; readonly lowerFor: number },
): Stale['accept'] {
  if (isUndecidedIn(past)) return 'attempt'
  if (missingRefunds(past, lower).length > 0 && lowerFor < hour) return 'hour'
  return lowerFor < lowerBelievedAfter ? 'minutes' : 'now'
}

/**
 * Whether the value that a lowering took back has come again, so that an alarm and a lock are due: at least that
 * value, and more than our own refunds since explain. Each value is told once.
 */
export function hasReturned(past: Past, now: Snapshot): boolean {
  const lowering = lastLowering(past.lines)
  if (lowering === null || now.refunded === null || contradicts(now, null)) return false
  // An undecided attempt may be what rose, and it locks already.
  if (isUndecidedIn(past)) return false
  const own = refundsSince(past, lowering.line).reduce((sum, { amount }) => sum + amount, 0)
  const told = lowering.returned ?? lowering.from - 1
  return now.refunded > told && now.refunded > lowering.to + own
}
