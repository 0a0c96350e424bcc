import type { Language } from '../../shared/base/languages'
import { localDay } from '../../shared/base/local-time'
import { writeMoment } from '../words/locale'

/** Formats of this PC's own times, in the till's locale (words/locale.ts). */
const time = { hour: '2-digit', minute: '2-digit' } as const
const timeWithSeconds = { ...time, second: '2-digit' } as const
const dayAndMonth = { day: 'numeric', month: 'short' } as const
const day = { ...dayAndMonth, year: 'numeric' } as const

/** `Friday, 20 Nov, 10:28`. */
export function weekdayMoment(at: string): string {
  return writeMoment(new Date(at), { weekday: 'long', ...dayAndMonth, ...time })
}

/** `10:28` today, `20 Nov, 10:28` on another day of this year, with the year otherwise. */
export function clockMoment(at: string | number, now: number): string {
  const then = new Date(at)
  if (localDay(then.getTime()) === localDay(now)) return writeMoment(then, time)
  const sameYear = then.getFullYear() === new Date(now).getFullYear()
  return writeMoment(then, { ...(sameYear ? dayAndMonth : day), ...time })
}

/** `20 Nov 2026, 10:28:07`, for evidence. */
export function exactMoment(at: string | number): string {
  return writeMoment(new Date(at), { ...day, ...timeWithSeconds })
}

/**
 * Formats a time of the service (`2026-11-20 10:31:07`). Its zone is unknown, so it is never converted. Null when it is
 * not such a time.
 * @param clock to the second unless given
 */
export function serviceMoment(
  text: string,
  language?: Language,
  clock: Intl.DateTimeFormatOptions = timeWithSeconds,
): string | null {
  const moment = new Date(`${text.replace(' ', 'T')}.000Z`)
  const isTime =
    !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 19) === text.replace(' ', 'T')
  return isTime ? writeMoment(moment, { ...day, ...clock, timeZone: 'UTC' }, language) : null
}

/** The same to the minute for a list; any other text as it came. */
export function listedServiceMoment(text: string): string {
  return serviceMoment(text, undefined, time) ?? text
}

export function clockTime(at: string | number): string {
  return writeMoment(new Date(at), time)
}

export function clockSeconds(at: string | number): string {
  return writeMoment(new Date(at), timeWithSeconds)
}

/** `20 Nov 2026`. */
export function shownDay(at: string | number): string {
  return writeMoment(new Date(at), day)
}

/** Returns the first or last millisecond of a local day such as 2026-11-21; null when invalid. */
export function dayEdge(day: string, edge: 'start' | 'end'): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (parts === null) return null
  const [year, month, date] = parts.slice(1).map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  const start = new Date(year, month - 1, date)
  if (localDay(start.getTime()) !== day) return null
  if (edge === 'start') return start.getTime()
  return new Date(year, month - 1, date + 1).getTime() - 1
}
