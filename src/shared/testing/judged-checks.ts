/** A check judged with plain facts, for tests to change one of them at a time. */
import type { Attempt, Snapshot, Verdict } from '../attempt/attempt'
import { type CheckFacts, judgeCheck } from '../refund/refund-judgement'
import { attempt, otherMarker, ownMarker, seen, verdict } from './refund-samples'

/** The plain intent is HK$20.00; the base 0. */
export const ours = 2000
export const minute = 60_000
export const hour = 60 * minute
export const own = `${ownMarker} Damaged item`
export const other = `${otherMarker} Late`

export const plain: CheckFacts = { cached: false, lowerFor: null, quiet: 0, mayCount: true, elsewhere: false }
export const lower = (milliseconds: number): Partial<CheckFacts> => ({ lowerFor: milliseconds })

export const unconfirmed = attempt('unconfirmed')
export const probably = attempt('refunded_probably', { seen: { refunded: ours, highest: ours, markers: [] } })

export function judge(of: Attempt, change: Partial<Snapshot>, facts: Partial<CheckFacts> = {}) {
  return judgeCheck(of, seen(change), { ...plain, ...facts })
}

export const verdictOf = (of: Attempt, change: Partial<Snapshot>, facts: Partial<CheckFacts> = {}) =>
  judge(of, change, facts).verdict
export const person = (forPerson: NonNullable<Verdict['forPerson']>) => verdict('unconfirmed', { forPerson })
