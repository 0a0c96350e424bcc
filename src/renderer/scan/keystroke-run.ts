/**
 * Tells a scanner from a person by timing alone (architecture.md, "Measured facts" and "Words and places", Keys). Pure:
 * times are milliseconds of one monotonic clock, passed in.
 */

import type { RunVerdict } from '../words/settings'

/** Keys within this gap belong together. A slow scanner sends one every 100 ms. */
export const maxKeyGapMs = 150
/** Faster than any hand over several keys. */
const maxMachinePaceMs = 50
/** How far a key of a slow but steady run may deviate from the median. */
const maxDeviationMs = 30
/** A code may pause this long and continue. */
export const maxPauseMs = 500
const minScanKeys = 3
const minSteadyScanKeys = 6

/** An Enter this late may still end a code that came at machine speed. */
const maxEndingDelayMs = 3000

export type Stroke = { readonly text: string; readonly at: number }
export type Run = readonly Stroke[]
export type EndingKey = 'Enter' | 'Tab'
export type Ending = { readonly key: EndingKey; readonly at: number } | null
/** Whether the keys went into a text field, where a person may have typed them. */
export type Landing = 'text' | 'outside'

/** The measurements, shown in Settings, and the verdict on which the listener acts. */
export type RunReport = {
  readonly text: string
  readonly keys: number
  /** The median gap in milliseconds; null for a single key. */
  readonly pace: number | null
  readonly widestGap: number | null
  readonly ending: EndingKey | 'none'
  readonly verdict: RunVerdict
}

/** Returns the run with one more key, or a new run if the key came too late. */
export function extendRun(run: Run, stroke: Stroke): Run {
  return continues(run, stroke.at) ? [...run, stroke] : [stroke]
}

/** Whether a key at this time belongs to the run. */
export function continues(run: Run, at: number): boolean {
  const last = run.at(-1)
  return last !== undefined && at - last.at <= maxKeyGapMs
}

function gapsOf(run: Run, ending: Ending): readonly number[] {
  const times = [...run.map((stroke) => stroke.at), ...(ending === null ? [] : [ending.at])]
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

function median(sorted: readonly number[]): number | null {
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Whether three in four keys are close to the median, as only a machine manages over six keys. */
function isSteady(gaps: readonly number[], pace: number): boolean {
  const near = gaps.filter((gap) => Math.abs(gap - pace) <= maxDeviationMs).length
  return near * 4 >= gaps.length * 3
}

function judge(earlier: Run, run: Run, ending: Ending, landing: Landing): RunVerdict {
  if (ending === null) return 'no_ending'
  if (!continues(run, ending.at)) return 'ending_late'
  if (earlier.length + run.length < minScanKeys) return 'too_short'
  if (landing === 'outside') return 'scan'
  const gaps = [...gapsOf(earlier, null), ...gapsOf(run, ending)]
  const pace = median([...gaps].sort((a, b) => a - b)) ?? 0
  if (pace <= maxMachinePaceMs) return 'scan'
  // A person may leave a field with Tab right after typing, so only machine speed counts.
  if (ending.key === 'Tab' || earlier.length > 0 || run.length < minSteadyScanKeys) return 'by_hand'
  return isSteady(gaps, pace) ? 'scan' : 'by_hand'
}

/**
 * Judges a finished run. `ending` is null when no Enter or Tab followed; `earlier` has the same code's keys before a
 * pause.
 */
export function reportRun(run: Run, ending: Ending, landing: Landing, earlier: Run = []): RunReport {
  const all = [...earlier, ...run]
  const between = [...gapsOf(all, null)].sort((a, b) => a - b)
  return {
    text: all.map((stroke) => stroke.text).join(''),
    keys: all.length,
    pace: median(between),
    widestGap: between.at(-1) ?? null,
    ending: ending?.key ?? 'none',
    verdict: judge(earlier, run, ending, landing),
  }
}

/** Whether an Enter after this delay was meant to end the run. */
export function isLateEnding({ keys, pace }: RunReport, delay: number): boolean {
  return delay <= maxEndingDelayMs && keys >= minSteadyScanKeys && pace !== null && pace <= maxMachinePaceMs
}
