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

/** A whole number as people write it: 1,000. */
export function writeNumber(number: number): string {
  return numbers.format(number)
}

/** The language that the words are in, which decides how many forms a noun has. */
const rules = new Intl.PluralRules('en')

/** What is said of a count, by the plural forms of the words' language; `other` is said where there is no other form. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, (count: string) => string>> & {
  readonly other: (count: string) => string
}

/** The sentence for that many, with the count as people write it. */
export function plural(count: number, forms: PluralForms): string {
  return (forms[rules.select(count)] ?? forms.other)(writeNumber(count))
}

/** A count as people write it: 1,000. */
export function countWords(count: number): string {
  return writeNumber(count)
}

/** So many of something: "1 receipt", "1,000 receipts". */
export function countOf(count: number, one: string, other: string): string {
  return plural(count, { one: (number) => `${number} ${one}`, other: (number) => `${number} ${other}` })
}

/** A count of codes: "1 code", "1,000 codes". */
export function codesWords(count: number): string {
  return countOf(count, 'code', 'codes')
}
