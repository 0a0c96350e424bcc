/** What one show says for or against one attempt (refund-protocol.md 8 and 9). Pure. */
import type { Attempt, Intent, Snapshot } from './attempt'
import { leadingMarker } from './marker'

/** Whether the remark begins with this attempt's own marker. */
export function showsOwnMarker(intent: Intent, now: Snapshot): boolean {
  return leadingMarker(now.remark) === intent.marker
}

/** Whether the remark begins with our marker and no written line has said so yet. */
export function ownMarkerIsNew(attempt: Attempt, now: Snapshot): boolean {
  return showsOwnMarker(attempt.intent, now) && !attempt.seen.markers.includes(attempt.intent.marker)
}

/** The marker at the beginning of the remark, where it is not ours and was not there before the send; else null. */
export function anotherMarker(intent: Intent, now: Snapshot): string | null {
  const marker = leadingMarker(now.remark)
  if (marker === null || marker === intent.marker) return null
  return marker === leadingMarker(intent.before.remark) ? null : marker
}

/** `updated_at` may move on a mere refusal, so it is not asked here. */
export function nothingElseMoved(intent: Intent, now: Snapshot): boolean {
  const same = ['status', 'amount', 'currency', 'refundedAt', 'remark'] as const
  return same.every((field) => now[field] === intent.before[field])
}

/** Why a fresh show may be no evidence that nothing moved, as far as it lies outside the record itself. */
export type ShowFacts = {
  /** It carried an `Age` above 0: some cache answered. */
  readonly cached: boolean
  /**
   * For how many milliseconds of this run every answer, this one included, has said that less was refunded than is known:
   * of a single one 0. Null when it does not.
   */
  readonly lowerFor: number | null
}

/** A lower `refunded` must stay for so long before it is believed (protocol 2 and 8), in milliseconds. */
export const lowerBelievedAfter = 10 * 60 * 1000

/** Whether a show may say that nothing moved. One that says less than before may once all answers have stayed so. */
export function isUsable({ cached, lowerFor }: ShowFacts): boolean {
  return !cached && (lowerFor === null || lowerFor >= lowerBelievedAfter)
}
