/**
 * The expected sum of a payment with settled refunds, and the watch over what was refused or decided (refund-protocol.md 9).
 * Pure. Amounts are hundredths, durations milliseconds.
 */
import type { Watch } from '../attempt/attempt'
import type { Past, PaymentLine } from './past'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** When a watched payment is asked about, in running time since its watch began. Each usable show is written. */
const showsDueMs = [hour, 4 * hour, 12 * hour, 24 * hour]
/** How long a watch lasts at most, by the wall clock. */
const maxWatchMs = 30 * day

/** Begins a watch. @param at by the wall clock; the attempt has the running time of its beginning. */
export function beginWatch(at: number, refunded: number): Watch {
  return { since: at, shows: 0, highest: refunded, ended: null }
}

/** Returns the watch after one more usable show. */
export function countShow(watch: Watch, refunded: number): Watch {
  const shows = watch.shows + 1
  const ended = shows >= showsDueMs.length ? 'complete' : watch.ended
  return { ...watch, shows, highest: Math.max(watch.highest, refunded), ended }
}

/** Whether there is a watch that has not ended. */
export function isUnderWatch(watch: Watch | null): boolean {
  return watch !== null && watch.ended === null
}

/**
 * Milliseconds of running time until the next show of a watch is due; 0 or less when it is.
 * @param watchedFor the running time since the watch began.
 */
export function untilShow(watch: Watch, watchedFor: number): number {
  return (showsDueMs[watch.shows] ?? Number.POSITIVE_INFINITY) - watchedFor
}

/** Whether a watch has reached its maximum time. @param now by the wall clock: one set back ends nothing sooner. */
export function isOverdue(watch: Watch | null, now: number): boolean {
  return watch !== null && isUnderWatch(watch) && now - watch.since >= maxWatchMs
}

/** Returns the number of the line by which a person last accepted less; minus infinity without one. */
export function loweredLine(lines: readonly PaymentLine[]): number {
  return lines.findLast(({ event }) => event.kind === 'lowered')?.line ?? Number.NEGATIVE_INFINITY
}

/**
 * Returns the highest `refunded` of a payment that needs no report: what attempts were settled upon, what alarms and news
 * reported, and what a person accepted last. Our own refunds are within what they were settled upon. What was reported before
 * a lowering no longer counts; refunds in another currency say nothing.
 */
export function expectedSum({ attempts, done, lines }: Past, currency: string): number {
  const after = loweredLine(lines)
  const news = lines.flatMap(({ line, event }) => {
    if (event.kind === 'lowered') return [{ line: line + 1, refunded: event.to }]
    if (event.kind === 'lowering_returned') return [{ line, refunded: event.refunded }]
    return event.kind === 'risen' && event.currency === currency ? [{ line, refunded: event.refunded }] : []
  })
  const told = [...attempts.map(({ intent, told: own }) => ({ ...intent, told: own })), ...done].flatMap(
    (each) => (each.told !== null && each.currency === currency ? [each.told] : []),
  )
  return Math.max(0, ...[...told, ...news].filter(({ line }) => line > after).map(({ refunded }) => refunded))
}
