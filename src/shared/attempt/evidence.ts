/** Tells what one show says for or against one attempt (refund-protocol.md 8 and 9). Pure. */
import type { Attempt, Intent, Snapshot } from './attempt'
import { leadingMarker } from './marker'

/** Whether the remark begins with this attempt's own marker. */
export function showsOwnMarker(intent: Intent, now: Snapshot): boolean {
  return leadingMarker(now.remark) === intent.marker
}

/** Whether the remark begins with this attempt's own marker and no written line has said so yet. */
export function ownMarkerIsNew(attempt: Attempt, now: Snapshot): boolean {
  return showsOwnMarker(attempt.intent, now) && !attempt.seen.markers.includes(attempt.intent.marker)
}

/** The marker that begins the remark, if it is not ours and was not there before the send; else null. */
export function anotherMarker(intent: Intent, now: Snapshot): string | null {
  const marker = leadingMarker(now.remark)
  if (marker === null || marker === intent.marker) return null
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
