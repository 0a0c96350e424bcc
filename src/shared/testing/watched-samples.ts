/** Watched attempts, and one show judged for them. */
import type { Attempt, Snapshot } from '../attempt'
import { judgeWatched, type WatchJudgement } from '../watch-judgement'
import { attempt, decision, intent, snapshot, verdict, watch } from './refund-samples'

/** The plain intent is HK$20.00; the base 0. */
export const ours = 2000
export const minute = 60_000
export const laterMarker = 'R-CCCCCCCCCC'

export const refused = attempt('refused', { watch: watch() })
export const notRefunded = attempt('not_refunded', { decision: decision('not_refunded'), watch: watch() })
export const refunded = attempt('refunded', {
  decision: decision('refunded', { refunded: ours }),
  refundedLine: 4,
  watch: watch({ from: ours, highest: ours }),
})
export const ended = (of: Attempt): Attempt => ({
  ...of,
  watch: of.watch === null ? null : { ...of.watch, ended: 'complete' },
})

export const nothing: WatchJudgement = { kind: 'nothing' }
export const alarm = (name: Extract<WatchJudgement, { kind: 'alarm' }>['alarm']): WatchJudgement => ({
  kind: 'alarm',
  alarm: name,
})
export const moved = (name: 'moved_after_refusal' | 'moved_after_decision'): WatchJudgement => ({
  kind: 'moved',
  verdict: verdict('unconfirmed', { alarm: name }),
})

export const judge = (
  of: Attempt,
  change: Partial<Snapshot>,
  others: readonly Attempt[] = [],
  loweredAt = 0,
) => judgeWatched(of, snapshot(change), [of, ...others], loweredAt)

/** A later refund of ours, HK$20.00 from that base, refunded with line 10. */
export function later(base: number, change: Partial<Attempt> = {}): Attempt {
  return attempt('refunded', {
    intent: intent({ marker: laterMarker, base }),
    refundedLine: 10,
    line: 10,
    ...change,
  })
}
