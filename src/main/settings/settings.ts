import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { papers, themes } from '../../shared/appearance'
import { charactersSchema } from '../../shared/common-schemas'
import type { FaultOf } from '../../shared/fault'
import { relatedKinds } from '../../shared/related'
import { chosenRelatedSchema } from '../../shared/related-schemas'
import { fail, type Result, succeed } from '../../shared/result'
import { type Retention, usualRetention } from '../../shared/retention'
import { keepCopiesSchema, keepDaysSchema } from '../../shared/retention-schemas'
import { writeWholeFile } from '../files/write-whole-file'
import { settingsFileName } from './settings-file'

const deviceId = z.string().trim().min(1).pipe(charactersSchema(255))

// Loose: what a newer Tillside keeps here is still there after this one has written the file.
const settingsSchema = z.looseObject({
  /** Sent with every refund (interface.md §4.1, `device_unique_id`); made once per profile. */
  deviceId,
  storeName: charactersSchema(80).default(''),
  /** The `store_id` of this till's own store (interface.md §2.2); '' when nobody has said. */
  storeId: charactersSchema(64).default(''),
  /** Which related records are asked for (interface.md §4.2, `include`). */
  related: chosenRelatedSchema.default(relatedKinds),
  cashier: z.string().max(80).default(''),
  theme: z.enum(themes).default('system'),
  paper: z.enum(papers).default('80mm'),
  /** Where the store's own system puts its lists of codes; '' for nowhere. */
  watchedFolder: z.string().max(4096).default(''),
  /** How many days saved copies are kept, and how many of them (design.md, "Saved copies"). */
  keepDays: keepDaysSchema.default(usualRetention.days),
  keepCopies: keepCopiesSchema.default(usualRetention.count),
})

export type Settings = z.output<typeof settingsSchema>
/** What the store has set for its saved copies. */
export function retentionOf({ keepDays, keepCopies }: Pick<Settings, 'keepDays' | 'keepCopies'>): Retention {
  return { days: keepDays, count: keepCopies }
}

export type SettingsChange = Partial<
  Pick<
    Settings,
    | 'deviceId'
    | 'storeName'
    | 'storeId'
    | 'related'
    | 'cashier'
    | 'theme'
    | 'paper'
    | 'keepDays'
    | 'keepCopies'
    | 'watchedFolder'
  >
>

export type SettingsStore = {
  readonly read: () => Settings
  /** Writes the whole file anew; on failure nothing changes, in memory neither. */
  readonly change: (change: SettingsChange) => Result<Settings, FaultOf<'settings_not_saved'>>
  /** Reads the file again: another process (provisioning) may have written it. */
  readonly reload: () => Settings
}

type Warn = (message: string) => void

type Deps = {
  /** The profile's folder. */
  readonly folder: string
  readonly makeId: () => string
  readonly now: () => Date
  /** Told when something had to be set right. */
  readonly warn: Warn
}

type FileContent =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly detail: string }
  /** Parsed JSON, or the text itself when it is none. */
  | { readonly kind: 'content'; readonly content: unknown }

function readContent(file: string): FileContent {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT') return { kind: 'missing' }
    return { kind: 'unreadable', detail: error.message }
  }
  try {
    return { kind: 'content', content: JSON.parse(text) }
  } catch {
    return { kind: 'content', content: text }
  }
}

/** The device id names this till at the service: it is worth keeping out of a file that is otherwise broken. */
function salvageDeviceId(content: unknown): string | null {
  const parsed = z.object({ deviceId }).safeParse(content)
  return parsed.success ? parsed.data.deviceId : null
}

function writeDefaults(file: string, id: string, warn: Warn): Settings {
  const settings = settingsSchema.parse({ deviceId: id })
  const written = writeWholeFile(file, JSON.stringify(settings, null, 2))
  if (!written.ok) warn(`The settings could not be written: ${written.fault.detail}`)
  return settings
}

function quarantine(file: string, time: Date, warn: Warn): void {
  const aside = `settings.broken-${time.toISOString().replace(/[:.]/g, '-')}.json`
  renameSync(file, path.join(path.dirname(file), aside))
  warn(`The settings could not be understood; they were set aside as ${aside}.`)
}

/**
 * Opens the settings of a profile. A file that cannot be understood is set aside beside it as
 * `settings.broken-<time>.json`, untouched, and the defaults hold. One that cannot be read at all is left
 * alone: the defaults hold until the program ends, and no change is saved.
 */
export function openSettings({ folder, makeId, now, warn }: Deps): SettingsStore {
  const file = path.join(folder, settingsFileName)
  let current: Settings | null = null
  let unreadable: string | null = null

  function load(): Settings {
    const read = readContent(file)
    unreadable = read.kind === 'unreadable' ? read.detail : null
    if (read.kind === 'content') {
      const parsed = settingsSchema.safeParse(read.content)
      if (parsed.success) return parsed.data
      quarantine(file, now(), warn)
      return writeDefaults(file, salvageDeviceId(read.content) ?? current?.deviceId ?? makeId(), warn)
    }
    if (read.kind === 'unreadable') warn(`The settings could not be read: ${read.detail}`)
    if (current !== null) return current
    return read.kind === 'missing'
      ? writeDefaults(file, makeId(), warn)
      : settingsSchema.parse({ deviceId: makeId() })
  }

  function reload(): Settings {
    current = load()
    return current
  }

  function change(change: SettingsChange): Result<Settings, FaultOf<'settings_not_saved'>> {
    // Provisioning may have written the file since: only what is changed here is changed.
    const next = settingsSchema.parse({ ...reload(), ...change })
    if (unreadable !== null) return fail({ kind: 'settings_not_saved', detail: unreadable })
    const written = writeWholeFile(file, JSON.stringify(next, null, 2))
    if (!written.ok) return fail({ kind: 'settings_not_saved', detail: written.fault.detail })
    current = next
    return succeed(next)
  }

  return { read: () => current ?? reload(), reload, change }
}
