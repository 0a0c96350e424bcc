/**
 * Tells a scanner's keystrokes from a person's by their timing alone (architecture.md, "Measured facts" and "Words
 * and places", Keys). Pure: times are milliseconds of one steady clock, passed in.
 */

import type { RunVerdict } from '../words/settings'

/** Keys no further apart than this belong together: a slow scanner sends one each 100 ms. */
export const runGap = 150
/** No hand types several keys in a row this fast. */
const handLimit = 50
/** How far a key of a slow but steady run may stray from the run's own pace. */
const steadiness = 30
/** A machine may hiccup this long in the middle of a code: what came before still belongs to it. */
export const hiccup = 500
const shortestScan = 3
const shortestSteadyScan = 6

/** An Enter that comes this late can still only be the code's own: no hand was quick enough to write it. */
const longestDelay = 3000

export type Stroke = { readonly text: string; readonly at: number }
export type Run = readonly Stroke[]
export type EndingKey = 'Enter' | 'Tab'
export type Ending = { readonly key: EndingKey; readonly at: number } | null
/** Whether the keys went into a text field, where a person may have typed them, or nowhere. */
export type Landing = 'text' | 'outside'

/** What arrived, in figures: Settings shows it, the listener acts on its verdict. */
export type RunReport = {
  readonly text: string
  readonly keys: number
  /** Milliseconds a key, the median; null for a single key. */
  readonly pace: number | null
  readonly widestGap: number | null
  readonly ending: EndingKey | 'none'
  readonly verdict: RunVerdict
}

/** The run with one more key, or a new run when the key came too late to belong to it. */
export function extendRun(run: Run, stroke: Stroke): Run {
  return continues(run, stroke.at) ? [...run, stroke] : [stroke]
}

/** Whether a key at this time still belongs to the run. */
export function continues(run: Run, at: number): boolean {
  const last = run.at(-1)
  return last !== undefined && at - last.at <= runGap
}

function gapsOf(run: Run, ending: Ending): readonly number[] {
  const times = [...run.map((stroke) => stroke.at), ...(ending === null ? [] : [ending.at])]
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

function median(sorted: readonly number[]): number | null {
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** A machine keeps its pace: three in four keys are close to the median. A hand does not, over six keys. */
function isSteady(gaps: readonly number[], pace: number): boolean {
  const near = gaps.filter((gap) => Math.abs(gap - pace) <= steadiness).length
  return near * 4 >= gaps.length * 3
}

function judge(earlier: Run, run: Run, ending: Ending, landing: Landing): RunVerdict {
  if (ending === null) return 'no_ending'
  if (!continues(run, ending.at)) return 'ending_late'
  if (earlier.length + run.length < shortestScan) return 'too_short'
  if (landing === 'outside') return 'scan'
  const gaps = [...gapsOf(earlier, null), ...gapsOf(run, ending)]
  const pace = median([...gaps].sort((a, b) => a - b)) ?? 0
  if (pace <= handLimit) return 'scan'
  // A person leaves a field with Tab right after typing; only a machine's speed may end a scan so there.
  if (ending.key === 'Tab' || earlier.length > 0 || run.length < shortestSteadyScan) return 'by_hand'
  return isSteady(gaps, pace) ? 'scan' : 'by_hand'
}

/**
 * Says what a finished run was. `ending` is null when no Enter or Tab came after it; `earlier` are the keys of
 * the same code before a hiccup.
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

/** Whether an Enter so many milliseconds after a run was meant to end it: the run came from a machine. */
export function isLateEnding({ keys, pace }: RunReport, delay: number): boolean {
  return delay <= longestDelay && keys >= shortestSteadyScan && pace !== null && pace <= handLimit
}
