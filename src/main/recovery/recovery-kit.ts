/**
 * A recovery kit: the keys of a till's journals, sealed with a passphrase, for a new keychain or another PC
 * (docs/administration.md, "Recovery kit"). It holds no access token and no PIN.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { keyBytes } from '../database/sealing'

const journal = z
  .object({
    id: z.uuid(),
    /** Base64. */
    key: z.string().refine((text) => Buffer.from(text, 'base64').length === keyBytes),
    /** How many lines it had, as the keychain knew it; null where that could not be read. */
    lines: z.number().int().nonnegative().nullable(),
  })
  .readonly()

const content = z
  .object({
    /** Milliseconds since 1970. */
    madeAt: z.number().int().nonnegative(),
    /** The till's name, and the device id that goes with its refunds. */
    till: z.string().max(80),
    deviceId: z.string().max(255),
    journals: z.array(journal).min(1).max(1000).readonly(),
  })
  .readonly()
export type KitContent = z.infer<typeof content>

/** `not_a_kit`: no file of ours, or one that was changed; `wrong_passphrase`: or one whose sealed part was changed. */
export type KitProblem = 'not_a_kit' | 'newer_kit' | 'wrong_passphrase'

const format = 'Tillside recovery kit'
const version = 1
/** What guessing costs: an eighth of a gigabyte and half a second for each passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1 }
/** In bytes: a till that began a thousand journals has no larger one. */
export const longestKit = 1_000_000

const bytes = (length: number) => z.string().refine((text) => Buffer.from(text, 'base64').length === length)
const envelope = z.object({
  format: z.literal(format),
  version: z.literal(version),
  scrypt: z.object({
    // No file decides how much memory and time it takes to be refused.
    N: z.literal([2 ** 15, 2 ** 16, 2 ** 17, 2 ** 18]),
    r: z.literal(8),
    p: z.literal(1),
    salt: bytes(32),
  }),
  nonce: bytes(12),
  tag: bytes(16),
  sealed: z.string(),
})
type Envelope = z.infer<typeof envelope>
type Opening = Pick<Envelope, 'format' | 'version' | 'scrypt' | 'nonce'>

const ofVersion = z.object({ format: z.literal(format), version: z.number().int().positive() })

/** Everything that is not sealed is bound to what is. */
function boundBy({ format, version, scrypt, nonce }: Opening): Buffer {
  return Buffer.from(JSON.stringify([format, version, scrypt.N, scrypt.r, scrypt.p, scrypt.salt, nonce]))
}

/** The same key for the same passphrase however a keyboard composes its letters. */
function keyOf(passphrase: string, { N, r, p, salt }: Envelope['scrypt']): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** Seals it. Takes about half a second, on another thread. Answers the file's text. */
export async function sealKit(kit: KitContent, passphrase: string): Promise<string> {
  const opening: Opening = {
    format,
    version,
    scrypt: { ...cost, salt: randomBytes(32).toString('base64') } as Envelope['scrypt'],
    nonce: randomBytes(12).toString('base64'),
  }
  const key = await keyOf(passphrase, opening.scrypt)
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(opening.nonce, 'base64'))
  cipher.setAAD(boundBy(opening))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(kit), 'utf8'), cipher.final()])
  const whole: Envelope = {
    ...opening,
    tag: cipher.getAuthTag().toString('base64'),
    sealed: sealed.toString('base64'),
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** Opens what `sealKit` made. Whatever else a file holds, it answers a problem and never throws. */
export async function openKit(text: string, passphrase: string): Promise<Result<KitContent, KitProblem>> {
  const parsed = text.length > longestKit ? null : attemptWork<unknown>(() => JSON.parse(text))
  if (parsed === null || !parsed.ok) return fail('not_a_kit')
  const told = ofVersion.safeParse(parsed.value)
  if (told.success && told.data.version > version) return fail('newer_kit')
  const read = envelope.safeParse(parsed.value)
  if (!read.success) return fail('not_a_kit')
  const { nonce, tag, sealed, scrypt } = read.data
  const key = await keyOf(passphrase, scrypt)
  const opened = attemptWork(() => {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'))
    decipher.setAAD(boundBy(read.data))
    decipher.setAuthTag(Buffer.from(tag, 'base64'))
    const plain = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()])
    return content.parse(JSON.parse(plain.toString('utf8')))
  })
  return opened.ok ? succeed(opened.value) : fail('wrong_passphrase')
}
