import type { Language, Speech } from '../../shared/base/choices'
import { sentences as en, type Words } from '../../shared/languages/en'

/** The catalogue of the window's language. */
export let words: Words = en

/** The catalogue of the customers' one or two languages: with two, each text stands in both. */
export let paperWords: Words = en

/** The languages that these are in. */
export let speech: Speech = { screen: 'en', paper: ['en'] }

/** Loads the languages. Call before loading any other code of the window, which keeps what it has read. */
export async function speak(asked: Speech): Promise<void> {
  const [screen = en, first = en, ...others] = await Promise.all(
    [asked.screen, ...asked.paper].map(sentencesOf),
  )
  words = screen
  paperWords = others.reduce(inBoth, first)
  speech = asked
  formats.clear()
}

/** Joins two catalogues, or the same part of both. A text that they share stands once. */
function inBoth<T>(first: T, second: T): T
function inBoth(first: unknown, second: unknown): unknown {
  if (typeof first === 'string') return first === second ? first : `${first} ${second}`
  if (typeof first === 'function' && typeof second === 'function') {
    return (...values: readonly unknown[]) => inBoth(first(...values), second(...values))
  }
  const others = new Map<string, unknown>(Object.entries(second ?? {}))
  return Object.fromEntries(
    Object.entries(first ?? {}).map(([name, part]) => [name, inBoth(part, others.get(name))]),
  )
}

/** English is bundled; other languages are loaded on demand. */
const files = import.meta.glob<Words>(['../../shared/languages/*.ts', '!../../shared/languages/en.ts'], {
  import: 'sentences',
})

async function sentencesOf(language: Language): Promise<Words> {
  return (await files[`../../shared/languages/${language}.ts`]?.()) ?? en
}

/**
 * The locale of days and times: the system's if it is of the window's language (en-HK for English), else the language's.
 * Amounts don't depend on it (money.ts).
 */
const defaultEnglish = 'en-GB'

let systemLocale = ''
const formats = new Map<string, Intl.DateTimeFormat>()

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
