/**
 * The keys of exports: the till's own, which signs them, and the two that check them. Only the public key can be given to
 * anybody: the key of the lines' hashes stays in the keychain.
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
  /** The key of the lines' hashes (`Journal.verificationKey`). */
  | { readonly kind: 'verification'; readonly key: Buffer }

/** @param key 32 bytes. */
export const writePublicKey = (key: Buffer) => publicPrefix + key.toString('base64')

/** Returns the 32 bytes of a public key; null for any other text. */
export function readPublicKey(text: string): Buffer | null {
  const rest = text.startsWith(publicPrefix) ? text.slice(publicPrefix.length) : ''
  return keyText.test(rest) ? Buffer.from(rest, 'base64') : null
}

/** Reads a typed key; null where none was typed. The fault says in words what is wrong. */
export function readGivenKey(typed: string | undefined): Result<ExportKey | null, string> {
  if (typed === undefined) return succeed(null)
  return readPublicKey(typed) === null
    ? fail(`The key cannot be read: a public key begins with ${publicPrefix}`)
    : succeed({ kind: 'public', text: typed })
}

export type ExportSigner = ReturnType<typeof makeExportSigner>

/** The bytes before the 32 of a key in the formats that Node reads (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** @param seed 32 bytes that only the till's keychain has. */
export function makeExportSigner(seed: Buffer) {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const exported = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    /** Ed25519, as `writePublicKey` writes it. */
    publicKey: writePublicKey(exported.subarray(spki.length)),
    /** Returns the signature, 64 bytes in base64. */
    sign: (text: string): string => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  }
}

/** Whether the secret half of that key signed the text. False also for a malformed key or signature. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const verified = attemptWork(() => {
    const key = Buffer.concat([spki, readPublicKey(publicKey) ?? Buffer.alloc(0)])
    const known = createPublicKey({ key, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text, 'utf8'), known, Buffer.from(signature, 'base64'))
  })
  return verified.ok && verified.value
}

/**
 * Reads the key that this till signs exports with from the keychain; null where it has none or does not answer.
 * @param how whether a missing key is made.
 */
export async function readExportSigner(
  vault: Pick<Vault, 'dataKey'>,
  how: { readonly createIfMissing: boolean },
): Promise<ExportSigner | null> {
  const seed = await vault.dataKey('export signature', how)
  return seed.ok && seed.value !== null ? makeExportSigner(seed.value) : null
}

export type TillSigner = ReturnType<typeof openTillSigner>

/** Opens the till's signer. @param changed is called when the public key becomes known or changes. */
export function openTillSigner(vault: Pick<Vault, 'dataKey'>, changed: () => void) {
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
  return {
    /** Reads the key, or makes it at the first export; null while the keychain does not answer. */
    exportSigner: () => read(true),
    /** The public key; '' while it is unknown. */
    signedBy: () => known,
  }
}
