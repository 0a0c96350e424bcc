/** Adds to an attempt what written lines showed, and the alarms that a supervisor must acknowledge. Pure. */

import type { Alarm } from '../attempt/alarms'
import type { Attempt, Decision, Seen, Snapshot } from '../attempt/attempt'
import { leadingMarker } from '../attempt/marker'
import { mostMarkersSeen } from '../base/limits'

/**
 * How many alarms an attempt keeps, so that it fits into one line of the record, which has each alarm. One more replaces the
 * newest.
 */
const maxAlarms = 20

/** Returns the attempt with one more alarm; unchanged for null. */
export function withAlarm(attempt: Attempt, alarm: Alarm | null, at: number): Attempt {
  if (alarm === null) return attempt
  const kept = attempt.alarms.slice(0, maxAlarms - 1)
  return { ...attempt, alarms: [...kept, { alarm, at, acknowledged: null }] }
}

/** Adds what a written show or answer said of this payment; another transaction's record says nothing. */
export function withSeen(attempt: Attempt, snapshot: Snapshot): Attempt {
  const { seen, intent } = attempt
  return snapshot.id === intent.id ? { ...attempt, seen: addSeen(seen, snapshot, intent.marker) } : attempt
}

function addSeen(seen: Seen, { refunded, remark }: Snapshot, own: string): Seen {
  const marker = leadingMarker(remark)
  // The last place is for our own marker, which is always kept.
  const room = marker === own ? mostMarkersSeen : mostMarkersSeen - 1
  const known = marker === null || seen.markers.includes(marker) || seen.markers.length >= room
  const told = known ? seen : { ...seen, markers: [...seen.markers, marker] }
  return refunded === null || refunded < 0 ? told : withSum(told, refunded)
}

/** Adds a `refunded`, in hundredths. */
export function withSum(seen: Seen, refunded: number): Seen {
  return { ...seen, refunded, highest: Math.max(seen.highest, refunded) }
}

/** Returns the alarm if more was seen than the decision explains, for which somebody must account; else null. */
export function alarmOfDecision({ intent, seen }: Attempt, { to }: Decision): Alarm | null {
  if (to === 'refunded') return seen.highest > intent.base + intent.amount ? 'more_than_ours' : null
  return seen.highest > intent.base ? 'unexplained_rise' : null
}
