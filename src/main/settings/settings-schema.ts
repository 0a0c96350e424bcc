import { z } from 'zod'
import {
  loudestSound,
  papers,
  textSizes,
  themes,
  usualSoundVolume,
  usualTextSize,
} from '../../shared/appearance'
import { charactersSchema } from '../../shared/common-schemas'
import { relatedKinds } from '../../shared/related'
import { chosenRelatedSchema } from '../../shared/related-schemas'
import { type Retention, usualRetention } from '../../shared/retention'
import { keepCopiesSchema, keepDaysSchema } from '../../shared/retention-schemas'
import { testPrints } from '../../shared/set-up'

/** What each setting may be, for the settings file and for the administrator's policy (policy/policy-fields.ts). */
export const settingValues = {
  storeName: charactersSchema(80),
  /** The `store_id` of this till's own store (interface.md §2.2); '' when nobody has said. */
  storeId: charactersSchema(64),
  /** Which related records are asked for (interface.md §4.2, `include`). */
  related: chosenRelatedSchema,
  cashier: z.string().max(80),
  theme: z.enum(themes),
  paper: z.enum(papers),
  textSize: z.literal(textSizes),
  soundVolume: z.number().int().min(0).max(loudestSound),
  /** How many days saved copies are kept, and how many of them (architecture.md, "Saved copies"). */
  keepDays: keepDaysSchema,
  keepCopies: keepCopiesSchema,
  /** Where the store's own system puts its lists of codes; '' for nowhere. */
  watchedFolder: z.string().max(4096),
}

export const settingsSchema = z.object({
  storeName: settingValues.storeName.default(''),
  storeId: settingValues.storeId.default(''),
  related: settingValues.related.default(relatedKinds),
  cashier: settingValues.cashier.default(''),
  theme: settingValues.theme.default('system'),
  paper: settingValues.paper.default('80mm'),
  textSize: settingValues.textSize.default(usualTextSize),
  soundVolume: settingValues.soundVolume.default(usualSoundVolume),
  testPrint: z.enum(testPrints).default('none'),
  watchedFolder: settingValues.watchedFolder.default(''),
  keepDays: settingValues.keepDays.default(usualRetention.days),
  keepCopies: settingValues.keepCopies.default(usualRetention.count),
})

export type Settings = Readonly<z.output<typeof settingsSchema>>
export type SettingsChange = Partial<Settings>

/** What the policy can set of them. */
const settingValuesSchema = z.object(settingValues).partial()
export type SettingValues = Readonly<z.output<typeof settingValuesSchema>>

/** What the store has set for its saved copies. */
export function retentionOf({ keepDays, keepCopies }: Pick<Settings, 'keepDays' | 'keepCopies'>): Retention {
  return { days: keepDays, count: keepCopies }
}
