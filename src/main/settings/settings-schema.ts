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
import { storeSettings } from '../../shared/settings-channels'

/** What each other setting may be, for the settings file and for the administrator's policy (policy/policy-fields.ts). */
const free = {
  cashier: z.string().max(80),
  theme: z.enum(themes),
  paper: z.enum(papers),
  textSize: z.literal(textSizes),
  soundVolume: z.number().int().min(0).max(loudestSound),
}

/** What a supervisor or provisioning sets. Defaults stand elsewhere, so that what is missing can be told from them. */
const bound = {
  /** Sent with every refund (interface.md §4.1, `device_unique_id`); made once per profile. */
  deviceId: z.string().trim().min(1).pipe(charactersSchema(255)),
  storeName: charactersSchema(80),
  /** The `store_id` of this till's own store (interface.md §2.2); '' when nobody has said. */
  storeId: charactersSchema(64),
  /** Which related records are asked for (interface.md §4.2, `include`). */
  related: chosenRelatedSchema,
  /** How many days saved copies are kept, and how many of them (architecture.md, "Saved copies"). */
  keepDays: keepDaysSchema,
  keepCopies: keepCopiesSchema,
  /** Where the store's own system puts its lists of codes; '' for nowhere. */
  watchedFolder: z.string().max(4096),
}

const defaults = {
  storeName: '',
  storeId: '',
  related: relatedKinds,
  keepDays: usualRetention.days,
  keepCopies: usualRetention.count,
  watchedFolder: '',
} as const

/** The keyed hash that binds what a supervisor sets, and how often that was saved (bound-settings.ts). */
const bindingSchema = z.object({ count: z.number().int().positive(), hash: z.string() }).readonly()
export type Binding = z.output<typeof bindingSchema>

// Loose: what a newer Tillside keeps here is still there after this one has written the file.
export const settingsSchema = z.looseObject({
  deviceId: bound.deviceId,
  storeName: bound.storeName.default(defaults.storeName),
  storeId: bound.storeId.default(defaults.storeId),
  related: bound.related.default(defaults.related),
  cashier: free.cashier.default(''),
  theme: free.theme.default('system'),
  paper: free.paper.default('80mm'),
  textSize: free.textSize.default(usualTextSize).catch(usualTextSize),
  soundVolume: free.soundVolume.default(usualSoundVolume).catch(usualSoundVolume),
  testPrint: z.enum(testPrints).default('none').catch('none'),
  watchedFolder: bound.watchedFolder.default(defaults.watchedFolder),
  keepDays: bound.keepDays.default(defaults.keepDays),
  keepCopies: bound.keepCopies.default(defaults.keepCopies),
  /** Settings that somebody set to what holds anyway: a default of the policy takes the place of all others that do. */
  chosen: z.array(z.string()).readonly().optional().catch(undefined),
  /** What cannot be read as one binds nothing. */
  binding: bindingSchema.optional().catch(undefined),
})

export type Settings = z.output<typeof settingsSchema>

const { deviceId: _tillsOwn, ...boundValues } = bound
/** What the policy can set of them, one schema for each. */
export const settingValues = { ...boundValues, ...free }
export const settingValuesSchema = z.object(settingValues).partial()
export type SettingValues = z.output<typeof settingValuesSchema>

/** The settings that need a role (shared/settings-channels.ts), and the device id, which provisioning alone sets. */
export const boundNames = ['deviceId', ...storeSettings, 'watchedFolder'] as const
export type BoundName = (typeof boundNames)[number]
export type BoundSettings = Pick<Settings, BoundName>

/** Some of them, as the keychain's entry has them. */
export const someBoundSchema = z.object(bound).partial()
export type SomeBound = z.output<typeof someBoundSchema>

/** What holds where nobody has said otherwise; the device id has no such value. */
export const boundDefaults: Omit<BoundSettings, 'deviceId'> = defaults

/** The device id names this till at the service: it is worth keeping out of a file that is otherwise broken. */
export function salvageDeviceId(content: unknown): string | null {
  const parsed = z.object({ deviceId: bound.deviceId }).safeParse(content)
  return parsed.success ? parsed.data.deviceId : null
}

export type SettingsChange = Partial<
  Pick<
    Settings,
    BoundName | 'cashier' | 'theme' | 'paper' | 'textSize' | 'soundVolume' | 'testPrint' | 'chosen'
  >
>

/** What the store has set for its saved copies. */
export function retentionOf({ keepDays, keepCopies }: Pick<Settings, 'keepDays' | 'keepCopies'>): Retention {
  return { days: keepDays, count: keepCopies }
}
