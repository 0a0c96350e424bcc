/** Days and moments in this PC's time zone, written so that they sort. Times are milliseconds since 1970. */

const two = (value: number) => String(value).padStart(2, '0')

/** Writes the day as date fields and file names have it: 2026-11-21. */
export function localDay(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Writes the moment to the second with its offset from UTC: 2026-11-21T09:05:07+08:00. */
export function localMoment(at: number): string {
  const moment = new Date(at)
  const offset = -moment.getTimezoneOffset()
  const distance = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
  return `${localDay(at)}T${time}${distance}`
}
