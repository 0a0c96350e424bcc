/**
 * The watch over what was refused or decided (refund-protocol.md 9): how it begins, what a show adds
 * to it, and when it ends. Its rules about money are in watch-judgement.ts. Durations are milliseconds.
 */
import type { Attempt, Watch } from './attempt'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Usable shows that must be written down before a watch is complete. */
export const linesToComplete = 12
/** So many of them need no wall clock: at most one an hour is written. */
const linesInsteadOfADay = 24
/** Nothing is watched for longer. */
const longestWatch = 30 * day
/** So many lines without a usable show end it where the wall clock cannot: at most one a day and start. */
const mostMissed = 90

/** A watch that begins with the line of that number; only what rises beyond `from` (hundredths) counts. */
export function beginWatch(at: number, line: number, from: number): Watch {
  return { since: at, line, from, lines: 0, lastLineAt: null, highest: from, missed: 0, ended: null }
}

/** The watch after one more written hour: `refunded` of its usable show, or null when none could be had. */
export function countShow(watch: Watch, at: number, refunded: number | null): Watch {
  if (refunded === null) return { ...watch, missed: watch.missed + 1 }
  return {
    ...watch,
    lines: watch.lines + 1,
    lastLineAt: at,
    highest: Math.max(watch.highest, refunded),
  }
}

/** The watch after an alarm that told of `refunded`: from here on only what rises beyond that counts. */
export function rebaseWatch(watch: Watch, line: number, refunded: number): Watch {
  if (refunded <= watch.from) return watch
  return { ...watch, line, from: refunded, highest: Math.max(watch.highest, refunded) }
}

/** Whether a watch is there and has not ended. */
export function isUnderWatch(watch: Watch | null): boolean {
  return watch !== null && watch.ended === null
}

/** Why a watch ends now; null while it goes on. @param age of the watch (`ageOf` in check-schedule.ts). */
export function watchEnd(watch: Watch, age: number): Watch['ended'] {
  const longEnough = age >= day || watch.lines >= linesInsteadOfADay
  if (watch.lines >= linesToComplete && longEnough) return 'complete'
  return age >= longestWatch || watch.missed >= mostMissed ? 'could_not_be_watched' : null
}

/** What only the running program knows about a watch. */
export type WatchTimes = {
  /** Of the watch, by `ageOf`. */
  readonly age: number
  /** Since the latest of: the opening, the beginning of the watch, its last line in this run. Monotonic. */
  readonly sinceLine: number
  /** Whether its last line in this run said that no usable show could be had. */
  readonly missedBefore: boolean
}

/** Between two lines of one watch. */
export const watchLineEvery = hour
const missedFirstAfter = 2 * hour
const missedEvery = day

/** The running time that the lines of a watch stand for, at least. */
export function watchedFor(watch: Watch | null): number {
  return watch === null ? 0 : watch.lines * watchLineEvery + watch.missed * missedFirstAfter
}

/**
 * The line that is due for a watched attempt, where nothing moved: a show to write down, or the end of the watch.
 * Ask again after writing one. Null when nothing is due.
 * @param refunded of a usable show (`isUsableForWatch`) that has just come; null when none has.
 */
export function nextWatchLine(
  attempt: Attempt,
  times: WatchTimes,
  refunded: number | null,
):
  | { readonly kind: 'watched'; readonly refunded: number | null }
  | { readonly kind: 'watch_ended'; readonly why: NonNullable<Watch['ended']> }
  | null {
  const { watch } = attempt
  if (watch === null || !isUnderWatch(watch)) return null
  const why = watchEnd(watch, times.age)
  if (why !== null) return { kind: 'watch_ended', why }
  if (refunded !== null) return times.sinceLine >= watchLineEvery ? { kind: 'watched', refunded } : null
  const missedAfter = times.missedBefore ? missedEvery : missedFirstAfter
  return times.sinceLine >= missedAfter ? { kind: 'watched', refunded: null } : null
}
