/**
 * Handles a service that says that less was refunded than before (refund-protocol.md 2): when it is asked again, when a person
 * may accept it, and what it means when the old value comes back. Pure. Durations are milliseconds of this run, amounts
 * hundredths.
 */
import type { Snapshot } from '../attempt/attempt'
import { lowerBelievedAfterMs } from '../attempt/evidence'
import { contradicts } from '../attempt/high-water'
import type { Stale } from '../attempt/payment-standing'
import { type Past, type PaymentLine, refundsIn } from './past'
import { isUndecided } from './refund'

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
export type Lowering = {
  readonly line: number
  readonly from: number
  readonly to: number
  /** The highest `refunded` that has come back since and made a lock; null when none has. */
  readonly returned: number | null
}

/** Returns a payment's last lowering; null when there is none. @param lines the payment's own, oldest first. */
export function lastLowering(lines: readonly PaymentLine[]): Lowering | null {
  const last = lines.findLast(({ event }) => event.kind === 'lowered')
  if (last?.event.kind !== 'lowered') return null
  const returned = lines.flatMap(({ line, event }) =>
    event.kind === 'lowering_returned' && line > last.line ? [event.refunded] : [],
  )
  const { from, to } = last.event
  return { line: last.line, from, to, returned: returned.length === 0 ? null : Math.max(...returned) }
}

/** Returns the markers of this till's done refunds that a lower value would leave out. */
export function missingRefunds(past: Past, lower: number): readonly string[] {
  return refundsSince(past, lastLowering(past.lines)?.line ?? Number.NEGATIVE_INFINITY)
    .filter(({ base, amount }) => base + amount > lower)
    .map(({ marker }) => marker)
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
 * more than our own refunds since then explain. Each value counts once.
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
