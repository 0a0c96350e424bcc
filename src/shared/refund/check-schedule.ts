/**
 * When the service is asked again about an attempt (refund-protocol.md 6, 8, 9 and 10). Pure, and without a wall clock:
 * every duration is in milliseconds of the till's running time.
 */
import type { Attempt, Intent, Watch } from '../attempt/attempt'
import { meaningOf } from '../attempt/attempt-states'
import type { CodeKind } from '../payment/scan-code'
import { isWatched } from './refund'
import { untilShow } from './watch'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** What only the running program knows about the checks of one attempt. */
export type CheckTimes = {
  /** Of the attempt's state. */
  readonly age: number
  /** Whether the state was entered in this run. */
  readonly ofThisRun: boolean
  /** Since the state was entered, or since opening where that was later. */
  readonly inRun: number
  /** Since the last check in this run was asked, whatever it answered; null when none was. */
  readonly sinceCheck: number | null
  /** Quiet shows that count so far, and since the last of them was asked; null before the first. */
  readonly quiet: number
  readonly sinceQuiet: number | null
}

/** After the send: 2, 5, 15, 60 s, then every 5 minutes for a day, then every hour. */
const firstCheck = 2 * second
const offsets = [firstCheck, 5 * second, 15 * second, minute]
/** After a refusal: the least distance of each quiet show from the answer, or from the quiet one before. */
const quietGaps = { first: 2 * second, second: 4 * second, later: 9 * second }
/** A watched payment that brought no usable show when one was due is asked again after so long. */
const watchRetry = 15 * minute

/** Milliseconds until an attempt is checked next, 0 when that is due; null when no check is planned. */
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
  if (sinceCheck === null) return ofThisRun ? firstCheck - age : 0
  // Below 0: that check was made before the state was entered.
  const ageThen = age - sinceCheck
  const next = offsets.find((offset) => offset > ageThen)
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

/** A check that was no quiet one is tried again: after 15 s for five minutes, then every minute, then as any other. */
function untilRetry({ age, inRun, sinceCheck, sinceQuiet }: CheckTimes): number {
  const told = sinceCheck === null || sinceCheck >= (sinceQuiet ?? inRun)
  if (told) return 0
  const retry = age < 5 * minute ? 15 * second : age < hour ? minute : pace(age)
  return retry - sinceCheck
}

function untilWatched(watch: Watch, { age, sinceCheck }: CheckTimes): number {
  const due = untilShow(watch, age)
  const failed = due <= 0 && sinceCheck !== null && sinceCheck <= -due
  return failed ? watchRetry - sinceCheck : due
}

/**
 * Whether a show may count as the next quiet one: a show counts by the moment it was asked.
 * @param quiet how many count so far.
 * @param since from the answer, or the opening after it, or the moment the quiet show before was asked, to the moment
 *   this one was asked.
 */
export function mayCountAsQuiet(quiet: number, since: number): boolean {
  return since >= quietGap(quiet)
}

/** The rest between two checks, whatever they are for, in milliseconds. */
export const minPaceMs = second
const maxPaceMs = 5 * minute

/** The rest before the next check. @param slowDown the service answered 429 or 503 to the last one. */
export function nextPace(rest: number, slowDown: boolean): number {
  return slowDown ? Math.min(Math.max(rest, minPaceMs) * 2, maxPaceMs) : minPaceMs
}

export type CheckCode = { readonly kind: CodeKind; readonly code: string }

/**
 * How to ask for a payment, in order, within one check: each next one only after a *not found*, or another
 * transaction's record (protocol 8).
 */
export function checkCodes({
  transactionId,
  id,
  foundBy,
}: Pick<Intent, 'transactionId' | 'id' | 'foundBy'>): readonly CheckCode[] {
  const known: readonly CheckCode[] = [
    { kind: 'transaction_id', code: transactionId },
    { kind: 'internal_id', code: id },
    foundBy,
  ]
  return known.filter(
    ({ kind, code }, place) =>
      code !== '' && known.findIndex((other) => other.kind === kind && other.code === code) === place,
  )
}
