/**
 * The two keys that an export is checked with. Each says by its beginning what it is: the public one stands in every
 * export, and taken for the other one it would approve whatever anybody makes of a file.
 */
import { fail, type Result, succeed } from '../../../shared/result'

const publicPrefix = 'tillside-public:'
const verificationPrefix = 'tillside-verify:'
const keyText = /^[A-Za-z0-9+/]{43}=$/

export type ExportKey =
  /** The till's public key, Ed25519, as `writePublicKey` writes it. */
  | { readonly kind: 'public'; readonly text: string }
  /** What the lines' hashes are keyed with (`Journal.verificationKey`). */
  | { readonly kind: 'verification'; readonly key: Buffer }

/** @param key 32 bytes. */
export const writePublicKey = (key: Buffer) => publicPrefix + key.toString('base64')
export const writeVerificationKey = (key: Buffer) => verificationPrefix + key.toString('base64')

function readAfter(prefix: string, text: string): Buffer | null {
  const rest = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  return keyText.test(rest) ? Buffer.from(rest, 'base64') : null
}

/** The 32 bytes of a public key; null for whatever is none. */
export const readPublicKey = (text: string) => readAfter(publicPrefix, text)

/** As they were typed; null where none was. */
export type GivenKeys = { readonly publicKey: string | null; readonly verificationKey: string | null }

const wrongKind = 'The key is of the other kind'

/** The one key that was given, null where none was, or what is wrong in words. */
export function readGivenKeys({ publicKey, verificationKey }: GivenKeys): Result<ExportKey | null, string> {
  if (publicKey !== null && verificationKey !== null) return fail('Give one key, not two.')
  if (publicKey !== null) {
    if (readAfter(verificationPrefix, publicKey) !== null)
      return fail(`${wrongKind}: give it with --verification-key.`)
    if (readPublicKey(publicKey) !== null) return succeed({ kind: 'public', text: publicKey })
    return fail(`The key cannot be read: a public key begins with ${publicPrefix}`)
  }
  if (verificationKey === null) return succeed(null)
  if (readPublicKey(verificationKey) !== null) return fail(`${wrongKind}: give it with --public-key.`)
  const key = readAfter(verificationPrefix, verificationKey)
  if (key !== null) return succeed({ kind: 'verification', key })
  return fail(`The key cannot be read: a verification key begins with ${verificationPrefix}`)
}
