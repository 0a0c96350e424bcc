import path from 'node:path'
import { type JournalKeys, makeJournalKeys } from '../journal/journal-keys'
import { wasUsed } from '../journal/open-record'
import { madeElsewhere } from '../journal/profile-notes'
import { readServiceAddress } from '../service/address'
import type { ReadPolicy } from '../settings/policy'
import { openSettings, type SettingsStore, type SettingValues } from '../settings/settings'
import { type BuildKind, buildKind, isForThisPcOnly } from '../system/build'
import type { AddressRule, HostRule } from '../vault/credentials'
import { type Keychain, makeFileKeychain, makeOsKeychain, vaultName } from '../vault/keychain'
import { makeSupervisorPin, type SupervisorPin, type SupervisorPinDeps } from '../vault/pin'
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
  readonly supervisorPin: SupervisorPin
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
  if (movedFrom !== null) warn(movedWords(movedFrom))
  const parts = openParts({
    folder,
    keychain,
    entriesPath,
    addresses,
    settingsPolicy,
    warn,
    pin: { neverStops: mode === 'practice' },
  })
  return {
    mode,
    folder,
    entriesPath,
    movedFrom,
    keychain,
    ...parts,
  }
}

type PartsDeps = {
  readonly folder: string
  readonly keychain: Keychain
  readonly entriesPath: string
  readonly addresses?: AddressRule
  readonly settingsPolicy?: SettingValues
  readonly warn: (message: string) => void
  /** How the PIN is looked at, where that is otherwise than usual. */
  readonly pin?: Pick<SupervisorPinDeps, 'neverStops' | 'power' | 'now' | 'monotonic'>
}

/** What of a profile rests on its folder and its keychain entries, wherever they are. */
export function openParts({
  folder,
  keychain,
  entriesPath,
  addresses,
  settingsPolicy = {},
  warn,
  pin,
}: PartsDeps): Pick<Profile, 'settings' | 'vault' | 'supervisorPin'> {
  const used = () => wasUsed(folder)
  const vault = makeVault({
    keychain,
    profile: entriesPath,
    wasUsed: used,
    ...(addresses === undefined ? {} : { addresses }),
  })
  const secrets = { keychain, profile: entriesPath, credentials: vault, wasUsed: used }
  return {
    settings: openSettings({ folder, warn, policy: settingsPolicy }),
    vault,
    supervisorPin: makeSupervisorPin({ ...secrets, ...pin }),
  }
}

function movedWords(from: string): string {
  return (
    `This profile’s folder was moved or copied from ${from}; its keychain entries belong there. ` +
    'Move it back, or set it up anew here.'
  )
}

/** The keys of this profile's journals, without opening it. */
export function journalKeysOf(mode: ProfileMode, userData: string): JournalKeys {
  const folder = profileFolder(mode, userData)
  return makeJournalKeys(openKeychain(mode, folder), vaultName('journal', realFolder(folder)))
}

/** Which addresses a profile takes. A policy that is wrong allows nothing more. */
function addressesFor(mode: ProfileMode, { policy, settings, problem }: ReadPolicy): AddressRule {
  const allowLoopbackService = problem === null && policy.allowLoopbackService
  const only = readAddress(settings.serviceAddress) || null
  return addressRule({
    mode,
    kind: buildKind,
    isForThisPcOnly: isForThisPcOnly(),
    allowLoopbackService,
    only,
  })
}

/** The address as it is kept (payments/service-address.ts); '' for none. */
function readAddress(named: string | undefined): string {
  const address = readServiceAddress(named ?? '')
  return address.ok ? address.value.text : ''
}

/** The only address that may be connected, for the window: none in practice, whose service is its own. */
export function addressByPolicy(mode: ProfileMode, { settings }: ReadPolicy): string {
  return mode === 'service' ? readAddress(settings.serviceAddress) : ''
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
  return openProfile(mode, userData, addressesFor(mode, policy), warn, settings)
}

type Given = {
  readonly mode: ProfileMode
  readonly kind: BuildKind
  /** See build.ts. */
  readonly isForThisPcOnly: boolean
  /** The administrator's word. */
  readonly allowLoopbackService: boolean
  /** The only address that the administrator lets be connected, normalised; null where any may. */
  readonly only: string | null
}

/**
 * Which payment services a profile may be connected to. Whoever sits at a store's till can run a service of his own on
 * this PC that "refunds" whatever he likes, so there such an address takes the administrator's word.
 */
export function addressRule({ only, ...given }: Given): AddressRule {
  const hosts = hostRule(given)
  // Practice has a service of its own, whatever the till is connected to.
  return only === null || given.mode === 'practice' ? hosts : { only, hosts }
}

function hostRule({ mode, kind, isForThisPcOnly, allowLoopbackService }: Omit<Given, 'only'>): HostRule {
  if (isForThisPcOnly) return 'this_pc_only'
  return mode === 'service' && kind === 'package' && !allowLoopbackService ? 'not_this_pc' : 'any'
}
