import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { keyBytes } from '../database/sealing'
import { writeWholeFile } from '../files/write-whole-file'
import type { KeychainFault } from '../vault/keychain'
import {
  bindingOf,
  differing,
  isBound,
  recordOf,
  type SettingsRecord,
  type SettingsStanding,
  standingOf,
  withValues,
} from './bound-settings'
import { type ReadSettings, readSettings, type SettingsFileDeps } from './settings-content'
import { makeSettingsEntry, type SettingsKeychain } from './settings-entry'
import { settingsFileName } from './settings-file'
import type { BoundName, Settings, SettingsChange } from './settings-schema'

type ChangeFault = FaultOf<'settings_not_saved' | 'keychain_unavailable'>

export type SettingsStore = {
  /**
   * What holds: the file as it was saved, or, where somebody else changed what a supervisor sets, the values that
   * were saved last in its place. Until the keychain has answered, the file as it is.
   */
  readonly read: () => Settings
  /**
   * Writes the whole file anew; on failure nothing changes, in memory neither. A change of what a supervisor sets
   * binds all of that; any other one leaves it in the file as it was found.
   */
  readonly change: (change: SettingsChange) => Promise<Result<Settings, ChangeFault>>
  /**
   * Reads file and keychain anew: another process (provisioning) may have written them, and so may somebody who must
   * not. Binds what was never bound. A keychain that does not answer leaves the file alone.
   */
  readonly check: () => Promise<SettingsStanding>
  readonly standing: () => SettingsStanding
  /** Of what a supervisor sets, what the file has otherwise than it is in use. */
  readonly notTaken: () => readonly BoundName[]
}

type Deps = Omit<SettingsFileDeps, 'file'> &
  SettingsKeychain & {
    /** The profile's folder. */
    readonly folder: string
  }

/** What the keychain has said of the settings; null until it has answered. */
type Known = SettingsRecord | { readonly lostId: string | null } | null

function standingWith(known: Known, settings: Settings): SettingsStanding {
  if (known === null) return 'unchecked'
  return 'lostId' in known ? 'lost' : standingOf(settings, known)
}

function inUseWith(known: Known, settings: Settings): Settings {
  if (known === null || standingWith(known, settings) === 'as_saved') return settings
  if (!('lostId' in known)) return withValues(settings, known.values)
  return withValues(settings, known.lostId === null ? {} : { deviceId: known.lostId })
}

/** What is chosen adds up (settings-schema.ts); everything else takes the place of what was. */
function withChange(settings: Settings, change: SettingsChange): Settings {
  const chosen = [...new Set([...(settings.chosen ?? []), ...(change.chosen ?? [])])]
  return { ...settings, ...change, ...(chosen.length === 0 ? {} : { chosen }) }
}

/** The file and the keychain agree: nothing is to be written to either. */
function isSettled(known: Known, settings: Settings): boolean {
  if (known === null || 'lostId' in known) return false
  return settings.binding?.count === known.count && standingOf(settings, known) === 'as_saved'
}

