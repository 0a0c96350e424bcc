/** This PC's own times for people: 24 hours, local. */
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const timeWithSeconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })

/** With the day of the week, which people remember: `Friday, 20 Nov, 10:28`. */
export function weekdayMoment(at: string): string {
  const then = new Date(at)
  return `${weekday.format(then)}, ${dayAndMonth.format(then)}, ${time.format(then)}`
}

/** `10:28` today; on any other day the day too, `20 Nov, 10:28`: a time alone would be taken for today's. */
export function clockMoment(at: string, now: number): string {
  const then = new Date(at)
  const today = dayText(then.getTime()) === dayText(now)
  return today ? time.format(then) : `${dayAndMonth.format(then)}, ${time.format(then)}`
}

export function clockTime(at: string | number): string {
  return time.format(new Date(at))
}

export function clockSeconds(at: string | number): string {
  return timeWithSeconds.format(new Date(at))
}

/** A day as 2026-11-21, in local time; the form that a date field takes. */
export function dayText(at: number): string {
  const day = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The first or the last millisecond of a local day written 2026-11-21; null when it is no day. */
export function dayEdge(day: string, edge: 'start' | 'end'): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (parts === null) return null
  const [year, month, date] = parts.slice(1).map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  const start = new Date(year, month - 1, date)
  if (dayText(start.getTime()) !== day) return null
  if (edge === 'start') return start.getTime()
  return new Date(year, month - 1, date + 1).getTime() - 1
}
