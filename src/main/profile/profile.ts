import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { hasJournal } from '../journal/journal-files'
import { openSettings, type SettingsStore } from '../settings/settings'
import { makeFileKeychain } from '../vault/file-keychain'
import type { Keychain } from '../vault/keychain'
import { makeOsKeychain } from '../vault/os-keychain'
import { makeSupervisorPin, type SupervisorPin } from '../vault/supervisor-pin'
import { makeVault, type Vault } from '../vault/vault'
import type { ProfileMode } from './profile-mode'
import { profileFolder } from './profile-mode'
import { isForThisPcOnly } from './test-build'

export type Profile = {
  readonly mode: ProfileMode
  readonly folder: string
  readonly settings: SettingsStore
  readonly keychain: Keychain
  readonly vault: Vault
  readonly supervisorPin: SupervisorPin
}

/** Practice guards nothing: its secrets lie in a file of its own profile, so it works without the system's keychain. */
export function openKeychain(mode: ProfileMode, folder: string): Keychain {
  return mode === 'practice'
    ? makeFileKeychain(path.join(folder, 'secrets.json'))
    : makeOsKeychain({ service: 'Tillside' })
}

/** Each profile has its own settings, secrets, journal and saved copies. */
export function openProfile(mode: ProfileMode, userData: string, warn: (message: string) => void): Profile {
  const folder = profileFolder(mode, userData)
  const keychain = openKeychain(mode, folder)
  const wasUsed = () => hasJournal(folder)
  const vault = makeVault({ keychain, profile: folder, wasUsed, thisPcOnly: isForThisPcOnly() })
  return {
    mode,
    folder,
    keychain,
    settings: openSettings({ folder, makeId: randomUUID, now: () => new Date(), warn }),
    vault,
    supervisorPin: makeSupervisorPin({ keychain, profile: folder, credentials: vault, wasUsed }),
  }
}
