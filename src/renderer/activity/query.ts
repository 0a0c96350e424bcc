import { useState } from 'react'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import { isMarker } from '../../shared/attempt/marker'
import { localDay } from '../../shared/base/local-time'
import type { Result } from '../../shared/base/result'
import type { ActivityOrder, ActivityPage } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { cleanCode } from '../../shared/payment/codes'
import { call, useAnswer } from '../store/main'
import { notify, useStore, viewerOf } from '../store/store'
import { dayEdge, daysBefore, useToday } from '../ui/hooks'

export type ActivitySearch = {
  readonly range: ChosenRange
  /** A whole refund no., code or cashier's name; '' for any. */
  readonly find: string
  readonly state: AttemptState | null
}

/** How many rows are listed at first, how many more at each press of "Show more", and how many at most. */
const pageSize = 100
export const maxListed = 1000

/** Whether everything in the range is listed. Open refunds then come first. */
export function isUnfiltered({ find, state }: ActivitySearch): boolean {
  return cleanCode(find) === '' && state === null
}

/**
 * Returns the query for main, and another to try where that finds nothing: text that is not a refund no. may be a code or a
 * cashier's name.
 */
export function ordersFor(
  { range, find, state }: ActivitySearch,
  count: number,
  now: number,
): readonly [ActivityOrder, ActivityOrder?] {
  const { from, to } = timeRange(range, now)
  const order: ActivityOrder = {
    before: null,
    count,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(state === null ? {} : { state }),
  }
  const code = cleanCode(find)
  if (code === '') return [order]
  const marker = code.toUpperCase()
  if (isMarker(marker)) return [{ ...order, marker }]
  return [
    { ...order, code },
    { ...order, cashier: find.trim().slice(0, 80) },
  ]
}

type RangeChoice = 'today' | 'week' | 'all' | 'days'
export type ChosenRange = {
  readonly choice: RangeChoice
  /** Local days, such as 2026-11-21. Used only for the choice `days`. */
  readonly from: string
  readonly to: string
}

/** Milliseconds since 1970, both inclusive; null for no bound. */
type TimeRange = { readonly from: number | null; readonly to: number | null }

/** Returns the range that a choice means now. An invalid day is no bound; reversed days are swapped. */
export function timeRange(chosen: ChosenRange, now: number): TimeRange {
  const today = dayEdge(localDay(now), 'start')
  switch (chosen.choice) {
    case 'today':
      return { from: today, to: null }
    case 'week':
      return { from: daysBefore(now, 6), to: null }
    case 'all':
      return { from: null, to: null }
    case 'days': {
      const { from, to } = chosen
      const range = { from: dayEdge(from, 'start'), to: dayEdge(to, 'end') }
      const isReversed = range.from !== null && range.to !== null && from > to
      return isReversed ? { from: dayEdge(to, 'start'), to: dayEdge(from, 'end') } : range
    }
  }
}

const lastDay = Date.UTC(9999, 11, 31)

/** An export needs both ends. The last is no time of now: a clock that was ahead has dated refunds later. */
export function exportRange({ from, to }: TimeRange): { from: string; to: string } {
  return { from: new Date(from ?? 0).toISOString(), to: new Date(to ?? lastDay).toISOString() }
}

async function readPage(search: ActivitySearch, count: number): Promise<Result<ActivityPage, Fault>> {
  const [order, other] = ordersFor(search, count, Date.now())
  const page = await call('activity:page', order)
  const isEmpty = page.ok && page.value.attempts.length === 0
  return isEmpty && other !== undefined ? call('activity:page', other) : page
}

/** What a search has before main's first answer. */
const nothingRead = { count: 0, failed: false, listed: null as ActivityPage | null }

/** Returns the list, read again on every change in main, at midnight and for another viewer. Null until this search is read. */
export function useActivity(search: ActivitySearch) {
  const changed = useStore((state) => state.attemptsChanged)
  const viewer = useStore(viewerOf)
  const today = useToday()
  const [asked, setAsked] = useState({ search, count: pageSize })
  const count = asked.search === search ? asked.count : pageSize
  const [known, setKnown] = useState({ search, ...nothingRead })
  // The rows of another search never stand under this one.
  const { listed, failed, count: read } = known.search === search ? known : nothingRead
  useAnswer(
    [search, count, changed, viewer, today],
    () => readPage(search, count),
    (page) => {
      setKnown({ search, count, failed: !page.ok, listed: page.ok ? page.value : listed })
      if (!page.ok) notify({ kind: 'fault', fault: page.fault })
    },
  )
  const hasMore = listed !== null && listed.next !== null
  return {
    listed,
    failed,
    reading: read !== count,
    more: hasMore && count < maxListed ? () => setAsked({ search, count: count + pageSize }) : null,
    isCut: hasMore && count >= maxListed,
  }
}
