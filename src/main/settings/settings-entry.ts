/** The keychain's entry about the settings (bound-settings.ts), and the word beside the credentials that there is one. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { keyBytes } from '../database/sealing'
import { type Keychain, type KeychainFault, vaultName } from '../vault/keychain'
import { probeKeychain } from '../vault/probe-keychain'
import type { ProfileLock } from '../vault/profile-lock'
import type { Vault } from '../vault/vault'
import type { SettingsRecord } from './bound-settings'
import { type BoundName, someBoundSchema } from './settings-schema'

export type SettingsKeychain = {
  readonly keychain: Keychain
  /** What the profile's entries are named by (vault/keychain.ts). */
  readonly profile: string
  /** Where it stands that there is an entry: whoever deletes one has to miss the other. */
  readonly credentials: Pick<Vault, 'note' | 'changeNote'>
  /** Whether this profile has ever had a journal: then credentials that are gone were deleted. */
  readonly wasUsed: () => boolean
  /** The lock that every process with this profile respects. */
  readonly lock: ProfileLock
}

export type SettingsEntry = {
  /**
   * `lost`: there was one, and it is gone or cannot be read. Null only where there never was one.
   * @param fileIsBound whether a hash stands in the file: then there was one.
   */
  readonly read: (fileIsBound: boolean) => Promise<Result<SettingsRecord | 'lost' | null, KeychainFault>>
  /** Read back before it counts. */
  readonly write: (record: SettingsRecord) => Promise<Result<null, KeychainFault>>
  /** Notes beside the credentials that there is an entry, once. Takes the profile's lock: not to be called under it. */
  readonly note: () => Promise<void>
  /** The id that this till was provisioned with; null when nobody has said. */
  readonly provisionedId: () => Promise<string | null>
}

/** What Windows keeps under one name, in bytes, less a little. */
const longestEntry = 2500
/** What is left out first where all of it does not fit. */
const longValues: readonly BoundName[] = ['watchedFolder', 'storeName', 'storeId']

const stored = z.looseObject({
  key: z.base64(),
  count: z.number().int().nonnegative(),
  hash: z.string(),
  values: someBoundSchema,
})

export function makeSettingsEntry(deps: Omit<SettingsKeychain, 'lock'>): SettingsEntry {
  const { keychain, profile, credentials, wasUsed } = deps
  const name = vaultName('settings', profile)
  let isNoted = false

  async function wasBound(): Promise<Result<boolean, KeychainFault>> {
    const note = await credentials.note()
    if (!note.ok) return note
    return succeed(note.value === null ? wasUsed() : note.value.settingsBound)
  }

  /** No entry: there never was one, or it was deleted, or the keychain says "nothing" without meaning it. */
  async function missing(fileIsBound: boolean): Promise<Result<'lost' | null, KeychainFault>> {
    const was = fileIsBound ? succeed(true) : await wasBound()
    if (!was.ok || !was.value) return was.ok ? succeed(null) : was
    const works = await probeKeychain(keychain, vaultName('settings probe', profile))
    return works.ok ? succeed('lost') : works
  }

  return {
    async read(fileIsBound) {
      const found = await keychain.read(name)
      if (!found.ok) return found
      return found.value === null ? missing(fileIsBound) : succeed(readRecord(found.value) ?? 'lost')
    },
    async write(record) {
      const text = writeRecord(record)
      const written = await keychain.write(name, text)
      if (!written.ok) return written
      const kept = await keychain.read(name)
      if (!kept.ok || kept.value === text) return kept.ok ? succeed(null) : kept
      const detail = 'The keychain did not keep what binds the settings.'
      return fail({ kind: 'keychain_unavailable', detail })
    },
    async note() {
      if (isNoted) return
      const note = await credentials.note()
      // Where this does not work it is tried again at the next start; the entry itself is what counts.
      isNoted =
        (note.ok && note.value?.settingsBound === true) ||
        (await credentials.changeNote({ settingsBound: true })).ok
    },
    async provisionedId() {
      const note = await credentials.note()
      return note.ok ? (note.value?.till ?? null) : null
    },
  }
}

function writeRecord({ key, count, hash, values }: SettingsRecord): string {
  const kept = { ...values }
  const text = () => JSON.stringify({ key: key.toString('base64'), count, hash, values: kept })
  for (const name of longValues) if (Buffer.byteLength(text()) > longestEntry) delete kept[name]
  return text()
}

function readRecord(text: string): SettingsRecord | null {
  const parsed = attemptWork(() => stored.parse(JSON.parse(text)))
  if (!parsed.ok) return null
  const { key: written, count, hash, values } = parsed.value
  const key = Buffer.from(written, 'base64')
  return key.length === keyBytes ? { key, count, hash, values } : null
}
