/**
 * The keys of exports: the till's own that signs them, and the two that they are checked with. Each of these says by its
 * beginning what it is: the public one stands in every export, and taken for the other one it would approve whatever
 * anybody makes of a file.
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { fail, type Result, succeed } from '../../../shared/result'
import { attemptWork } from '../../system/database'
import type { Vault } from '../../vault/vault'

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

export type ExportSigner = {
  /** Ed25519, as it is shown and given. */
  readonly publicKey: string
  /** 64 bytes in base64. */
  readonly sign: (text: string) => string
}

/** What stands before the 32 bytes of a key in the forms that Node reads (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** @param seed 32 bytes that only the till's keychain has. */
export function makeExportSigner(seed: Buffer): ExportSigner {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const exported = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    publicKey: writePublicKey(exported.subarray(spki.length)),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  }
}

/** Whether whoever has the secret half of that key signed the text. False for whatever is no key and no signature, too. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const verified = attemptWork(() => {
    const key = Buffer.concat([spki, readPublicKey(publicKey) ?? Buffer.alloc(0)])
    const known = createPublicKey({ key, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text, 'utf8'), known, Buffer.from(signature, 'base64'))
  })
  return verified.ok && verified.value
}

/**
 * The key that this till signs exports with, out of the keychain; null where that has none or does not answer.
 * @param how whether one is made where there is none.
 */
export async function readExportSigner(
  vault: Pick<Vault, 'dataKey'>,
  how: { readonly createIfMissing: boolean },
): Promise<ExportSigner | null> {
  const seed = await vault.dataKey('export signature', how)
  return seed.ok && seed.value !== null ? makeExportSigner(seed.value) : null
}

export type TillSigner = {
  /** Makes the key at the first export; null while the keychain does not answer. */
  readonly exportSigner: () => Promise<ExportSigner | null>
  /** The public key, as far as it is known; '' when not. */
  readonly signedBy: () => string
}

/** @param changed is told when the public key becomes known, or another. */
export function openTillSigner(vault: Pick<Vault, 'dataKey'>, changed: () => void): TillSigner {
  let known = ''
  async function read(createIfMissing: boolean): Promise<ExportSigner | null> {
    const signer = await readExportSigner(vault, { createIfMissing })
    if (signer !== null && signer.publicKey !== known) {
      known = signer.publicKey
      changed()
    }
    return signer
  }
  void read(false)
  return { exportSigner: () => read(true), signedBy: () => known }
}
