/** The key pair that tests sign with. Everybody can read it here, so it protects nothing (update-key.ts knows it). */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type SignedFile, signedText, type UpdateText } from '../signed-update'

/** What stands before the 32 bytes of a private key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key of its own for each name. */
export function madeUpKey(name: string): KeyObject {
  const seed = createHash('sha256').update(name).digest()
  return createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
}

export const testKey = madeUpKey('Tillside, tests of updates')

export function publicPemOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString()
}

export function signatureOf(file: SignedFile, key: KeyObject = testKey): string {
  return sign(null, Buffer.from(signedText(file), 'utf8'), key).toString('base64')
}

export const testPlatform = 'linux-x64'

/** What a server says of a file with this content, signed for `testPlatform`. */
export function updateTextOf(
  content: Buffer,
  { version = '1.3.0', key = testKey, file = 'tillside_1.3.0_amd64.deb', stagingPercentage = 100 } = {},
): UpdateText {
  const sha512 = createHash('sha512').update(content).digest('base64')
  const signed = { version, platform: testPlatform, file, size: content.length, sha512 }
  const entry = { file, size: content.length, sha512, signature: signatureOf(signed, key) }
  return { format: 1, version, stagingPercentage, files: { [testPlatform]: entry } }
}
