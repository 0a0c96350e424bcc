/**
 * Where people are kept, and what a manager decides about refunds: a sealed file in the profile's folder, and in the keychain
 * its key, what it must be and the wrong tries. A file that was deleted, edited or put back from an older copy is found.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import { knownPerson } from '../../shared/people/people'
import { actSchema } from '../../shared/refund/journal-events'
import { writeWholeFile } from '../system/files'
import { whileHeld } from '../system/held-files'
import { keyBytes, sealBytes, unsealBytes } from '../system/sealing'
import { type Keychain, type KeychainFault, probeKeychain, vaultName } from '../vault/keychain'
import type { Vault } from '../vault/vault'
import { defaultSealed, sealedSchema, unreadSealed } from './sealed-settings'

const keptPerson = z
  .object({
    ...knownPerson.unwrap().shape,
    /** Never the PIN. A guess costs scrypt's N, the power of two; `length` is what its role is held against. */
    pin: z
      .object({
        salt: z.string(),
        hash: z.string(),
        power: z.number().int().min(10).max(17),
        length: z.number().int(),
      })
      .nullable(),
    /** The badge's code, hashed with the key of the keychain; null where there is none. */
    badge: z.string().nullable(),
  })
  .readonly()
export type KeptPerson = z.infer<typeof keptPerson>

const keptFile = z
  .object({
    people: z.array(keptPerson).readonly(),
    settings: sealedSchema,
    /** Provisioning set the rules. */
    rulesFixed: z.boolean(),
    /** What was done here without the record, oldest first: it is written there at the next start. */
    untold: z.array(actSchema).readonly(),
  })
  .readonly()
type KeptFile = z.infer<typeof keptFile>

/** Wrong ones in a row; this PC's clock at the first and at the last, milliseconds since 1970. */
const wrongTries = z
  .object({ tries: z.number().int().positive(), since: z.number().int(), last: z.number().int() })
  .readonly()
export type WrongTries = z.infer<typeof wrongTries>

const keptEntry = z
  .object({
    key: z.base64(),
    /** The file is one of these: two only while it is being replaced. */
    file: z.array(z.string()).min(1).max(2).readonly(),
    /** By the person's id; under '' those of badges that nobody has. */
    wrong: z.record(z.string(), wrongTries).readonly(),
    /** The hash of the service that was connected when a manager was last right; '' where nobody knows. */
    boundTo: z.string(),
  })
  .readonly()
type KeptEntry = z.infer<typeof keptEntry>

/** No file yet: of a till that never had one, and of one whose file could not be read any more. */
const neverHadOne = ''
const lostOne = 'lost'

const emptyFile: KeptFile = { people: [], settings: defaultSealed, rulesFixed: false, untold: [] }
const lostFile: KeptFile = { ...emptyFile, settings: unreadSealed }

/** What is kept, at one moment. */
export type Kept = KeptFile & {
  readonly wrong: KeptEntry['wrong']
  /** Of the file and of the badges. */
  readonly key: Buffer
  readonly file: KeptEntry['file']
  readonly boundTo: string
}

export type KeptPeopleDeps = {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data, which names the entry. */
  readonly profile: string
  /** Where the file lies. */
  readonly folder: string
  /** Where it stands that something was kept. */
  readonly credentials: Pick<Vault, 'note' | 'changeNote' | 'address'>
  /** Whether this profile has ever had a record: then credentials that are gone were deleted. No unless given. */
  readonly wasUsed?: () => boolean
  /** Reads a file as the disk does, and is the disk unless given. */
  readonly readFrom?: (file: string) => Buffer
}

type ReadFault = KeychainFault | FaultOf<'people_damaged'>
type WriteFault = KeychainFault | FaultOf<'file_not_written'>

const place = 'people'
export const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('base64')
const damaged = fail({ kind: 'people_damaged' } as const)

/** Null for anything that this program did not write. */
function readJson<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export type KeptPeople = ReturnType<typeof makeKeptPeople>

