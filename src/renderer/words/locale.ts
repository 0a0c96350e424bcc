/**
 * How this till writes days, times and whole numbers: as its system does (app-state.ts, `locale`). Sums of money are not
 * among them: they are written one way on every till (money.ts), so that a slip reads the same wherever it is shown.
 */
const usualLocale = 'en-GB'

let locale = usualLocale
const formats = new Map<string, Intl.DateTimeFormat>()
let numbers = new Intl.NumberFormat(usualLocale)

/** Takes the till's locale; one that this engine does not know leaves what held before. */
export function setLocale(tag: string): void {
  try {
    numbers = new Intl.NumberFormat(tag)
    locale = tag
    formats.clear()
  } catch {
    // No tag of a language: the system is set up oddly, and what is written stays readable.
  }
}

/** A moment in this PC's time zone, unless `options` name another. */
export function writeMoment(at: Date | number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format.format(at)
}

/** A count as people write it: 1,000. */
export function countWords(count: number): string {
  return numbers.format(count)
}
