/**
 * What is expected of a payment on which refunds are settled, and the watch over what was refused or decided
 * (refund-protocol.md 9). Pure. Amounts are hundredths, durations milliseconds.
 */
import type { Watch } from '../attempt/attempt'
import type { Past } from './past'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** The service is shown a watched payment after so many hours of running time, and a line each time. */
const shownAfter = [hour, 4 * hour, 12 * hour, 24 * hour]
/** Nothing is watched for longer, by the wall clock. */
const maxWatchMs = 30 * day

/** @param at by the wall clock; the running time of its beginning is the attempt's. */
export function beginWatch(at: number, refunded: number): Watch {
  return { since: at, shows: 0, highest: refunded, ended: null }
}

/** The watch after one more usable show. */
export function countShow(watch: Watch, refunded: number): Watch {
  const shows = watch.shows + 1
  const ended = shows >= shownAfter.length ? 'complete' : watch.ended
  return { ...watch, shows, highest: Math.max(watch.highest, refunded), ended }
}

/** Whether a watch is there and has not ended. */
export function isUnderWatch(watch: Watch | null): boolean {
  return watch !== null && watch.ended === null
}

/**
 * Milliseconds of running time until the next show of a watch is due: 0 and less when it is.
 * @param watchedFor the running time since it began.
 */
export function untilShow(watch: Watch, watchedFor: number): number {
  return (shownAfter[watch.shows] ?? Number.POSITIVE_INFINITY) - watchedFor
}

/** Whether a watch has lasted for as long as any may. @param now by the wall clock: one set back ends nothing sooner. */
export function isOverdue(watch: Watch | null, now: number): boolean {
  return watch !== null && isUnderWatch(watch) && now - watch.since >= maxWatchMs
}

/**
 * The highest `refunded` of a payment that needs no word to anybody: what settled attempts were settled upon, their alarms
 * and news told, and what a person accepted last. Our own refunds are within what they were settled upon.
 * What was told before a lowering counts no more; refunds in another currency say nothing.
 */
export function expectedSum({ attempts, done, lines }: Past, currency: string): number {
  const lowered = lines.findLast(({ event }) => event.kind === 'lowered')
  const after = lowered?.line ?? Number.NEGATIVE_INFINITY
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
