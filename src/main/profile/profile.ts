import path from 'node:path'
import { type JournalKeys, madeElsewhere, makeJournalKeys } from '../journal/journal-keys'
import { wasUsed } from '../journal/open-record'
import { makePeople, type People, type PeopleDeps } from '../people/people'
import { readServiceAddress } from '../service/address'
import type { ReadPolicy } from '../settings/policy'
import { openSettings, type SettingsStore, type SettingValues } from '../settings/settings'
import { type BuildKind, buildKind, isForThisPcOnly } from '../system/build'
import type { AddressRule } from '../vault/credentials'
import { type Keychain, makeFileKeychain, osKeychain, vaultName } from '../vault/keychain'
import { makeVault, type Vault } from '../vault/vault'
import { isLinked, type ProfileMode, profileFolder, realFolder } from './place'

export type Profile = {
  readonly mode: ProfileMode
  readonly folder: string
  /** The path in the names of its keychain entries (vault/keychain.ts). */
  readonly entriesPath: string
  /** The folder that the profile was moved or copied from; null for none. */
  readonly movedFrom: string | null
  readonly settings: SettingsStore
  readonly keychain: Keychain
  readonly vault: Vault
  readonly people: People
  /** Whether the profile has ever had a record of refunds. */
  readonly wasUsed: () => boolean
  readonly journalKeys: JournalKeys
}

/** Practice keeps its secrets, which guard nothing, in a file, and works without the system's keychain. */
function openKeychain(mode: ProfileMode, folder: string): Keychain {
  return mode === 'practice' ? makeFileKeychain(path.join(folder, 'secrets.json')) : osKeychain
}

/**
 * Returns the path that names the keychain's entries of a profile, and the folder that it was moved or copied from, else null.
 * A folder that the administrator linked to from its former place has not moved.
 */
export function entriesOf(
  folder: string,
  isThereStill = isLinked,
): Pick<Profile, 'entriesPath' | 'movedFrom'> {
  const entriesPath = realFolder(folder)
  const movedFrom = madeElsewhere(folder, entriesPath)
  return movedFrom !== null && isThereStill(movedFrom, entriesPath)
    ? { entriesPath: movedFrom, movedFrom: null }
    : { entriesPath, movedFrom }
}

/** Opens a profile, which has its own settings, secrets, journal and saved copies. */
export async function openProfile(
  mode: ProfileMode,
  userData: string,
  addresses: AddressRule,
  warn: (message: string) => void,
  settingsPolicy: SettingValues = {},
): Promise<Profile> {
  const folder = profileFolder(mode, userData)
  const keychain = openKeychain(mode, folder)
  const { entriesPath, movedFrom } = entriesOf(folder)
  if (movedFrom !== null) {
    // Without the path, which may name another account: diagnostics hold the log.
    warn(
      'This profile’s folder was moved or copied, and its keychain entries belong where it was ' +
        '(keychain-place.json). Move it back, or set it up anew here.',
    )
  }
  const place = { folder, keychain, entriesPath, movedFrom }
  const pin = { neverStops: mode === 'practice' }
  const journalKeys = makeJournalKeys(keychain, vaultName('journal', entriesPath))
  return { mode, ...place, journalKeys, ...openParts({ ...place, addresses, settingsPolicy, warn, pin }) }
}

type PartsDeps = Pick<Profile, 'folder' | 'keychain' | 'entriesPath'> & {
  readonly addresses?: AddressRule
  readonly settingsPolicy?: SettingValues
  readonly warn: (message: string) => void
  readonly pin?: Pick<PeopleDeps, 'neverStops' | 'power' | 'now' | 'monotonic'>
}

/** Opens the parts of a profile that need only its folder and its keychain entries. */
export function openParts({ folder, keychain, entriesPath, warn, ...given }: PartsDeps) {
  const { addresses = 'any', settingsPolicy: policy = {}, pin } = given
  const secrets = { keychain, profile: entriesPath, wasUsed: () => wasUsed(folder) }
  const vault = makeVault({ ...secrets, addresses })
  const people = makePeople({ ...secrets, folder, credentials: vault, ...pin })
  const settings = openSettings({ folder, warn, policy, sealed: people.settings })
  return { settings, vault, people, wasUsed: secrets.wasUsed }
}

/** Returns the keys of a profile's journals, without opening the profile. */
export function journalKeysOf(mode: ProfileMode, userData: string): JournalKeys {
  const folder = profileFolder(mode, userData)
  return makeJournalKeys(openKeychain(mode, folder), vaultName('journal', entriesOf(folder).entriesPath))
}

/** Returns the only address that the policy allows; '' for any. */
export function addressByPolicy({ settings }: Pick<ReadPolicy, 'settings'>): string {
  const address = readServiceAddress(settings.serviceAddress ?? '')
  return address.ok ? address.value.text : ''
}

/** Opens a profile under the policy that holds in its mode. */
export function openUnderPolicy(
  mode: ProfileMode,
  userData: string,
  policy: ReadPolicy,
  warn: (message: string) => void,
): Promise<Profile> {
  return openProfile(mode, userData, addressRule(mode, policy), warn, policy.settings)
}

/**
 * Returns which payment services a profile may be connected to. A service on this PC takes the administrator's consent,
 * because whoever sits at the till could run one that "refunds" anything. A policy with a problem allows nothing more.
 */
export function addressRule(
  mode: ProfileMode,
  read: Pick<ReadPolicy, 'policy' | 'settings' | 'problem'>,
  kind: BuildKind = buildKind,
  thisPcOnly: boolean = isForThisPcOnly(),
): AddressRule {
  const allowsThisPc = read.problem === null && read.policy.allowLoopbackService
  const isStores = mode === 'service' && kind === 'package' && !allowsThisPc
  const hosts = thisPcOnly ? 'this_pc_only' : isStores ? 'not_this_pc' : 'any'
  const only = addressByPolicy(read)
  return only === '' ? hosts : { only, hosts }
}
