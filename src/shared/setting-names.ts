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
  'watchedFolder',
] as const
export type SettingName = (typeof settingNames)[number]
