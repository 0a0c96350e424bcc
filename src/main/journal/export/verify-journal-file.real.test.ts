import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../shared/base/result'
import type { ExportKey } from './export-keys'
import { asTill, exportedJournalForEachTest, tillSigner } from './testing/exported-journal'
import { findVerificationKey, verifyJournalFile } from './verify-export'

const { journal, place, made } = exportedJournalForEachTest()

describe('verify-journal', () => {
  function verdictOf(text: string, key: ExportKey | null = null) {
    const file = join(place().folder, 'export.json')
    writeFileSync(file, text)
    return verifyJournalFile(file, key)
  }

  it('claims no more than holds, and says where a line is broken, and that there is no file or no key', () => {
    const sound = made('json')
    const whole = JSON.parse(sound) as { lines: unknown[] }
    const verdicts = [
      verdictOf(sound),
      verdictOf(sound, asTill(journal())),
      verdictOf(sound, { kind: 'public', text: tillSigner.publicKey }),
      verdictOf(made('json', 1, 2), asTill(journal())),
      verdictOf(JSON.stringify({ ...whole, lines: whole.lines.filter((_, place) => place !== 4) })),
      verdictOf('Time,Cashier\n09:00,Kit\n'),
      verdictOf('{"format":"Another"}'),
      verifyJournalFile(join(place().folder, 'missing.json')),
    ]
    expect(verdicts.map(({ words, code }) => [code, ...words.split('\n').slice(0, 2)])).toEqual([
      [3, 'Whole: 9 lines, key not compared.', 'Lines 1 to 9.'],
      [0, 'Whole: 9 lines, each as this till wrote it.', 'Lines 1 to 9.'],
      [0, 'Whole: 9 lines, signed by this till’s key.', 'Lines 1 to 9.'],
      [
        0,
        'Whole: 0 lines, each as this till wrote it.',
        expect.stringMatching(/^This journal has no line of that range/),
      ],
      [1, 'Not whole at line 5: The line is missing.'],
      [1, 'This file is no export of a journal. It is not JSON, or not all of it.'],
      [1, 'This file is no export of a journal. Its shape is another.'],
      [2, expect.stringContaining('The file cannot be read: ENOENT')],
    ])
    expect(verdicts[0]?.words).toContain('Check it on its till')
    expect(verdicts[1]?.words).toContain(`The journal stood at line 9, ${journal().head().hash}.`)
  })

  it('finds its own till’s key, and none for another till’s export or an unreadable file', async () => {
    const file = join(place().folder, 'export.json')
    writeFileSync(file, made('json'))
    const keychain = (id: string) => ({
      readKey: async (wanted: string) => succeed(wanted === id ? place().key : null),
    })
    const silent = { readKey: async () => fail({ kind: 'keychain_unavailable' as const, detail: 'silent' }) }
    const own = await findVerificationKey(file, [silent, keychain('another'), keychain(place().id)])
    const others = await findVerificationKey(file, [silent, keychain('another')])
    writeFileSync(file, 'no JSON')
    const outcome = [own, others, await findVerificationKey(file, [keychain(place().id)])]
    expect(outcome).toEqual([asTill(journal()), null, null])
  })
})
