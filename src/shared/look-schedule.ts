/** When an attempt is looked at again (design.md, "The refund protocol", 6 and 8). All times in milliseconds. */
import type { Attempt, AttemptState } from './attempt'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** After the send: 2, 5, 15, 60 s, then every 5 minutes for a day, then every hour. */
const unconfirmedOffsets = [2 * second, 5 * second, 15 * second, minute]
/** After a refusal: 2, 15, 60 s. Each quiet look brings the next at its distance, however late it came. */
const refusalGaps = [2 * second, 13 * second, 45 * second]
/** A look that failed is tried again after 15 s, and once five minutes have gone that way, every minute. */
const refusalRetry = (failures: number) => (failures < 20 ? 15 * second : minute)
/** A settled refusal is watched for a day, gently. */
const watchEvery = 30 * minute

/**
 * When to look next, or null when no look is due any more. A clock that jumped back does not postpone looks:
 * a time that lies ahead of `now` makes the look due at once.
 */
export function nextLookAt(attempt: Attempt, now: number): number | null {
  const { state, since, lastLookAt: last } = attempt
  if (!isLookedAt(state)) return null
  if ((last ?? since) > now) return now
  if (state === 'refusal_seen') return refusalLook(attempt)
  if (state === 'refused') return now - since > day ? null : (last ?? since) + watchEvery
  return unconfirmedLook(since, last)
}

/** States in which a later show can tell something new. */
function isLookedAt(state: AttemptState): boolean {
  return (
    state === 'unconfirmed' ||
    state === 'refunded_probably' ||
    state === 'refusal_seen' ||
    state === 'refused'
  )
}

function unconfirmedLook(since: number, last: number | null): number {
  const seen = last ?? since
  const next = unconfirmedOffsets.map((offset) => since + offset).find((at) => at > seen)
  // After a clock that jumped back, `since` lies ahead of the last look: then the slow pace counts.
  if (next !== undefined && seen >= since) return next
  return seen + (seen - since < day ? 5 * minute : hour)
}

function refusalLook({ since, lastLookAt, lastLookFailed, looks, quietLooks }: Attempt): number {
  const retry = refusalRetry(looks - quietLooks)
  const gap = lastLookFailed ? retry : (refusalGaps[quietLooks] ?? retry)
  return (lastLookAt ?? since) + gap
}