/** Opens the settings of a profile (settings-content.ts says what becomes of a broken file). */
export function openSettings(deps: Deps): SettingsStore {
  const { folder, lock, warn } = deps
  const file = path.join(folder, settingsFileName)
  const entry = makeSettingsEntry(deps)
  let found: ReadSettings | null = null
  let known: Known = null

  function load(): ReadSettings {
    found = readSettings({ ...deps, file }, found?.settings ?? null)
    return found
  }

  const latest = () => (found ?? load()).settings
  const standing = () => standingWith(known, latest())
  const inUse = () => inUseWith(known, latest())

  function write(settings: Settings): Result<null, FaultOf<'settings_not_saved'>> {
    const { unreadable } = found ?? load()
    if (unreadable !== null) return fail({ kind: 'settings_not_saved', detail: unreadable })
    const written = writeWholeFile(file, JSON.stringify(settings, null, 2))
    if (!written.ok) return fail({ kind: 'settings_not_saved', detail: written.fault.detail })
    found = { settings, unreadable: null }
    return succeed(null)
  }

  /** Asks the keychain; null where it has never had anything. */
  async function ask(): Promise<Result<Known, KeychainFault>> {
    const read = await entry.read(load().settings.binding !== undefined)
    if (!read.ok) return read
    return succeed(read.value === 'lost' ? { lostId: await entry.provisionedId() } : read.value)
  }

  /** The keychain is told what is in the file already: a crash between the two leaves the file ahead, which is right. */
  async function tell(record: SettingsRecord): Promise<void> {
    known = record
    const told = await entry.write(record)
    if (!told.ok) warn(`The keychain could not be told of the settings: ${told.fault.detail}`)
  }

  /** Under the lock: what was never bound is bound, and the keychain is told of what it has missed. */
  async function settle(): Promise<Result<null, KeychainFault>> {
    const asked = await ask()
    if (!asked.ok) return asked
    const { settings, unreadable } = found ?? load()
    known = asked.value
    if (unreadable !== null || (known !== null && 'lostId' in known)) return succeed(null)
    if (known === null) {
      const first = recordOf(randomBytes(keyBytes), 0, settings)
      const kept = await entry.write(first)
      if (!kept.ok) return kept
      known = first
    }
    if (standingOf(settings, known) !== 'as_saved') return succeed(null)
    const { key } = known
    const count = settings.binding?.count ?? 1
    if (settings.binding === undefined) {
      const written = write({ ...settings, binding: bindingOf(key, count, settings) })
      if (!written.ok) return succeed(null)
    }
    if (known.count < count) await tell(recordOf(key, count, settings))
    return succeed(null)
  }

  async function check(): Promise<SettingsStanding> {
    const asked = await ask()
    // What looks wrong may be half of what somebody is just writing: only under the lock is it believed.
    if (asked.ok && isSettled(asked.value, latest())) known = asked.value
    else if (asked.ok) await lock(settle)
    if (known !== null && !('lostId' in known)) await entry.note()
    return standing()
  }

  function writeUnbound(change: SettingsChange): Result<Settings, ChangeFault> {
    const written = write(withChange(latest(), change))
    return written.ok ? succeed(inUse()) : written
  }

  /** Under the lock: a change of what a supervisor sets. */
  async function bind(change: SettingsChange): Promise<Result<Settings, ChangeFault>> {
    const asked = await ask()
    const { settings, unreadable } = found ?? load()
    // Before the keychain is told of what cannot come into the file.
    if (unreadable !== null) return fail({ kind: 'settings_not_saved', detail: unreadable })
    // A till that was never bound may have no keychain at all; one that is bound waits for it.
    const isFree = known === null && settings.binding === undefined
    if (!asked.ok) return isFree ? writeUnbound(change) : asked
    known = asked.value
    const record = known === null || 'lostId' in known ? null : known
    const key = record?.key ?? randomBytes(keyBytes)
    const count = Math.max(record?.count ?? 0, settings.binding?.count ?? 0) + 1
    const values = withChange(known === null ? settings : inUse(), change)
    const next = { ...values, binding: bindingOf(key, count, values) }
    if (record === null) {
      // The key first: a hash whose key nobody has would be a file that somebody changed.
      const kept = await entry.write(recordOf(key, count, values))
      if (!kept.ok) return isFree && known === null ? writeUnbound(change) : kept
    }
    const written = write(next)
    if (!written.ok) return written
    if (record === null) known = recordOf(key, count, values)
    else await tell(recordOf(key, count, values))
    return succeed(next)
  }

  async function change(change: SettingsChange): Promise<Result<Settings, ChangeFault>> {
    const binds = Object.keys(change).some(isBound)
    const changed = await lock<Settings, ChangeFault>(async () => {
      if (binds) return bind(change)
      // Provisioning may have written the file since: only what is changed here is changed.
      load()
      return writeUnbound(change)
    })
    if (!changed.ok && !binds && changed.fault.kind === 'keychain_unavailable') {
      return fail({ kind: 'settings_not_saved', detail: changed.fault.detail })
    }
    if (changed.ok && binds && known !== null) await entry.note()
    return changed
  }

  return {
    read: inUse,
    change,
    check,
    standing,
    notTaken: () => differing(latest(), inUse()),
  }
}
