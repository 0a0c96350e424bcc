/** The till's signature under an export: whoever has the public key can tell that the till made it, and nobody else. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { attemptWork } from '../../database/open-database'
import { readPublicKey, writePublicKey } from './export-keys'

export type ExportSigner = {
  /** Ed25519, as it is shown and given (export-keys.ts). */
  readonly publicKey: string
  /** 64 bytes in base64. */
  readonly sign: (text: string) => string
}

/** What stands before the 32 bytes of a key in the forms that Node reads (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** @param seed 32 bytes that only the till's keychain has. */
export function makeExportSigner(seed: Buffer): ExportSigner {
  const key = Buffer.concat([privatePrefix, seed])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    publicKey: writePublicKey(spki.subarray(publicPrefix.length)),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  }
}

/** False for whatever is no key and no signature, too. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const verified = attemptWork(() => {
    const key = Buffer.concat([publicPrefix, readPublicKey(publicKey) ?? Buffer.alloc(0)])
    const known = createPublicKey({ key, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text, 'utf8'), known, Buffer.from(signature, 'base64'))
  })
  return verified.ok && verified.value
}
