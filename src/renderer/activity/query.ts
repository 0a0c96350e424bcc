import { useRef, useState } from 'react'
import type { Attempt } from '../../shared/attempt/attempt'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import { isMarker } from '../../shared/attempt/marker'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import { localDay } from '../../shared/base/local-time'
import { type Result, succeed } from '../../shared/base/result'
import type { ActivityOrder, ActivityPage } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { call, useAnswer } from '../store/main'
import { notify, useStore, viewerOf } from '../store/store'
import { dayEdge, useToday } from '../ui/hooks'

export type ActivitySearch = {
  readonly range: ChosenRange
  /** A whole refund no., code or cashier's name; '' for any. */
  readonly find: string
  readonly state: AttemptState | null
}

/** Rows to load at a time. */
export const pageSize = 100

/** Whether everything in the range is listed. Open refunds then come first. */
export function isUnfiltered({ find, state }: ActivitySearch): boolean {
  return find.trim() === '' && state === null
}

/**
 * Returns the queries for main, to try in order until one finds something. Text that is not a refund no. may be a code or
 * a cashier's name.
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

/** Joins two lists in order, without duplicates. */
export function joinPages<T extends Attempt>(first: readonly T[], second: readonly T[]): readonly T[] {
  const known = new Set(first.map(({ intent }) => intent.marker))
  return [...first, ...second.filter(({ intent }) => !known.has(intent.marker))]
}

export type Listed = Pick<ActivityPage, 'open' | 'notices'> & {
  readonly attempts: readonly AttemptView[]
  /** Where the next page begins; null when everything is loaded. */
  readonly rest: { readonly order: ActivityOrder; readonly before: number } | null
}

/** Replaces the newest page and keeps older rows. A row that is no longer on the page has changed state. */
export function refreshed(before: Listed, now: Listed): Listed {
  const last = now.attempts.at(-1)
  if (now.rest === null || last === undefined) return now
  const older = before.attempts.filter(({ createdAt }) => createdAt < last.createdAt)
  return { ...now, attempts: joinPages(now.attempts, older), rest: older.length > 0 ? before.rest : now.rest }
}

export type RangeChoice = 'today' | 'week' | 'all' | 'days'
export type ChosenRange = {
  readonly choice: RangeChoice
  /** Local days, such as 2026-11-21. Used only for the choice `days`. */
  readonly from: string
  readonly to: string
}

/** Milliseconds since 1970, both inclusive; null for no bound. */
export type TimeRange = { readonly from: number | null; readonly to: number | null }

/** Returns midnight some days ago, by the calendar: a day with a clock change does not have 24 hours. */
function daysBefore(now: number, days: number): number {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime()
}

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

/** An export needs both ends. */
export function exportRange(range: TimeRange, now: number): { from: string; to: string } {
  return { from: new Date(range.from ?? 0).toISOString(), to: new Date(range.to ?? now).toISOString() }
}

/** Loads the first page, trying the queries in order. */
async function firstPage(search: ActivitySearch): Promise<Result<Listed, Fault>> {
  let found: Listed = { open: [], notices: [], attempts: [], rest: null }
  for (const order of ordersFor(search, Date.now())) {
    const page = await call('activity:page', order)
    if (!page.ok) return page
    const { open, notices, attempts, next } = page.value
    found = { open, notices, attempts, rest: next === null ? null : { order, before: next } }
    if (attempts.length > 0) break
  }
  return succeed(found)
}

/**
 * Returns the list, a page at a time, reloaded on every change in main and at midnight, and anew for another viewer. Null
 * until loaded.
 */
export function useActivity(search: ActivitySearch) {
  const changed = useStore((state) => state.attemptsChanged)
  const viewer = useStore(viewerOf)
  const today = useToday()
  const [listed, setListed] = useState<Listed | null>(null)
  const [reading, setReading] = useState(false)
  const [failed, setFailed] = useState(false)
  const shown = useRef<{ readonly search: ActivitySearch; readonly viewer: string } | null>(null)
  const isShown = () => shown.current?.search === search && shown.current.viewer === viewer

  useAnswer(
    [search, changed, viewer, today],
    () => firstPage(search),
    (page) => {
      setFailed(!page.ok)
      if (!page.ok) return notify({ kind: 'fault', fault: page.fault })
      const same = isShown()
      shown.current = { search, viewer }
      setListed((before) => (same && before !== null ? refreshed(before, page.value) : page.value))
    },
  )

  const more = async () => {
    const rest = listed?.rest ?? null
    if (listed === null || rest === null || reading) return
    setReading(true)
    const page = await call('activity:page', { ...rest.order, before: rest.before, count: pageSize })
    setReading(false)
    if (!isShown()) return
    if (!page.ok) return notify({ kind: 'fault', fault: page.fault })
    const { attempts, next } = page.value
    setListed((before) =>
      before === null
        ? before
        : {
            ...before,
            attempts: joinPages(before.attempts, attempts),
            rest: next === null ? null : { order: rest.order, before: next },
          },
    )
  }

  return { listed, failed, reading, more }
}
