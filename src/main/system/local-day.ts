/** The day of this PC's clock and place, as file names have it: 2026-11-21. */
export function localDay(at: number): string {
  const day = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
