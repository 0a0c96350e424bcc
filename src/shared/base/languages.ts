/** The languages of the window and of its paper, each by its own name. What is said in one is its file in shared/languages. */
export const languageNames = {
  en: 'English',
  'zh-Hant-HK': '繁體中文（香港）',
  'zh-Hans': '简体中文',
  ja: '日本語',
} as const

export type Language = keyof typeof languageNames

// Object.keys forgets the keys' type.
export const languages = Object.keys(languageNames) as [Language, ...Language[]]

/** What the window and its paper are written in. */
export type Speech = {
  /** The cashier's. */
  readonly screen: Language
  /** The customers': one, or two beside each other. */
  readonly paper: readonly Language[]
}

export const maxPaperLanguages = 2

/** Returns the language of that tag; English for anything else. */
export function languageNamed(tag: unknown): Language {
  return languages.find((language) => language === tag) ?? 'en'
}

/** Returns language and script without the country: `zh-Hant` of Hong Kong and of Taiwan, `zh-Hans` of Singapore. */
function writtenAs(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return ''
  }
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return /-(?:Arab|Hebr)$/.test(writtenAs(language)) ? 'rtl' : 'ltr'
}

/** Returns the first language of a PC that the window speaks; English when it speaks none of them. */
export function languageFor(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => languages.find((language) => writtenAs(language) === writtenAs(tag)))
  return spoken.find((language) => language !== undefined) ?? 'en'
}

/** `system`, and no language on paper, take the PC's own. */
export type SpeechSettings = {
  readonly language: Language | 'system'
  readonly paperLanguages: readonly Language[]
}

/** The PC's languages, best first, and the one that this start was given (`--lang`); '' for none. */
export type AskedLanguages = { readonly preferred: readonly string[]; readonly given: string }

/** Returns what is spoken: by this start, else the settings, else the PC's own languages. */
export function speechOf(
  { language, paperLanguages }: SpeechSettings,
  { preferred, given }: AskedLanguages,
): Speech {
  const ofPc = languageFor(preferred)
  const chosen = language === 'system' ? ofPc : language
  return {
    screen: given === '' ? chosen : languageFor([given]),
    paper: paperLanguages.length === 0 ? [ofPc] : paperLanguages,
  }
}

/** A sentence about a count in each plural form of a language; `#` is the count. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns the sentence as a function of the count, which it formats for that language. */
export function pluralIn(language: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', () => numbers.format(count))
}
