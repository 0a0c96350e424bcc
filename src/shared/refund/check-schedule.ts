/**
 * Schedules the checks of an attempt (refund-protocol.md 6, 8, 9 and 10). Pure, and without a wall clock: every duration is in
 * milliseconds of the till's running time.
 */
import type { Attempt, Intent, Watch } from '../attempt/attempt'
import { meaningOf } from '../attempt/attempt-states'
import type { CodeKind } from '../payment/codes'
import { isWatched } from './refund'
import { untilShow } from './watch'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** What only the running program knows about the checks of one attempt. */
export type CheckTimes = {
  /** Since the attempt's state was entered. */
  readonly age: number
  /** Whether the state was entered in this run. */
  readonly ofThisRun: boolean
  /** Since the state was entered, or since opening if that was later. */
  readonly inRun: number
  /** Since the last check in this run was asked, whatever its answer; null before any. */
  readonly sinceCheck: number | null
  /** Quiet shows that count so far, and since the last of them was asked; null before the first. */
  readonly quiet: number
  readonly sinceQuiet: number | null
}

/** Checks come 2, 5, 15 and 60 s after the send, then every 5 minutes for a day, then every hour. */
const firstCheckMs = 2 * second
const offsetsMs = [firstCheckMs, 5 * second, 15 * second, minute]
/** After a refusal: the minimum distance of each quiet show from the answer, or from the quiet one before. */
const quietGaps = { first: 2 * second, second: 4 * second, later: 9 * second }
/** When a watched payment is asked again that brought no usable show when one was due. */
const watchRetryMs = 15 * minute

/** Milliseconds until the next check of an attempt, 0 when it is due; null when none is planned. */
export function untilNextCheck(attempt: Attempt, times: CheckTimes): number | null {
  const { asked } = meaningOf(attempt.state)
  switch (asked) {
    case 'at_intervals':
      return Math.max(0, untilUnconfirmed(times))
    case 'until_quiet':
      return Math.max(0, untilQuiet(times), untilRetry(times))
    case 'while_watched':
      return attempt.watch !== null && isWatched(attempt)
        ? Math.max(0, untilWatched(attempt.watch, times))
        : null
  }
}

function untilUnconfirmed({ age, ofThisRun, sinceCheck }: CheckTimes): number {
  if (sinceCheck === null) return ofThisRun ? firstCheckMs - age : 0
  // Below 0 where that check was made before the state was entered.
  const ageThen = age - sinceCheck
  const next = offsetsMs.find((offset) => offset > ageThen)
  return next === undefined ? pace(ageThen) - sinceCheck : next - age
}

function pace(age: number): number {
  return age < day ? 5 * minute : hour
}

function untilQuiet({ inRun, quiet, sinceQuiet }: CheckTimes): number {
  return quietGap(quiet) - (sinceQuiet ?? inRun)
}

function quietGap(quiet: number): number {
  if (quiet === 0) return quietGaps.first
  return quiet === 1 ? quietGaps.second : quietGaps.later
}

/** A check that was not quiet is repeated every 15 s for five minutes, every minute for an hour, then like any other. */
function untilRetry({ age, inRun, sinceCheck, sinceQuiet }: CheckTimes): number {
  const told = sinceCheck === null || sinceCheck >= (sinceQuiet ?? inRun)
  if (told) return 0
  const retry = age < 5 * minute ? 15 * second : age < hour ? minute : pace(age)
  return retry - sinceCheck
}

function untilWatched(watch: Watch, { age, sinceCheck }: CheckTimes): number {
  const due = untilShow(watch, age)
  const failed = due <= 0 && sinceCheck !== null && sinceCheck <= -due
  return failed ? watchRetryMs - sinceCheck : due
}

/**
 * Whether a show may count as the next quiet one, by the moment it was asked for.
 * @param quiet how many count so far.
 * @param since from the answer, or the opening after it, or the moment the previous quiet show was asked for, to the moment
 *   this one was.
 */
export function mayCountAsQuiet(quiet: number, since: number): boolean {
  return since >= quietGap(quiet)
}

/** The pause between any two checks. */
export const minPaceMs = second
const maxPaceMs = 5 * minute

/** Returns the pause before the next check. @param slowDown whether the service answered 429 or 503 to the last one. */
export function nextPace(rest: number, slowDown: boolean): number {
  return slowDown ? Math.min(Math.max(rest, minPaceMs) * 2, maxPaceMs) : minPaceMs
}

export type CheckCode = { readonly kind: CodeKind; readonly code: string }

/**
 * Returns the codes by which one check asks for a payment, in order. Each next one is used only after *not found* or another
 * transaction's record (protocol 8).
 */
export function checkCodes(of: Pick<Intent, 'transactionId' | 'id' | 'foundBy'>): readonly CheckCode[] {
  const known: readonly CheckCode[] = [
    { kind: 'transaction_id', code: of.transactionId },
    { kind: 'internal_id', code: of.id },
    of.foundBy,
  ]
  return known.filter(
    ({ kind, code }, place) =>
      code !== '' && known.findIndex((other) => other.kind === kind && other.code === code) === place,
  )
}
