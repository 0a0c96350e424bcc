/** What somebody makes of an export who knows this program's source and the till's public key, and has no other key. */
import { createHash } from 'node:crypto'
import { chainHash } from '../../journal-line'
import { exportSeal, lineSum, signedText } from '../export-format'
import { makeExportSigner, readPublicKey } from '../export-keys'
import type { Exported } from './exported-journal'

const forger = makeExportSigner(Buffer.alloc(32, 8))

/**
 * Cuts the file after its first line, changes that, rebuilds the file with the public key in place of the secret one, and signs
 * it with the forger's own.
 */
export function forgedSigned(text: string): string {
  // The cast is right: the program itself exported it.
  const content = JSON.parse(text.replace(/"cashier": "[^"]*"/, '"cashier": "Mallory"')) as Exported
  const key = readPublicKey(content.signedBy)
  const [first] = content.lines
  if (key === null || first === undefined) throw new Error('Not an export with lines')
  const hash = chainHash(key, content.previousHash, JSON.stringify(first.line))
  content.head = { seq: 1, hash }
  content.signedBy = forger.publicKey
  const { lines: _lines, seal: _seal, signature: _signature, ...header } = content
  const before = createHash('sha256').update(JSON.stringify(header)).digest('hex')
  const sum = lineSum(before, hash, JSON.stringify(first.line))
  const signature = forger.sign(signedText(sum))
  return JSON.stringify({
    ...content,
    lines: [{ ...first, hash, sum }],
    seal: exportSeal(key, sum),
    signature,
  })
}
