/**
 * Keeps the people, and what a manager decides about refunds: in a sealed file in the profile's folder, with its key, its
 * digest and the wrong tries in the keychain. So a file that was deleted, edited or put back from an older copy is noticed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { charactersSchema } from '../../shared/base/common-schemas'
import { fail, parseJson, type Result, succeed } from '../../shared/base/result'
import { savedSettings } from '../../shared/contract/app-state'
import type { FaultOf } from '../../shared/fault'
import { knownPerson, type PeopleState, rulesSchema } from '../../shared/people/people'
import { noRules, usualReasons } from '../../shared/people/rules'
import { type Act, actSchema } from '../../shared/refund/journal-events'
import { isHeld, whileHeld, writeWholeFile } from '../system/files'
import { keyBytes, sealBytes, unsealBytes } from '../system/sealing'
import { type Keychain, type KeychainFault, probeKeychain, vaultName } from '../vault/keychain'
import type { Vault } from '../vault/vault'

/**
 * The settings about refunds that a manager decides, with the allowed values and the default of each. They are kept here because
 * anybody could loosen them in `settings.json`.
 */
export const sealedSchema = z.object({
  /** The `store_id` of this till's store (interface.md §2.2), which tells other stores' payments; '' where not set. */
  storeId: charactersSchema(64).default(''),
  lockMinutes: savedSettings.lockMinutes.default(3),
  lockAfterRefund: savedSettings.lockAfterRefund.default(false),
  /** Which refunds take a second person, or are not made here; null where unknown. */
  rules: rulesSchema.nullable().default(noRules),
  reasons: savedSettings.reasons.default([...usualReasons]),
})

export type SealedSettings = Readonly<z.output<typeof sealedSchema>>
export type SealedName = keyof SealedSettings
type FixedName = 'rules' | 'storeId'

export const defaultSealed: SealedSettings = sealedSchema.parse({})

/** The settings where the kept ones cannot be read: each refund takes a second person until a manager chooses again. */
const unreadSealed: SealedSettings = { ...defaultSealed, rules: null }

/** The rules that apply to refunds. While the people cannot be read, a policy's rules are not enough. */
export function rulesInForce({ rules }: Pick<SealedSettings, 'rules'>, people: PeopleState) {
  return people === 'damaged' || people === 'held' ? null : rules
}

/**
 * Reads and keeps the sealed settings (people.ts). Where they can no longer be read, no change is kept until a manager is set up
 * again.
 */
export type SealedStore = {
  /** The settings of the last read; before one, and where they cannot be read, the strictest. */
  readonly read: () => SealedSettings
  /** The settings that provisioning set, so that nobody at the till changes them. From the last read: `keep` reads again. */
  readonly fixed: () => readonly FixedName[]
  /** Keeps a change. @param provisioned kept in the same write, where provisioning makes the change and not the till. */
  readonly keep: (
    change: Partial<SealedSettings>,
    provisioned?: Provisioned,
  ) => Promise<Result<null, SealedFault>>
}

/** Acts that the record gets at its next start, and whether rules in the change become fixed. */
export type Provisioned = { readonly untold: readonly Act[]; readonly fixesRules: boolean }

export type SealedFault = FaultOf<
  'keychain_unavailable' | 'people_held' | 'people_damaged' | 'settings_not_saved' | 'set_by_policy'
>

/** The fixed settings: rules that provisioning set, and the store id that it gave, which one of them compares with. */
export const fixedOf = (provisioned: readonly FixedName[]) =>
  provisioned.includes('rules') ? provisioned : []

const keptPerson = z
  .object({
    ...knownPerson.unwrap().shape,
    /** A hash, never the PIN. `power` is scrypt's N as a power of two; `length`, in characters, is checked against the role. */
    pin: z
      .object({
        salt: z.string(),
        hash: z.string(),
        power: z.number().int().min(10).max(17),
        length: z.number().int(),
      })
      .nullable(),
    /** The badge's code, hashed with the keychain's key; null without a badge. */
    badge: z.string().nullable(),
  })
  .readonly()
