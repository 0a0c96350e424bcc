import type { Language } from '../../shared/base/languages'
import { localDay } from '../../shared/base/local-time'
import { writeMoment } from '../words/locale'

/** This PC's own times for people, in the till's locale (words/locale.ts). One format for all of them. */
const time = { hour: '2-digit', minute: '2-digit' } as const
const timeWithSeconds = { ...time, second: '2-digit' } as const
const dayAndMonth = { day: 'numeric', month: 'short' } as const
const day = { ...dayAndMonth, year: 'numeric' } as const

/** With the day of the week, which people remember: `Friday, 20 Nov, 10:28`. */
export function weekdayMoment(at: string): string {
  return writeMoment(new Date(at), { weekday: 'long', ...dayAndMonth, ...time })
}

/**
 * `10:28` today; on any other day the day too, `20 Nov, 10:28`: a time alone would be taken for today's. In another year
 * the year as well.
 */
export function clockMoment(at: string | number, now: number): string {
  const then = new Date(at)
  if (localDay(then.getTime()) === localDay(now)) return writeMoment(then, time)
  const sameYear = then.getFullYear() === new Date(now).getFullYear()
  return writeMoment(then, { ...(sameYear ? dayAndMonth : day), ...time })
}

/** To the second, with the day and the year: `20 Nov 2026, 10:28:07`. For evidence. */
export function exactMoment(at: string | number): string {
  return writeMoment(new Date(at), { ...day, ...timeWithSeconds })
}

/**
 * A time that the service wrote (`2026-11-20 10:31:07`) as people write it. It is of the service's clock, in a zone that
 * nobody here knows: it is never moved to another. Null where it has another form, or is no time.
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

/** The same to the minute, as a list has room for it; what is no such time as it came. */
export function listedServiceMoment(text: string): string {
  return serviceMoment(text, undefined, time) ?? text
}

export function clockTime(at: string | number): string {
  return writeMoment(new Date(at), time)
}

export function clockSeconds(at: string | number): string {
  return writeMoment(new Date(at), timeWithSeconds)
}

/** A day as people write it: `20 Nov 2026`. */
export function shownDay(at: string | number): string {
  return writeMoment(new Date(at), day)
}

/** The first or the last millisecond of a local day written 2026-11-21; null when it is no day. */
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
