/**
 * Sealed values and blind indexes (architecture.md, "Measured facts"): the database file is plain, what is
 * in it is not. AES-256-GCM with a fresh nonce per value; the place a value belongs to is bound in as
 * associated data, so a row moved elsewhere does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
export const keyBytes = 32

/** One draw is for many nonces: by itself it costs more than all the rest of a sealing. */
const noncesAtOnce = 256
let drawn = Buffer.alloc(0)

function freshNonce(): Buffer {
  if (drawn.length === 0) drawn = randomBytes(noncesAtOnce * nonceBytes)
  const nonce = drawn.subarray(0, nonceBytes)
  drawn = drawn.subarray(nonceBytes)
  return nonce
}

/** Seals bytes for one place, such as `segment 17`. Answers nonce, tag and ciphertext in one buffer. */
export function sealBytes(key: Buffer, bytes: Buffer, place: string): Buffer {
  const nonce = freshNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `sealBytes` made, or answers null when key, place or a single bit is not the same. */
export function unsealBytes(key: Buffer, sealed: Buffer, place: string): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const bytes = decipher.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([bytes, decipher.final()])
  } catch {
    // Node has no other way to say that the tag does not match; that is an answer here, not a bug.
    return null
  }
}

/** The same for a text, such as the one of `event 17`. */
export function seal(key: Buffer, text: string, place: string): Buffer {
  return sealBytes(key, Buffer.from(text, 'utf8'), place)
}

/** Opens what `seal` made, or answers null as `unsealBytes` does. */
export function unseal(key: Buffer, sealed: Buffer, place: string): string | null {
  return unsealBytes(key, sealed, place)?.toString('utf8') ?? null
}

/** A text as a lookup column: equal texts give equal values, and without the key nothing can be read back. */
export function blindIndex(key: Buffer, column: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${column}\0${text}`).digest()
}
