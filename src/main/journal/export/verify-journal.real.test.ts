import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fail, succeed } from '../../../shared/base/result'
import { asTill, exportedJournalForEachTest, tillSigner } from './testing/exported-journal'
import { forgedSigned } from './testing/forge-export'
import { findVerificationKey, verifyJournalFile } from './verify-export'
import { verifyCommand } from './verify-journal-cli'

const { journal, place, made, put, verdictOf } = exportedJournalForEachTest()
const { publicKey } = tillSigner

it('a verdict claims no more than holds, and says where a line is broken, and that there is no file or no key', () => {
  const sound = made('json')
  const whole = JSON.parse(sound) as { lines: unknown[] }
  const verdicts = [
    verdictOf(sound),
    verdictOf(sound, asTill(journal())),
    verdictOf(sound, { kind: 'public', text: publicKey }),
    verdictOf(made('json', 1, 2), asTill(journal())),
    verdictOf(JSON.stringify({ ...whole, lines: whole.lines.filter((_, place) => place !== 4) })),
    verdictOf('Time,Cashier\n09:00,Kit\n'),
    verdictOf('{"format":"Another"}'),
    verifyJournalFile(path.join(place().folder, 'missing.json')),
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

it('the key of its own till is found for an export, and none for another till’s or an unreadable file', async () => {
  const file = put('export.json', made('json'))
  const keychain = (id: string) => ({
    readKey: async (wanted: string) => succeed(wanted === id ? place().key : null),
  })
  const silent = { readKey: async () => fail({ kind: 'keychain_unavailable' as const, detail: 'silent' }) }
  const own = await findVerificationKey(file, [silent, keychain('another'), keychain(place().id)])
  const others = await findVerificationKey(file, [silent, keychain('another')])
  const unread = await findVerificationKey(put('export.json', 'no JSON'), [keychain(place().id)])
  expect([own, others, unread]).toEqual([asTill(journal()), null, null])
})

it('the command takes the till’s public key, and accepts no forgery', () => {
  const sound = put('sound.json', made('json'))
  const signed = put('signed.json', forgedSigned(made('json')))
  const commands = [
    [sound],
    [sound, `--public-key=${publicKey}`],
    [signed, `--public-key=${publicKey}`],
    [sound, `--public-key=${publicKey.slice('tillside-public:'.length)}`],
    [sound, `--key=${publicKey}`],
  ]
  const said = commands.map((words) => verifyCommand(words))
  expect(said.map(({ code, words }) => [code, words.split('\n')[0]])).toEqual([
    [3, 'Whole: 9 lines, key not compared.'],
    [0, 'Whole: 9 lines, signed by this till’s key.'],
    [1, expect.stringContaining('Not whole: It is signed by another key than the one that was given')],
    [2, 'The key cannot be read: a public key begins with tillside-public:'],
    [2, expect.stringContaining('--key')],
  ])
})

it('the command is a separate program, with that exit code', async () => {
  const words = ['--require', 'tsx/cjs', path.join(__dirname, 'verify-journal-cli.ts'), 'no', 'file']
  const ended = promisify(execFile)(process.execPath, words)
  await expect(ended).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Usage: npm run verify-journal/),
  })
})
