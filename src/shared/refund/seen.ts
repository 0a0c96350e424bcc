/** What an attempt remembers of written lines: what they showed, and what a supervisor must hear of. Pure. */

import type { Alarm } from '../attempt/alarms'
import type { Attempt, Decision, Seen, Snapshot } from '../attempt/attempt'
import { leadingMarker } from '../attempt/marker'
import { mostMarkersSeen } from '../base/limits'

/**
 * As many are remembered of one attempt, so that a line of the record has room for all of it; the record has each. One
 * more takes the place of the newest.
 */
const maxAlarms = 20

/** The attempt with one alarm more, or as it was. */
export function withAlarm(attempt: Attempt, alarm: Alarm | null, at: number): Attempt {
  if (alarm === null) return attempt
  const kept = attempt.alarms.slice(0, maxAlarms - 1)
  return { ...attempt, alarms: [...kept, { alarm, at, acknowledged: null }] }
}

/** Remembers what a written show or answer said of this payment; another transaction's record says nothing. */
export function withSeen(attempt: Attempt, snapshot: Snapshot): Attempt {
  const { seen, intent } = attempt
  return snapshot.id === intent.id ? { ...attempt, seen: addSeen(seen, snapshot, intent.marker) } : attempt
}

function addSeen(seen: Seen, { refunded, remark }: Snapshot, own: string): Seen {
  const marker = leadingMarker(remark)
  // The last place is for our own, which is always remembered.
  const room = marker === own ? mostMarkersSeen : mostMarkersSeen - 1
  const known = marker === null || seen.markers.includes(marker) || seen.markers.length >= room
  const told = known ? seen : { ...seen, markers: [...seen.markers, marker] }
  return refunded === null || refunded < 0 ? told : withSum(told, refunded)
}

/** The same after a line that gives nothing but `refunded`, in hundredths. */
export function withSum(seen: Seen, refunded: number): Seen {
  return { ...seen, refunded, highest: Math.max(seen.highest, refunded) }
}

/** More was seen than the decision explains: whoever decided has read it, and somebody must account for it. */
export function alarmOfDecision({ intent, seen }: Attempt, { to }: Decision): Alarm | null {
  if (to === 'refunded') return seen.highest > intent.base + intent.amount ? 'more_than_ours' : null
  return seen.highest > intent.base ? 'unexplained_rise' : null
}
