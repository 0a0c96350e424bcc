/** What somebody makes of an export who knows this program's source and the till's public key, and has no other key. */
import { createHash } from 'node:crypto'
import { chainHash } from '../../journal-line'
import { exportSeal, lineSum, signedText } from '../export-format'
import { makeExportSigner, readPublicKey } from '../export-keys'

type Exported = {
  version: number
  signedBy?: string
  signature?: string
  previousHash: string
  head: { seq: number; hash: string }
  lines: { hash: string; sum: string; line: unknown }[]
  seal: string
}

const forger = makeExportSigner(Buffer.alloc(32, 8))

/** Cuts the file after its first line, changes that, and rebuilds the file with the public key in place of the secret one. */
function rebuilt(text: string, change: (content: Exported) => void) {
  // The cast is right: the program itself exported it.
  const content = JSON.parse(text.replace(/"cashier": "[^"]*"/, '"cashier": "Mallory"')) as Exported
  const key = readPublicKey(content.signedBy ?? '')
  const [first] = content.lines
  if (key === null || first === undefined) throw new Error('Not an export with lines')
  const hash = chainHash(key, content.previousHash, JSON.stringify(first.line))
  content.head = { seq: 1, hash }
  content.lines = [{ ...first, hash }]
  change(content)
  const { lines, seal: _seal, signature: _signature, ...header } = content
  const before = createHash('sha256').update(JSON.stringify(header)).digest('hex')
  const sum = lineSum(before, hash, JSON.stringify(first.line))
  content.lines = [{ ...first, hash, sum }]
  content.seal = exportSeal(key, sum)
  return { content, sum }
}

/** Forges the former format, which had no signature. */
export function forgedUnsigned(text: string): string {
  const { content } = rebuilt(text, (made) => {
    made.version = 2
    delete made.signedBy
    delete made.signature
  })
  return JSON.stringify(content)
}

/** Forges today's format, signed with the forger's own key. */
export function forgedSigned(text: string): string {
  const { content, sum } = rebuilt(text, (made) => {
    made.signedBy = forger.publicKey
  })
  return JSON.stringify({ ...content, signature: forger.sign(signedText(sum)) })
}
