/** Days and moments of this PC's clock and place, written so that they sort. Times are milliseconds since 1970. */

const two = (value: number) => String(value).padStart(2, '0')

/** The day, as date fields and file names have it: 2026-11-21. */
export function localDay(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The moment to the second with its distance from UTC, so that it means the same elsewhere: 2026-11-21T09:05:07+08:00. */
export function localMoment(at: number): string {
  const moment = new Date(at)
  const offset = -moment.getTimezoneOffset()
  const distance = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
  return `${localDay(at)}T${time}${distance}`
}
