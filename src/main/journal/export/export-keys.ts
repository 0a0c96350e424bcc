/**
 * The keys of exports: the till's own that signs them, and the two that they are checked with. Only the public one can be
 * given: what the lines' hashes are keyed with stays in the keychain.
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { fail, type Result, succeed } from '../../../shared/base/result'
import { attemptWork } from '../../system/database'
import type { Vault } from '../../vault/vault'

const publicPrefix = 'tillside-public:'
const keyText = /^[A-Za-z0-9+/]{43}=$/

export type ExportKey =
  /** The till's public key, Ed25519, as `writePublicKey` writes it. */
  | { readonly kind: 'public'; readonly text: string }
  /** What the lines' hashes are keyed with (`Journal.verificationKey`). */
  | { readonly kind: 'verification'; readonly key: Buffer }

/** @param key 32 bytes. */
export const writePublicKey = (key: Buffer) => publicPrefix + key.toString('base64')

/** The 32 bytes of a public key; null for whatever is none. */
export function readPublicKey(text: string): Buffer | null {
  const rest = text.startsWith(publicPrefix) ? text.slice(publicPrefix.length) : ''
  return keyText.test(rest) ? Buffer.from(rest, 'base64') : null
}

/** The key that was typed, null where none was, or what is wrong in words. */
export function readGivenKey(typed: string | undefined): Result<ExportKey | null, string> {
  if (typed === undefined) return succeed(null)
  return readPublicKey(typed) === null
    ? fail(`The key cannot be read: a public key begins with ${publicPrefix}`)
    : succeed({ kind: 'public', text: typed })
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
