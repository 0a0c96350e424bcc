/**
 * The highest `refunded` ever seen of a payment and its newest comparable `updated_at` (refund-protocol.md 2). Pure.
 */
import type { AttemptEvent, Intent, Snapshot } from './attempt'
import type { DecisionOutcome } from './attempt-states'
import type { HighWater } from './journal-events'

/**
 * `updated_at` in the documented, zero-padded form of a day that can be (interface.md §2.2); no other is compared.
 * Texts of this form are ordered as times are.
 */
export const comparableTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)$/

/** The time if it may be compared; '' for any other text. */
function comparable(time: string): string {
  return comparableTime.test(time) ? time : ''
}

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
  before: HighWater | null,
  snapshot: Snapshot,
  currency: string | null = null,
): HighWater | null {
  const refunded = soundRefunded(snapshot, currency)
  if (refunded === null) return before
  return higher(before, { refunded, updatedAt: comparable(snapshot.updatedAt) })
}

/** The high-water value after somebody's word that so much, in hundredths, was refunded. */
export function raiseTo(before: HighWater | null, refunded: number): HighWater {
  return higher(before, { refunded, updatedAt: '' })
}

function higher(before: HighWater | null, now: HighWater): HighWater {
  if (before === null) return now
  return {
    refunded: Math.max(before.refunded, now.refunded),
    updatedAt: now.updatedAt > before.updatedAt ? now.updatedAt : before.updatedAt,
  }
}

/**
 * The high-water value after one more line about an attempt: what that line itself says. A row that is below what
 * the lines say is damage (protocol 13).
 */
export function raiseByEvent(
  before: HighWater | null,
  event: AttemptEvent,
  intent: Intent,
): HighWater | null {
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
      return event.refunded === null ? before : raiseTo(before, event.refunded)
    case 'decided':
      return raiseTo(before, decidedRefunded(intent, event.decision))
    default:
      return before
  }
}

/** An answer that carries another transaction's record says nothing about this one. */
function raiseBySame(before: HighWater | null, snapshot: Snapshot, intent: Intent): HighWater | null {
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

/**
 * Whether an answer is older than what is known: `refunded` when it says that less was refunded, `time` when only its
 * `updated_at` is older, null when it is not. What an answer does not say, or says in another form, is never older.
 */
export function staleness(highWater: HighWater | null, snapshot: Snapshot): 'time' | 'refunded' | null {
  if (highWater === null) return null
  if (snapshot.refunded !== null && snapshot.refunded < highWater.refunded) return 'refunded'
  const time = comparable(snapshot.updatedAt)
  return time !== '' && time < highWater.updatedAt ? 'time' : null
}
