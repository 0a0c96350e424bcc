/** The highest `refunded` ever seen of a payment, its high-water value, in hundredths (refund-protocol.md 2). Pure. */
import type { AttemptEvent, Intent, Snapshot } from './attempt'
import type { DecisionOutcome } from './attempt-states'

/**
 * Whether an answer contradicts itself, or what is known, so that it raises nothing: no readable `refunded`, one
 * below nothing or over the amount, no currency, or another one.
 * @param currency what the payment's currency is known to be; null when nobody knows.
 */
export function contradicts(snapshot: Snapshot, currency: string | null): boolean {
  return soundRefunded(snapshot, currency) === null
}

/** `refunded` of an answer that does not contradict itself, in hundredths; null of any other. */
function soundRefunded(snapshot: Snapshot, currency: string | null): number | null {
  const { refunded, amount } = snapshot
  if (refunded === null || refunded < 0 || snapshot.currency === '') return null
  const odd = (amount !== null && refunded > amount) || (currency ?? snapshot.currency) !== snapshot.currency
  return odd ? null : refunded
}

/**
 * The high-water value after one more answer: never below the one before. Null only when nothing was known and the
 * answer contradicts itself.
 * @param currency as in `contradicts`.
 */
export function raise(
  before: number | null,
  snapshot: Snapshot,
  currency: string | null = null,
): number | null {
  const refunded = soundRefunded(snapshot, currency)
  return refunded === null ? before : raiseTo(before, refunded)
}

/** The high-water value after somebody's word that so much, in hundredths, was refunded. */
export function raiseTo(before: number | null, refunded: number): number {
  return Math.max(before ?? 0, refunded)
}

/** The high-water value after one more line about an attempt: what that line itself says. */
export function raiseByEvent(before: number | null, event: AttemptEvent, intent: Intent): number | null {
  switch (event.kind) {
    case 'sending':
      return raiseTo(raise(before, event.intent.before), event.intent.base)
    case 'answered':
      return event.answer.kind === 'record' ? raiseBySame(before, event.answer.snapshot, intent) : before
    case 'checked':
      return event.check.kind === 'seen' ? raiseBySame(before, event.check.snapshot, intent) : before
    case 'alarmed':
      return event.snapshot === null ? before : raiseBySame(before, event.snapshot, intent)
    case 'watched':
      return raiseTo(before, event.refunded)
    case 'decided':
      return raiseTo(before, decidedRefunded(intent, event.decision))
    default:
      return before
  }
}

/** An answer that carries another transaction's record says nothing about this one. */
function raiseBySame(before: number | null, snapshot: Snapshot, intent: Intent): number | null {
  return snapshot.id === intent.id ? raise(before, snapshot, intent.currency) : before
}

/** What a decision says was refunded, in hundredths: *refunded* means at least the base and the amount (protocol 9). */
export function decidedRefunded(
  intent: Intent,
  decision: { readonly to: DecisionOutcome; readonly refunded: number },
): number {
  return decision.to === 'refunded'
    ? Math.max(decision.refunded, intent.base + intent.amount)
    : decision.refunded
}

/** Whether an answer says that less was refunded than is known. One that cannot be read says nothing. */
export function isLower(highWater: number | null, { refunded }: Snapshot): boolean {
  return highWater !== null && refunded !== null && refunded < highWater
}
