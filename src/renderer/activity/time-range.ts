import { dayEdge, dayText } from '../ui/clock'

export type RangeChoice = 'today' | 'week' | 'all' | 'days'
export type ChosenRange = {
  readonly choice: RangeChoice
  /** Local days, written 2026-11-21; they count only for the choice `days`. */
  readonly from: string
  readonly to: string
}

/** Milliseconds since 1970, both inclusive; null is no bound. */
export type TimeRange = { readonly from: number | null; readonly to: number | null }

/** The first moment of a day before this one, by the calendar: a day that changes the clock has no 24 hours. */
function daysBefore(now: number, days: number): number {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime()
}

/** The times that a choice means now. A day that cannot be read is no bound; turned around is put right. */
export function timeRange(chosen: ChosenRange, now: number): TimeRange {
  const today = dayEdge(dayText(now), 'start')
  switch (chosen.choice) {
    case 'today':
      return { from: today, to: null }
    case 'week':
      return { from: daysBefore(now, 6), to: null }
    case 'all':
      return { from: null, to: null }
    case 'days': {
      const [first = '', last = ''] = [chosen.from, chosen.to].sort()
      return { from: dayEdge(first, 'start'), to: dayEdge(last, 'end') }
    }
  }
}

/** An export has both ends: since ever, until now. */
export function exportRange(range: TimeRange, now: number): { from: string; to: string } {
  return { from: new Date(range.from ?? 0).toISOString(), to: new Date(range.to ?? now).toISOString() }
}
