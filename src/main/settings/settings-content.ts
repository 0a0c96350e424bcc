/** The settings file as it lies in the profile: reading it, and setting aside one that cannot be understood. */
import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { writeWholeFile } from '../files/write-whole-file'
import { type Settings, salvageDeviceId, settingsSchema } from './settings-schema'

export type SettingsFileDeps = {
  readonly file: string
  readonly makeId: () => string
  readonly now: () => Date
  /** Told when something had to be set right. */
  readonly warn: (message: string) => void
}

export type ReadSettings = {
  readonly settings: Settings
  /** Why the file cannot be read, in the system's words or ours; then nothing is to be written. Null where it can. */
  readonly unreadable: string | null
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

function writeDefaults(id: string, { file, warn }: SettingsFileDeps): Settings {
  const settings = settingsSchema.parse({ deviceId: id })
  const written = writeWholeFile(file, JSON.stringify(settings, null, 2))
  if (!written.ok) warn(`The settings could not be written: ${written.fault.detail}`)
  return settings
}

function quarantine({ file, now, warn }: SettingsFileDeps): void {
  const aside = `settings.broken-${now().toISOString().replace(/[:.]/g, '-')}.json`
  renameSync(file, path.join(path.dirname(file), aside))
  warn(`The settings could not be understood; they were set aside as ${aside}.`)
}

/**
 * Reads the file, whatever it holds. One that cannot be understood is set aside beside it as
 * `settings.broken-<time>.json`, untouched, and the defaults hold. One that cannot be read at all is left alone.
 * @param before what was read last, which stays where the file is gone or cannot be read.
 */
export function readSettings(deps: SettingsFileDeps, before: Settings | null): ReadSettings {
  const { makeId, warn } = deps
  const read = readContent(deps.file)
  switch (read.kind) {
    case 'content': {
      const parsed = settingsSchema.safeParse(read.content)
      if (parsed.success) return { settings: parsed.data, unreadable: null }
      quarantine(deps)
      const id = salvageDeviceId(read.content) ?? before?.deviceId ?? makeId()
      return { settings: writeDefaults(id, deps), unreadable: null }
    }
    case 'missing':
      return { settings: before ?? writeDefaults(makeId(), deps), unreadable: null }
    case 'unreadable':
      warn(`The settings could not be read: ${read.detail}`)
      return { settings: before ?? settingsSchema.parse({ deviceId: makeId() }), unreadable: read.detail }
  }
}
