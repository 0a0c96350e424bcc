/**
 * Sealed values and blind indexes (design.md, "Facts that were measured"): the database file is plain, what is
 * in it is not. AES-256-GCM with a fresh nonce per value; the place a value belongs to is bound in as
 * associated data, so a row moved elsewhere does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
export const keyBytes = 32

/** Seals a text for one place, such as `event 17`. Answers nonce, tag and ciphertext in one buffer. */
export function seal(key: Buffer, text: string, place: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `seal` made, or answers null when key, place or a single bit is not the same. */
export function unseal(key: Buffer, sealed: Buffer, place: string): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    // Node has no other way to say that the tag does not match; that is an answer here, not a bug.
    return null
  }
}

/** A text as a lookup column: equal texts give equal values, and without the key nothing can be read back. */
export function blindIndex(key: Buffer, column: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${column}\0${text}`).digest()
}
