/**
 * What of the settings needs a role is bound by a keyed hash beside it, whose key the keychain keeps with a count and
 * the values as they were saved last (architecture.md, "Who may do what"). Pure: what is read, hashed and compared.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type Binding,
  type BoundName,
  type BoundSettings,
  boundDefaults,
  boundNames,
  type Settings,
  type SomeBound,
} from './settings-schema'

/** What the keychain keeps of the settings. */
export type SettingsRecord = {
  readonly key: Buffer
  /** How often they were saved; 0 while the first hash is on its way into the file. */
  readonly count: number
  /** Of the values as they were saved at that count. */
  readonly hash: string
  /** The same values, less what does not fit into a keychain entry: the folder first. */
  readonly values: SomeBound
}

/**
 * What the file holds, beside what the keychain knows. `older` was saved once, and something else after it. `lost`: the
 * keychain had an entry and has none now. `unchecked`: it does not answer, or was not asked yet.
 */
export type SettingsStanding = 'unchecked' | 'as_saved' | 'changed' | 'older' | 'lost'

export function boundOf(settings: BoundSettings): BoundSettings {
  const { deviceId, storeName, storeId, related, keepDays, keepCopies, watchedFolder } = settings
  return { deviceId, storeName, storeId, related, keepDays, keepCopies, watchedFolder }
}

export function isBound(name: string): boolean {
  return boundNames.some((bound) => bound === name)
}

/** HMAC-SHA-256 of these values, saved for the `count`th time, in base64. */
export function hashOf(key: Buffer, count: number, settings: BoundSettings): string {
  const values = boundOf(settings)
  const text = JSON.stringify(['settings 1', count, ...boundNames.map((name) => [name, values[name]])])
  return createHmac('sha256', key).update(text, 'utf8').digest('base64')
}

export function bindingOf(key: Buffer, count: number, settings: BoundSettings): Binding {
  return { count, hash: hashOf(key, count, settings) }
}

export function recordOf(key: Buffer, count: number, settings: BoundSettings): SettingsRecord {
  return { key, count, hash: hashOf(key, count, settings), values: boundOf(settings) }
}

/**
 * What the file is, by what the keychain knows. A hash that is right and newer than the keychain's was written by a
 * program that did not come to tell it.
 */
export function standingOf(file: Settings, record: SettingsRecord): 'as_saved' | 'changed' | 'older' {
  const { binding } = file
  if (binding === undefined) {
    const isFirst = record.count === 0 && isSame(record.hash, hashOf(record.key, 0, file))
    return isFirst ? 'as_saved' : 'changed'
  }
  if (!isSame(binding.hash, hashOf(record.key, binding.count, file))) return 'changed'
  return binding.count < record.count ? 'older' : 'as_saved'
}

/** The file's settings with those values in the place of its own; defaults where there are none, but for the device id. */
export function withValues(file: Settings, values: SomeBound): Settings {
  return {
    ...file,
    deviceId: values.deviceId ?? file.deviceId,
    storeName: values.storeName ?? boundDefaults.storeName,
    storeId: values.storeId ?? boundDefaults.storeId,
    related: values.related ?? boundDefaults.related,
    keepDays: values.keepDays ?? boundDefaults.keepDays,
    keepCopies: values.keepCopies ?? boundDefaults.keepCopies,
    watchedFolder: values.watchedFolder ?? boundDefaults.watchedFolder,
  }
}

/** Which of the bound values are others in the file than those in use. */
export function differing(file: BoundSettings, inUse: BoundSettings): readonly BoundName[] {
  return boundNames.filter((name) => JSON.stringify(file[name]) !== JSON.stringify(inUse[name]))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'utf8'), Buffer.from(other, 'utf8')]
  return a.length === b.length && timingSafeEqual(a, b)
}