export function makeKeptPeople(deps: KeptPeopleDeps) {
  const { keychain, profile, folder, credentials, wasUsed = () => false } = deps
  const readFrom = deps.readFrom ?? ((path) => readFileSync(path))
  const name = vaultName('people', profile)
  const file = path.join(folder, 'people')
  let isNoted = false
  /** As it was read last, with the key of its badges where that was there. */
  let last: KeptFile & Partial<Pick<Kept, 'key'>> = lostFile

  const write = (kept: Kept) =>
    keychain.write(
      name,
      JSON.stringify({
        key: kept.key.toString('base64'),
        file: kept.file,
        wrong: kept.wrong,
        boundTo: kept.boundTo,
      }),
    )

  async function noteIt(): Promise<void> {
    if (isNoted) return
    const note = await credentials.note()
    // Where this does not work it is tried again at the next question; the entry itself is what counts.
    isNoted =
      (note.ok && note.value?.hasPeople === true) || (await credentials.changeNote({ hasPeople: true })).ok
  }

  /** No entry: nothing was ever kept, or it was deleted, or the keychain says "nothing" without meaning it. */
  async function missing(): Promise<Result<null, ReadFault>> {
    const note = await credentials.note()
    if (!note.ok) return note
    if (!(note.value === null ? wasUsed() : note.value.hasPeople)) return succeed(null)
    const works = await probeKeychain(keychain, vaultName('people probe', profile))
    return works.ok ? damaged : works
  }

  /** What stands in the file, and which of the entry's it is. */
  function readFile({ file: files }: KeptEntry, key: Buffer): (KeptFile & Pick<Kept, 'file'>) | null {
    let bytes: Buffer
    try {
      bytes = whileHeld(() => readFrom(file))
    } catch {
      // Not there, or not to be read: only where none was written yet that is as it should be.
      if (files.includes(lostOne)) return { ...lostFile, file: files }
      return files.includes(neverHadOne) ? { ...emptyFile, file: files } : null
    }
    const digest = digestOf(bytes)
    const opened = files.includes(digest) ? unsealBytes(key, bytes, place) : null
    const content = opened && readJson(keptFile, opened.toString('utf8'))
    return content && { ...content, file: [digest] }
  }

  async function read(): Promise<Result<Kept | null, ReadFault>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null) return missing()
    const entry = readJson(keptEntry, found.value)
    const key = Buffer.from(entry?.key ?? '', 'base64')
    const kept = entry === null || key.length !== keyBytes ? null : readFile(entry, key)
    if (entry === null || kept === null) return damaged
    if (!kept.file.includes(neverHadOne)) await noteIt()
    return succeed({ ...kept, key, wrong: entry.wrong, boundTo: entry.boundTo })
  }

  return {
    /** Null only where nothing was ever kept. */
    async read(): Promise<Result<Kept | null, ReadFault>> {
      const found = await read()
      if (found.ok) last = found.value ?? emptyFile
      // A badge stays one, also of people who can't be read any more.
      else if (found.fault.kind === 'people_damaged') last = { ...last, ...lostFile, people: last.people }
      return found
    },
    /** Of the last read; nobody, and the strictest settings, before one, and where it cannot be read. */
    last: () => last,
    /** Keeps the wrong tries alone. */
    write,
    /** Replaces people and settings. Power that fails in between leaves those of before, or the new ones. */
    async keep(kept: Kept): Promise<Result<null, WriteFault>> {
      const { people, settings, rulesFixed, untold } = kept
      const content: KeptFile = { people, settings, rulesFixed, untold }
      const bytes = sealBytes(kept.key, Buffer.from(JSON.stringify(content)), place)
      const next = digestOf(bytes)
      const announced = await write({ ...kept, file: [...kept.file.slice(0, 1), next] })
      if (!announced.ok) return announced
      const written = writeWholeFile(file, bytes)
      if (!written.ok) return written
      const finished = await write({ ...kept, file: [next] })
      if (!finished.ok) return finished
      last = { ...content, key: kept.key }
      await noteIt()
      return finished
    },
  }
}

/** Where nothing was kept yet. */
export function nothingKept(): Kept {
  return { ...emptyFile, wrong: {}, key: randomBytes(keyBytes), file: [neverHadOne], boundTo: '' }
}

/** Where what there was cannot be read any more. */
export function lostKept(): Kept {
  return { ...nothingKept(), ...lostFile, file: [lostOne] }
}
