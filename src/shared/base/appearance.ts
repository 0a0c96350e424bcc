/** What a till may look and sound like, on screen and on paper. */

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

/** Every setting that the administrator's policy can set (main/settings/policy.ts), under the name that Settings and the policy share. */
export const settingNames = [
  'serviceAddress',
  'storeName',
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
