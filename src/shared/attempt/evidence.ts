/**
 * What an answer is evidence of: a payment's high-water value, which is the highest `refunded` ever seen, in hundredths
 * (refund-protocol.md 2), and what one show says for or against one attempt (8 and 9). Pure.
 */
import type { Attempt, AttemptEvent, Decision, Intent, Snapshot } from './attempt'
import { leadingMarker } from './marker'

/**
 * Whether an answer contradicts itself or what is known, so that it raises nothing: `refunded` is unreadable, below 0 or over
 * the amount, or the currency is missing or another.
 * @param currency the payment's known currency; null when unknown.
 */
export function contradicts(snapshot: Snapshot, currency: string | null): boolean {
  return soundRefunded(snapshot, currency) === null
}

/** `refunded` of an answer that contradicts nothing, in hundredths; null for any other. */
export function soundRefunded(snapshot: Snapshot, currency: string | null): number | null {
  const { refunded, amount } = snapshot
  if (refunded === null || refunded < 0 || snapshot.currency === '') return null
  const odd = (amount !== null && refunded > amount) || (currency ?? snapshot.currency) !== snapshot.currency
  return odd ? null : refunded
}

/** Returns the high-water value after one more answer, in hundredths: no lower than before, and null where none was ever known. */
export function raise(before: number | null, snapshot: Snapshot): number | null {
  const refunded = soundRefunded(snapshot, null)
  return refunded === null ? before : Math.max(before ?? 0, refunded)
}

/** Returns what a line about an attempt says of its payment's `refunded`, in hundredths; null where it says nothing. */
export function saidByEvent(event: AttemptEvent, intent: Intent): number | null {
  switch (event.kind) {
    case 'sending':
      return raise(intent.base, intent.before)
    case 'answered':
      return event.answer.kind === 'record' ? saidOf(intent, event.answer.snapshot) : null
    case 'checked':
    case 'alarmed':
      return saidOf(intent, event.snapshot)
    case 'watched':
      return event.refunded
    case 'decided':
      return decidedRefunded(intent, event.decision)
    default:
      return null
  }
}

/** What a record of the attempt's own payment says. Another payment's says nothing about it. */
function saidOf({ id, currency }: Intent, snapshot: Snapshot): number | null {
  return snapshot.id === id ? soundRefunded(snapshot, currency) : null
}

/** Returns what a decision says was refunded, in hundredths: *refunded* means at least base + amount (protocol 9). */
export function decidedRefunded(intent: Intent, decision: Pick<Decision, 'to' | 'refunded'>): number {
  return decision.to === 'refunded'
    ? Math.max(decision.refunded, intent.base + intent.amount)
    : decision.refunded
}

/** Whether an answer says that less was refunded than is known. An unreadable one does not. */
export function isLower(highWater: number | null, { refunded }: Snapshot): boolean {
  return highWater !== null && refunded !== null && refunded < highWater
}

/** Whether the remark begins with this attempt's own marker. */
export function showsOwnMarker(intent: Intent, now: Snapshot): boolean {
  return leadingMarker(now.remark) === intent.marker
}

/** Whether the remark begins with this attempt's own marker and no written line has said so yet. */
export function ownMarkerIsNew(attempt: Attempt, now: Snapshot): boolean {
  return showsOwnMarker(attempt.intent, now) && !attempt.seen.markers.includes(attempt.intent.marker)
}

/**
 * The marker that begins the remark, if it was not there before the send and is of no refund of ours; else null. Of several
 * refunds a service may show the reason of any (interface.md §2.2).
 * @param own the markers of this till's done refunds that explain one (`ownBeside`)
 */
export function anotherMarker(intent: Intent, now: Snapshot, own: readonly string[]): string | null {
  const marker = leadingMarker(now.remark)
  if (marker === null || marker === intent.marker || own.includes(marker)) return null
  return marker === leadingMarker(intent.before.remark) ? null : marker
}

/** Whether nothing but `refunded` and `updated_at` changed since before the send. A mere refusal may move `updated_at`. */
export function nothingElseMoved(intent: Intent, now: Snapshot): boolean {
  const same = ['status', 'amount', 'currency', 'refundedAt', 'remark'] as const
  return same.every((field) => now[field] === intent.before[field])
}

/** Circumstances outside the record for which a fresh show may be no evidence that nothing moved. */
export type ShowFacts = {
  /** Whether a cache answered: the answer had an `Age` above 0. */
  readonly cached: boolean
  /**
   * For how many milliseconds of this run every answer, up to this one, has said that less was refunded than is known; 0 for a
   * single one. Null when this one does not say so.
   */
  readonly lowerFor: number | null
}

/** How long every answer must say a lower `refunded` before it is believed (protocol 2 and 8). */
export const lowerBelievedAfterMs = 10 * 60 * 1000

/** Whether a show is evidence that nothing moved. One with a lower `refunded` is, once all answers have stayed lower. */
export function isUsable({ cached, lowerFor }: ShowFacts): boolean {
  return !cached && (lowerFor === null || lowerFor >= lowerBelievedAfterMs)
}
