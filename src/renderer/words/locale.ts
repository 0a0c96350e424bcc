import type { Language, Speech } from '../../shared/base/languages'

/**
 * The locale of days and times: the system's if it is of the window's language (en-HK for English), else the language's.
 * Amounts don't depend on it (money.ts).
 */
const defaultEnglish = 'en-GB'

export let speech: Speech = { screen: 'en', paper: ['en'] }

let systemLocale = ''
const formats = new Map<string, Intl.DateTimeFormat>()

/** Call before anything is formatted. */
export function setSpeech(asked: Speech): void {
  speech = asked
  formats.clear()
}

/** Sets the system's locale. Ignores one that the engine does not know. */
export function setLocale(tag: string): void {
  try {
    systemLocale = new Intl.Locale(tag).toString()
    formats.clear()
  } catch {
    // Not a language tag: keep the default.
  }
}

function localeOf(language: Language): string {
  if (language !== 'en') return language
  return systemLocale.startsWith('en') ? systemLocale : defaultEnglish
}

/** Formats a moment in this PC's time zone, unless `options` name another. */
export function writeMoment(
  at: Date | number,
  options: Intl.DateTimeFormatOptions,
  language: Language = speech.screen,
): string {
  const key = `${language} ${JSON.stringify(options)}`
  // 24-hour clock, except in English, where it depends on the country.
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), clockOf(options, language))
  formats.set(key, format)
  return format.format(at)
}

function clockOf(options: Intl.DateTimeFormatOptions, language: Language): Intl.DateTimeFormatOptions {
  return language === 'en' || options.hour === undefined ? options : { ...options, hourCycle: 'h23' }
}

/** Formats a count: 1,000. */
export function countWords(count: number): string {
  return new Intl.NumberFormat(speech.screen).format(count)
}
