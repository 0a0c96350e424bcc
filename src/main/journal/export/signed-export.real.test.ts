import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startOfDay } from '../../../shared/testing/refund-samples'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'
import { signedText } from './export-format'
import { type ExportKey, isSignedBy, makeExportSigner, openTillSigner, readExportSigner } from './export-keys'
import {
  asTill,
  brokenLine,
  type Exported,
  exportedJournalForEachTest,
  tillSigner as till,
} from './testing/exported-journal'
import { forgedSigned } from './testing/forge-export'
import { verifyExport } from './verify-export'

const { journal, made, verdictOf } = exportedJournalForEachTest()
const forger = makeExportSigner(Buffer.alloc(32, 8))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What somebody can forge who knows this program's source and has every key but the till's. */
function forged(change: (content: Exported) => void, signer: typeof till | null = null): string {
  // The cast is right: this file exported it a line before.
  const content = JSON.parse(made('json', 0, undefined, till)) as Exported
  change(content)
  if (signer !== null) content.signedBy = signer.publicKey
  const { lines, seal: _seal, signature: _signature, ...header } = content
  let sum = sha256(JSON.stringify(header))
  for (const line of lines) {
    sum = sha256(`${sum}\n${line.hash}\n${JSON.stringify(line.line)}`)
    line.sum = sum
  }
  if (signer !== null) content.signature = signer.sign(signedText(sum))
  return JSON.stringify(content)
}

const cutOff = ({ lines, head }: Exported) => {
  lines.splice(8)
  Object.assign(head, { seq: 8, hash: lines.at(-1)?.hash })
}
const emptied = ({ lines }: Exported) => lines.splice(0)
const changed = ({ lines }: Exported) => Object.assign(lines[2]?.line.event ?? {}, { at: 5 })
const reordered = ({ lines }: Exported) => {
  const [third, fourth] = [lines[3], lines[4]]
  if (third === undefined || fourth === undefined) return
  lines.splice(
    3,
    2,
    { ...fourth, line: { ...fourth.line, seq: 4 } },
    { ...third, line: { ...third.line, seq: 5 } },
  )
}

const publicKey = ({ publicKey: text }: typeof till): ExportKey => ({ kind: 'public', text })
function firstWords(text: string, key: ExportKey | null = null) {
  const { words, code } = verdictOf(text, key)
  return [code, words.split('\n')[0]]
}

describe('a signed export', () => {
  it.each<[string, (content: Exported) => unknown]>([
    ['cut', cutOff],
    ['emptied', emptied],
    ['changed', changed],
    ['reordered', reordered],
    [
      'moved to another time',
      (content) => Object.assign(content, { exportedAt: '2026-11-22T00:00:00.000Z' }),
    ],
  ])('that was %s does not hold, though all sums are rebuilt, with a key or without', (_, attack) => {
    const text = forged(attack)
    const keys = [null, publicKey(till), asTill(journal()), publicKey(forger)]
    expect(keys.map((key) => verifyExport(text, key).ok)).toEqual([false, false, false, false])
  })

  it('rebuilt with the till’s own signature, holds without a key, and never with the one that the till keeps', () => {
    const texts = [cutOff, changed, emptied].map((attack) => forged(attack, till))
    expect(texts.map((text) => [brokenLine(text), brokenLine(text, asTill(journal()))])).toEqual([
      ['holds', 8],
      ['holds', 3],
      ['holds', null],
    ])
  })

  it('is somebody else’s, and never the till’s, when they sign it again', () => {
    const text = forged(cutOff, forger)
    expect([
      firstWords(text),
      firstWords(text, publicKey(till)),
      firstWords(text, asTill(journal())),
    ]).toEqual([
      [3, 'Whole: 8 lines, key not compared.'],
      [1, `Not whole: It is signed by another key than the one that was given: ${forger.publicKey}.`],
      [1, expect.stringContaining('Not whole at line 8: The seal')],
    ])
  })

  it('still holds when it is of an earlier day, and can only say where the journal stood then', () => {
    const early = made('json', 0, startOfDay + 5, till)
    const { words } = verdictOf(early, publicKey(till))
    expect(words).toContain(`The journal stood at line 9, ${journal().head().hash}.`)
    expect(words).toContain('Whether the till has written more since, this file cannot say')
  })

  it('forged with the public key in place of the secret one holds with no key of a till', () => {
    const text = forgedSigned(made('json'))
    expect([publicKey(till), asTill(journal())].map((key) => firstWords(text, key)[0])).toEqual([1, 1])
  })

  it('is no export when it is of another version, whoever signed it and with any key', () => {
    const versions = [0, 2, 3]
    const keys = [null, publicKey(till), publicKey(forger), asTill(journal())]
    const texts = versions.flatMap((version) =>
      [till, forger].map((signer) => forged((content) => Object.assign(content, { version }), signer)),
    )
    const found = texts.flatMap((text) => keys.map((key) => firstWords(text, key)[1]))
    expect(new Set(found)).toEqual(new Set(['This file is no export of a journal. Its shape is another.']))
  })

  it('holds by the key of whoever signed it, and by no other', () => {
    const signed = [till, forger].map((signer) => forged(() => undefined, signer))
    const keys = [null, publicKey(till), publicKey(forger), asTill(journal())]
    expect(signed.map((text) => keys.map((key) => firstWords(text, key)[0]))).toEqual([
      [3, 0, 1, 0],
      // Every line is the till's; only the public key says who sealed the file again.
      [3, 1, 0, 1],
    ])
  })

  it('is still read for what it is with a malformed signature or key', () => {
    for (const odd of ['', 'x', 'AAAA', till.publicKey.slice('tillside-public:'.length), till.publicKey]) {
      const outcome = [isSignedBy(odd, 'text', till.sign('text')), isSignedBy(till.publicKey, 'text', odd)]
      expect(outcome).toEqual([odd === till.publicKey, false])
    }
  })
})

it('the key that a till signs with is only in the keychain, is made at the first export, and stays the same', async () => {
  const keychain = makeMemoryKeychain()
  const vault = () => makeVault({ keychain, profile: '/p' })
  const told: string[] = []
  const signer = openTillSigner(vault(), () => told.push(signer.signedBy()))
  const before = [await readExportSigner(vault(), { createIfMissing: false }), keychain.secrets.size]
  const first = (await signer.exportSigner())?.publicKey
  const again = (await signer.exportSigner())?.publicKey
  const next = (await readExportSigner(vault(), { createIfMissing: false }))?.publicKey
  expect([before, again, next, told]).toEqual([[null, 0], first, first, [first]])
  keychain.breakIt()
  expect(await signer.exportSigner()).toBe(null)
})
