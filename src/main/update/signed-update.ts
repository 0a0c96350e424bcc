/**
 * What a store's server says of a new version: one JSON file, `tillside-update.json`, in which the file of each system
 * is signed by whoever publishes Tillside. A server can keep a version back, and offer no other than a signed one.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { compareVersions, readVersion, type Version } from './version'

/** The name of that file, under the address that a policy sets. */
export const updateFileName = 'tillside-update.json'
/** It is never longer, in bytes. */
export const longestUpdateText = 64 * 1024
/** No program of ours is larger, in bytes. */
const largestFile = 1024 ** 3

/** A system and a processor, as Node names them: `win32-x64`. */
const platform = z.string().regex(/^[a-z0-9]{1,16}-[a-z0-9]{1,16}$/)
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/)

const fileSchema = z.strictObject({
  /** A bare name beside the metadata: no folder, no other server. */
  file: z.string().regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,126}[A-Za-z0-9]$/),
  size: z.number().int().min(1).max(largestFile),
  sha512,
  /** Ed25519 over `signedText`, 64 bytes in Base64. */
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
})

const updateSchema = z.strictObject({
  format: z.literal(1),
  version: z.string().refine((text) => readVersion(text) !== null),
  /** How many of a hundred tills take it. Not signed: whoever runs the server may hold a version back anyway. */
  stagingPercentage: z.number().int().min(0).max(100),
  files: z.record(platform, fileSchema),
})
/** The content of `tillside-update.json`. */
export type UpdateText = Readonly<z.infer<typeof updateSchema>>

/** What is signed. */
export type SignedFile = {
  readonly version: string
  readonly platform: string
  readonly file: string
  /** In bytes. */
  readonly size: number
  /** 64 bytes in Base64. */
  readonly sha512: string
}

/** A newer version whose signature is good: what may be fetched, and how it must be. */
export type Update = SignedFile & { readonly stagingPercentage: number }

export type UpdateRefusal =
  | 'not_json'
  | 'malformed'
  /** The server has none for this system. */
  | 'no_file'
  | 'wrong_signature'
  /** Older than the program that runs, or than what this till was offered before. */
  | 'older'

/** The text under a signature. No field can hold a line's end, so no two files have the same text. */
export function signedText({ version, platform: system, file, size, sha512: hash }: SignedFile): string {
  return `tillside-update 1\nversion ${version}\nplatform ${system}\nfile ${file}\nsize ${size}\nsha512 ${hash}\n`
}

/** The key that updates are signed with, from PEM; null for whatever is no Ed25519 public key. */
export function readUpdateKey(pem: string): KeyObject | null {
  if (!pem.includes('BEGIN PUBLIC KEY')) return null
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

export type Judge = {
  readonly key: KeyObject
  /** The version that runs. */
  readonly running: Version
  /** The newest version with a good signature that this till has been offered; null when there was none. */
  readonly floor: Version | null
  readonly platform: string
}

/**
 * Judges what a server says. Only what is signed for this system, by our key, and newer than all this till knows is an
 * update; the version that runs is null, and everything else is refused.
 */
export function judgeUpdate(text: string, judge: Judge): Result<Update | null, UpdateRefusal> {
  const given = parseJson(text)
  if (given === undefined) return fail('not_json')
  const parsed = updateSchema.safeParse(given)
  if (!parsed.success) return fail('malformed')
  const { version, stagingPercentage, files } = parsed.data
  const found = Object.entries(files).find(([name]) => name === judge.platform)?.[1]
  if (found === undefined) return fail('no_file')
  const { file, size, sha512: hash, signature } = found
  const signed: SignedFile = { version, platform: judge.platform, file, size, sha512: hash }
  if (!isSigned(signed, signature, judge.key)) return fail('wrong_signature')
  const offered = readVersion(version)
  if (offered === null) return fail('malformed')
  const isRunning = compareVersions(offered, judge.running) === 0
  if (compareVersions(offered, judge.running) < 0) return fail('older')
  if (judge.floor !== null && compareVersions(offered, judge.floor) < 0) return fail('older')
  return succeed(isRunning ? null : { ...signed, stagingPercentage })
}

function isSigned(file: SignedFile, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64')
  // Base64 has more than one spelling of the last byte; only its own is taken.
  if (bytes.toString('base64') !== signature) return false
  try {
    return verify(null, Buffer.from(signedText(file), 'utf8'), key, bytes)
  } catch {
    return false
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
