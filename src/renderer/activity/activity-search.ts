import type { Attempt } from '../../shared/attempt'
import type { AttemptState } from '../../shared/attempt-states'
import type { ActivityOrder, ActivityPage } from '../../shared/contract'
import { isMarker } from '../../shared/marker'
import type { AttemptView } from '../../shared/payment-standing'
import { type ChosenRange, timeRange } from './time-range'

/** What somebody looks for in Activity, as it stands on the screen. */
export type ActivitySearch = {
  readonly range: ChosenRange
  /** A whole refund no., code or cashier's name; '' for any. */
  readonly find: string
  readonly state: AttemptState | null
}

/** So many rows at a time: a busy year's list is neither read nor drawn at once. */
export const pageSize = 100

/** Whether all there is in those days is listed: then what is open comes first, whatever its day. */
export function isUnfiltered({ find, state }: ActivitySearch): boolean {
  return find.trim() === '' && state === null
}

/**
 * The questions to main that the search stands for, to be asked until one finds something. Words that are no refund
 * no. may be a code or a cashier's name, in this order.
 */
export function ordersFor({ range, find, state }: ActivitySearch, now: number): readonly ActivityOrder[] {
  const { from, to } = timeRange(range, now)
  const order: ActivityOrder = {
    before: null,
    count: pageSize,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(state === null ? {} : { state }),
  }
  const words = find.trim()
  if (words === '') return [order]
  const marker = words.toUpperCase()
  if (isMarker(marker)) return [{ ...order, marker }]
  return [
    { ...order, code: words },
    { ...order, cashier: words.slice(0, 80) },
  ]
}

/** One list of two, in their order: what both have is taken from the first. */
export function joinPages<T extends Attempt>(first: readonly T[], second: readonly T[]): readonly T[] {
  const known = new Set(first.map(({ intent }) => intent.marker))
  return [...first, ...second.filter(({ intent }) => !known.has(intent.marker))]
}

/** What Activity has read so far. */
export type Listed = Pick<ActivityPage, 'open' | 'notices'> & {
  readonly attempts: readonly AttemptView[]
  /** Where the next page begins, and what it is asked by; null when all is there. */
  readonly rest: { readonly order: ActivityOrder; readonly before: number } | null
}

/** The newest page anew. What was read of older pages stays below it; what is not on it any more has another state now. */
export function refreshed(before: Listed, now: Listed): Listed {
  const last = now.attempts.at(-1)
  if (now.rest === null || last === undefined) return now
  const older = before.attempts.filter(({ createdAt }) => createdAt < last.createdAt)
  return { ...now, attempts: joinPages(now.attempts, older), rest: older.length > 0 ? before.rest : now.rest }
}
