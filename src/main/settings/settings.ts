import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { writeWholeFile } from '../files/write-whole-file'
import type { ProfileLock } from '../vault/profile-lock'
import { settingsFileName } from './settings-file'
import { type Settings, type SettingsChange, settingsSchema } from './settings-schema'

/** A profile's settings: how the till looks, and what is the store's. Address, token and device id are the keychain's. */
export type SettingsStore = {
  readonly read: () => Settings
  /** Writes the whole file anew; on failure nothing changes, in memory neither. */
  readonly change: (change: SettingsChange) => Promise<Result<Settings, FaultOf<'settings_not_saved'>>>
  /** Reads the file anew: another process (provisioning) may have written it. */
  readonly reload: () => void
}

type Deps = {
  /** The profile's folder. */
  readonly folder: string
  /** The lock that every process with this profile respects. */
  readonly lock: ProfileLock
  /** Told once that the file cannot be read. */
  readonly warn: (message: string) => void
}

/**
 * Opens the settings of a profile. Where the file cannot be read the defaults hold, or what was read before, and the next
 * change writes it anew.
 */
export function openSettings({ folder, lock, warn }: Deps): SettingsStore {
  const file = path.join(folder, settingsFileName)
  let settings: Settings | null = null
  let isTold = false

  function load(): Settings {
    try {
      settings = settingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const isMissing = 'code' in error && error.code === 'ENOENT'
      if (!isMissing && !isTold) warn(`The settings could not be read: ${error.message}`)
      isTold ||= !isMissing
      settings ??= settingsSchema.parse({})
    }
    return settings
  }

  async function change(change: SettingsChange): Promise<Result<Settings, FaultOf<'settings_not_saved'>>> {
    const changed = await lock<Settings, FaultOf<'settings_not_saved'>>(async () => {
      // Only what is changed here is changed.
      const next = { ...load(), ...change }
      const written = writeWholeFile(file, JSON.stringify(next, null, 2))
      if (!written.ok) return fail({ kind: 'settings_not_saved', detail: written.fault.detail })
      settings = next
      return succeed(next)
    })
    return changed.ok ? changed : fail({ kind: 'settings_not_saved', detail: changed.fault.detail })
  }

  return { read: () => settings ?? load(), change, reload: () => void load() }
}
