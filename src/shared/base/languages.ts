/** The languages of the window and of its paper, each by its own name. What is said in one is its file in shared/languages. */
export const languageNames = {
  en: 'English',
  'zh-Hant-HK': '繁體中文（香港）',
  'zh-Hans': '简体中文',
  ja: '日本語',
} as const

export type Language = keyof typeof languageNames

// The keys of a record that is written out right above.
export const languages = Object.keys(languageNames) as [Language, ...Language[]]

/** What the window and its paper are written in. */
export type Speech = {
  /** The cashier's. */
  readonly screen: Language
  /** The customers': one, or two beside each other. */
  readonly paper: readonly Language[]
}

/** So many languages fit on a slip. */
export const maxPaperLanguages = 2

/** The language of that tag; English for any other text, and for none. */
export function languageNamed(tag: unknown): Language {
  return languages.find((language) => language === tag) ?? 'en'
}

/** A language as it is written, without the country: of Hong Kong and of Taiwan `zh-Hant`, of Singapore `zh-Hans`. */
function writtenAs(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return ''
  }
}

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /-(?:Arab|Hebr)$/.test(writtenAs(language)) ? 'rtl' : 'ltr'
}

/** The first language of a PC that the window speaks; English where it speaks none of them. */
export function languageFor(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => languages.find((language) => writtenAs(language) === writtenAs(tag)))
  return spoken.find((language) => language !== undefined) ?? 'en'
}

/** What Settings say of it; `system` and no language on paper are as the PC has it. */
export type SpeechSettings = {
  readonly language: Language | 'system'
  readonly paperLanguages: readonly Language[]
}

/** What a PC asks for: its languages, best first, and the one that this start was given (`--lang`); '' for none. */
export type AskedLanguages = { readonly preferred: readonly string[]; readonly given: string }

/** What is spoken, by this start, the settings, and the PC's own languages. */
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