export type KeptPerson = z.infer<typeof keptPerson>

const keptFile = z
  .object({
    people: z.array(keptPerson).readonly(),
    settings: sealedSchema,
    /** What provisioning set and did not leave to the till. */
    fixed: z.array(z.enum(['rules', 'storeId'])).readonly(),
    /** Acts without the record, oldest first. They are written to it at the next start. */
    untold: z.array(actSchema).readonly(),
  })
  .readonly()
type KeptFile = z.infer<typeof keptFile>

/** Wrong tries in a row; the first and the last by this PC's clock, in milliseconds since 1970. */
const wrongTries = z
  .object({ tries: z.number().int().positive(), since: z.number().int(), last: z.number().int() })
  .readonly()
export type WrongTries = z.infer<typeof wrongTries>

const keptEntry = z
  .object({
    key: z.base64(),
    /** Digests, one of which the file has: two only while it is being replaced. */
    file: z.array(z.string()).min(1).max(2).readonly(),
    /** Wrong tries by the person's id; under '' those of unknown badges. */
    wrong: z.record(z.string(), wrongTries).readonly(),
    /** The hash of the service that a manager connected, or was last right at; '' where unknown. */
    boundTo: z.string(),
  })
  .readonly()
type KeptEntry = z.infer<typeof keptEntry>

/** In place of a digest while there is no file: on a till that never had one, and after one that could not be read. */
const neverHadOne = ''
const lostOne = 'lost'

const emptyFile: KeptFile = { people: [], settings: defaultSealed, fixed: [], untold: [] }
const lostFile: KeptFile = { ...emptyFile, settings: unreadSealed }

/** All that is kept, as it was read. */
export type Kept = KeptFile & {
  readonly wrong: KeptEntry['wrong']
  /** Seals the file and hashes the badges. */
  readonly key: Buffer
  readonly file: KeptEntry['file']
  readonly boundTo: string
}

export type KeptPeopleDeps = {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data, by which the entry is named. */
  readonly profile: string
  /** The folder of the file. */
  readonly folder: string
  /** Its note says whether people were ever kept. */
  readonly credentials: Pick<Vault, 'note' | 'changeNote' | 'address'>
  /** Whether this profile has ever had a record: then missing credentials were deleted. No unless given. */
  readonly wasUsed?: () => boolean
  /** Reads a file; from the disk unless given. */
  readonly readFrom?: (file: string) => Buffer
}

/** It can be tried again. */
export type UnreadFault = KeychainFault | FaultOf<'people_held'>
type ReadFault = UnreadFault | FaultOf<'people_damaged'>
type WriteFault = KeychainFault | FaultOf<'settings_not_saved'>

const place = 'people'
/** Returns the SHA-256 in Base64. */
export const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('base64')
const damaged = fail({ kind: 'people_damaged' } as const)

export type KeptPeople = ReturnType<typeof makeKeptPeople>

