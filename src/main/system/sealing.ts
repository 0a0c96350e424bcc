/**
 * Sealed values and blind indexes for plain files (architecture.md, "Measured facts"): AES-256-GCM with a fresh nonce for
 * each value, and its place as associated data, so that a value moved elsewhere does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
export const keyBytes = 32

/** Seals bytes for one place, such as `segment 17`. Returns nonce, tag and ciphertext. */
export function sealBytes(key: Buffer, bytes: Buffer, place: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `sealBytes` made. Returns null when key, place or any bit differs. */
export function unsealBytes(key: Buffer, sealed: Buffer, place: string): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const bytes = decipher.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([bytes, decipher.final()])
  } catch {
    // The tag does not match.
    return null
  }
}

/** Seals a text for one place. */
export function seal(key: Buffer, text: string, place: string): Buffer {
  return sealBytes(key, Buffer.from(text, 'utf8'), place)
}

/** Opens what `seal` made, or returns null as `unsealBytes` does. */
export function unseal(key: Buffer, sealed: Buffer, place: string): string | null {
  return unsealBytes(key, sealed, place)?.toString('utf8') ?? null
}

/** Returns a keyed hash of a text, to look it up by without storing it. */
export function blindIndex(key: Buffer, column: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${column}\0${text}`).digest()
}
