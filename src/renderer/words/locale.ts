import type { Language, Speech } from '../../shared/base/languages'

/**
 * How this till writes days and times: as its system does where that is of the window's language (en-HK for English), else
 * as that language does. Sums of money are not among them: they are written one way on every till (money.ts), so that a
 * slip reads the same wherever it is shown.
 */
const usualEnglish = 'en-GB'

/** What the window and its paper are written in. */
export let speech: Speech = { screen: 'en', paper: ['en'] }

let systemLocale = ''
const formats = new Map<string, Intl.DateTimeFormat>()

/** Takes what the window is written in, before anything is. */
export function setSpeech(asked: Speech): void {
  speech = asked
  formats.clear()
}

/** Takes the system's locale; one that this engine does not know leaves what held before. */
export function setLocale(tag: string): void {
  try {
    systemLocale = new Intl.Locale(tag).toString()
    formats.clear()
  } catch {
    // No tag of a language: the system is set up oddly, and what is written stays readable.
  }
}

function localeOf(language: Language): string {
  if (language !== 'en') return language
  return systemLocale.startsWith('en') ? systemLocale : usualEnglish
}

/** A moment in this PC's time zone, unless `options` name another; in the window's language, or the one that is given. */
export function writeMoment(
  at: Date | number,
  options: Intl.DateTimeFormatOptions,
  language: Language = speech.screen,
): string {
  const key = `${language} ${JSON.stringify(options)}`
  // The clock of 24 hours is what all write here but English, which has its countries' own.
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), clockOf(options, language))
  formats.set(key, format)
  return format.format(at)
}

function clockOf(options: Intl.DateTimeFormatOptions, language: Language): Intl.DateTimeFormatOptions {
  return language === 'en' || options.hour === undefined ? options : { ...options, hourCycle: 'h23' }
}

/** A count as people write it: 1,000. */
export function countWords(count: number): string {
  return new Intl.NumberFormat(speech.screen).format(count)
}