/** Makes the reader and writer of people and sealed settings: a sealed file, and its key and digest in one keychain entry. */
export function makeKeptPeople(deps: KeptPeopleDeps) {
  const { keychain, profile, folder, credentials, wasUsed = () => false } = deps
  const readFrom = deps.readFrom ?? ((path) => readFileSync(path))
  const name = vaultName('people', profile)
  const file = path.join(folder, 'people')
  let isNoted = false
  /** The last read, with the key of the badges once that was known. */
  let last: KeptFile & Partial<Pick<Kept, 'key'>> = lostFile

  function write({ key, wrong, boundTo, ...kept }: Kept) {
    const entry: KeptEntry = { key: key.toString('base64'), file: kept.file, wrong, boundTo }
    return keychain.write(name, JSON.stringify(entry))
  }

  async function noteIt(): Promise<void> {
    if (isNoted) return
    const note = await credentials.note()
    // A failed note is tried again at the next read; the entry itself is what counts.
    isNoted =
      (note.ok && note.value?.hasPeople === true) || (await credentials.changeNote({ hasPeople: true })).ok
  }

  /** Tells what a missing entry means: nothing was ever kept, it was deleted, or the keychain's "nothing" is not true. */
  async function missing(): Promise<Result<null, ReadFault>> {
    const note = await credentials.note()
    if (!note.ok) return note
    if (!(note.value === null ? wasUsed() : note.value.hasPeople)) return succeed(null)
    const works = await probeKeychain(keychain, vaultName('people probe', profile))
    return works.ok ? damaged : works
  }

  /** Reads the file, and which of the entry's digests it has. */
  function readFile(
    { file: files }: KeptEntry,
    key: Buffer,
  ): Result<KeptFile & Pick<Kept, 'file'>, ReadFault> {
    let bytes: Buffer
    try {
      bytes = whileHeld(() => readFrom(file))
    } catch (error) {
      // Taken for damage, it would be replaced at the next change, with everybody in it.
      if (isHeld(error)) return fail({ kind: 'people_held' })
      // A missing file is in order only where none was written yet.
      if (files.includes(lostOne)) return succeed({ ...lostFile, file: files })
      return files.includes(neverHadOne) ? succeed({ ...emptyFile, file: files }) : damaged
    }
    const digest = digestOf(bytes)
    const opened = files.includes(digest) ? unsealBytes(key, bytes, place) : null
    const content = opened === null ? undefined : keptFile.safeParse(parseJson(opened.toString('utf8'))).data
    return content === undefined ? damaged : succeed({ ...content, file: [digest] })
  }

  async function read(): Promise<Result<Kept | null, ReadFault>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null) return missing()
    const entry = keptEntry.safeParse(parseJson(found.value)).data
    const key = Buffer.from(entry?.key ?? '', 'base64')
    if (entry === undefined || key.length !== keyBytes) return damaged
    const opened = readFile(entry, key)
    if (!opened.ok) return opened
    const kept = opened.value
    if (!kept.file.includes(neverHadOne)) await noteIt()
    const all = { ...kept, key, wrong: entry.wrong, boundTo: entry.boundTo }
    // The keychain has not taken the end of the last change, and until then would do with the file before it, or with none.
    if (kept.file[0] === entry.file[1]) await write(all)
    return succeed(all)
  }

  return {
    /** Reads all that is kept; null only where nothing ever was. */
    async read(): Promise<Result<Kept | null, ReadFault>> {
      const found = await read()
      if (found.ok) last = found.value ?? emptyFile
      // Badges stay known, also of people who can no longer be read.
      else if (found.fault.kind === 'people_damaged') last = { ...last, ...lostFile, people: last.people }
      return found
    },
    /** What was last read. Before that, and once it is damaged, the strictest settings; the people stay the last known. */
    last: () => last,
    /** Writes the keychain's entry only, with the wrong tries. */
    write,
    /** Replaces people and settings. A power cut leaves either the old ones or the new ones. */
    async keep(kept: Kept): Promise<Result<null, WriteFault>> {
      const { people, settings, fixed, untold } = kept
      const content: KeptFile = { people, settings, fixed, untold }
      const bytes = sealBytes(kept.key, Buffer.from(JSON.stringify(content)), place)
      const next = digestOf(bytes)
      const announced = await write({ ...kept, file: [...kept.file.slice(0, 1), next] })
      if (!announced.ok) return announced
      const written = writeWholeFile(file, bytes)
      if (!written.ok) return fail({ kind: 'settings_not_saved', detail: written.fault.detail })
      // The announced file is in force from here on. Where the keychain does not take the end of it, the next read does that.
      await write({ ...kept, file: [next] })
      last = { ...content, key: kept.key }
      await noteIt()
      return succeed(null)
    },
  }
}

/** Returns what to begin with where nothing was ever kept. */
export function nothingKept(): Kept {
  return { ...emptyFile, wrong: {}, key: randomBytes(keyBytes), file: [neverHadOne], boundTo: '' }
}

/** Returns what to begin with where what was kept can no longer be read. */
export function lostKept(): Kept {
  return { ...nothingKept(), ...lostFile, file: [lostOne] }
}
