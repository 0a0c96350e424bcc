/** What a till may look and sound like, on screen and on paper. Plain, so that the window has it too. */

export const themes = ['system', 'light', 'dark', 'contrast', 'contrast_dark'] as const
export type Theme = (typeof themes)[number]

export const papers = ['80mm', 'a4'] as const

/** How loud the till's tones are: 0 is silent, 100 the loudest. */
export const usualSoundVolume = 60
export const loudestSound = 100

/** How large everything is, in percent of the design's own size. */
export const textSizes = [100, 115, 130, 150] as const
export type TextSize = (typeof textSizes)[number]
export const usualTextSize: TextSize = 100

/** That size; the usual one for anything that is none. */
export function textSizeOf(size: unknown): TextSize {
  return textSizes.find((each) => each === size) ?? usualTextSize
}

/** The theme of that name; the system's for any other text, and for none. */
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
