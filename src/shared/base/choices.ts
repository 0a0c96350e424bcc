/**
 * What a till's settings can be: how it looks, sounds and speaks, on screen and on paper. Loaded by the window's first script, so
 * without zod.
 */

export const themes = ['system', 'light', 'dark', 'contrast', 'contrast_dark'] as const
export type Theme = (typeof themes)[number]

export const papers = ['80mm', 'a4'] as const

/** The volume of the till's tones, from 0, which is silent. */
export const defaultSoundVolume = 60
export const maxSoundVolume = 100

/** In percent of the design's own size. */
export const textSizes = [100, 115, 130, 150] as const
export type TextSize = (typeof textSizes)[number]
export const defaultTextSize: TextSize = 100

/** Returns that size, or the default for anything that is none. */
export function textSizeOf(size: unknown): TextSize {
  return textSizes.find((each) => each === size) ?? defaultTextSize
}

/** Returns the theme of that name, or the system's for anything else. */
export function themeNamed(name: unknown): Theme {
  return themes.find((theme) => theme === name) ?? 'system'
}

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

/** Returns the direction that a language is written in, by its script. */
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

/** Every setting that the administrator's policy can set (main/settings/policy.ts), under the name that Settings and the policy share. */
export const settingNames = [
  'serviceAddress',
  'tillName',
  'storeId',
  'related',
  'cashier',
  'language',
  'paperLanguages',
  'theme',
  'paper',
  'textSize',
  'soundVolume',
  'keepDays',
  'keepCopies',
  'rules',
  'reasons',
] as const
export type SettingName = (typeof settingNames)[number]
