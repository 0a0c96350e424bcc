import path from 'node:path'
import { type JournalKeys, madeElsewhere, makeJournalKeys } from '../journal/journal-keys'
import { wasUsed } from '../journal/open-record'
import { makePeople, type People, type PeopleDeps } from '../people/people'
import { readServiceAddress } from '../service/address'
import type { ReadPolicy } from '../settings/policy'
import { openSettings, type SettingsStore, type SettingValues } from '../settings/settings'
import { type BuildKind, buildKind, isForThisPcOnly } from '../system/build'
import type { AddressRule } from '../vault/credentials'
import { type Keychain, makeFileKeychain, makeOsKeychain, vaultName } from '../vault/keychain'
import { makeVault, type Vault } from '../vault/vault'
import { type ProfileMode, profileFolder, realFolder } from './place'

export type Profile = {
  readonly mode: ProfileMode
  readonly folder: string
  /** What its keychain entries are named by (vault/keychain.ts). */
  readonly entriesPath: string
  /** The folder that its entries were made in, where that is another one: it was moved or copied. */
  readonly movedFrom: string | null
  readonly settings: SettingsStore
  readonly keychain: Keychain
  readonly vault: Vault
  readonly people: People
  /** Whether it has ever had a record of refunds. */
  readonly wasUsed: () => boolean
  readonly journalKeys: JournalKeys
}

/** Practice guards nothing: its secrets lie in a file of its own profile, so it works without the system's keychain. */
function openKeychain(mode: ProfileMode, folder: string): Keychain {
  return mode === 'practice'
    ? makeFileKeychain(path.join(folder, 'secrets.json'))
    : makeOsKeychain({ service: 'Tillside' })
}

/** Each profile has its own settings, secrets, journal and saved copies. */
export async function openProfile(
  mode: ProfileMode,
  userData: string,
  addresses: AddressRule,
  warn: (message: string) => void,
  settingsPolicy: SettingValues = {},
): Promise<Profile> {
  const folder = profileFolder(mode, userData)
  const keychain = openKeychain(mode, folder)
  const entriesPath = realFolder(folder)
  const movedFrom = madeElsewhere(folder, entriesPath)
  if (movedFrom !== null) {
    warn(
      `This profile’s folder was moved or copied from ${movedFrom}; its keychain entries belong there. ` +
        'Move it back, or set it up anew here.',
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
  /** How PINs are looked at, where that is otherwise than usual. */
  readonly pin?: Pick<PeopleDeps, 'neverStops' | 'power' | 'now' | 'monotonic'>
}

/** What of a profile rests on its folder and its keychain entries, wherever they are. */
export function openParts({ folder, keychain, entriesPath, warn, ...given }: PartsDeps) {
  const { addresses = 'any', settingsPolicy: policy = {}, pin } = given
  const secrets = { keychain, profile: entriesPath, wasUsed: () => wasUsed(folder) }
  const vault = makeVault({ ...secrets, addresses })
  const people = makePeople({ ...secrets, folder, credentials: vault, ...pin })
  const settings = openSettings({ folder, warn, policy, sealed: people.settings })
  return { settings, vault, people, wasUsed: secrets.wasUsed }
}

/** The keys of this profile's journals, without opening it. */
export function journalKeysOf(mode: ProfileMode, userData: string): JournalKeys {
  const folder = profileFolder(mode, userData)
  return makeJournalKeys(openKeychain(mode, folder), vaultName('journal', realFolder(folder)))
}

/** The only address that may be connected; '' for any, and in practice, whose service is its own. */
export function addressByPolicy(mode: ProfileMode, { settings }: Pick<ReadPolicy, 'settings'>): string {
  const address = readServiceAddress(settings.serviceAddress ?? '')
  return mode === 'service' && address.ok ? address.value.text : ''
}

/**
 * Opens a profile with what the administrator says of its address and its settings. Practice takes how a till looks,
 * sounds and prints from the policy; its store and its copies are its own.
 */
export function openUnderPolicy(
  mode: ProfileMode,
  userData: string,
  policy: ReadPolicy,
  warn: (message: string) => void,
): Promise<Profile> {
  const { language, paperLanguages, theme, paper, textSize, soundVolume } = policy.settings
  const look = { language, paperLanguages, theme, paper, textSize, soundVolume }
  const settings = mode === 'service' ? policy.settings : look
  return openProfile(mode, userData, addressRule(mode, policy), warn, settings)
}

/**
 * Which payment services a profile may be connected to. Whoever sits at a store's till can run a service of his own on
 * this PC that "refunds" whatever he likes, so there such an address takes the administrator's word. A policy that is
 * wrong allows nothing more.
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
  const only = addressByPolicy(mode, read)
  return only === '' ? hosts : { only, hosts }
}
