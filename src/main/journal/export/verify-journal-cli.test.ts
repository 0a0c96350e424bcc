import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { writeVerificationKey } from './export-keys'
import { exportedJournalForEachTest, tillSigner } from './testing/exported-journal'
import { forgedSigned, forgedUnsigned } from './testing/forge-export'

const { journal, made, place: home } = exportedJournalForEachTest()
const script = path.join(__dirname, 'verify-journal-cli.ts')

/** The program that `npm run verify-journal` runs, as a process of its own: exit code and first line. */
function run(...words: readonly string[]): Promise<readonly [number, string]> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--require', 'tsx/cjs', script, ...words], (error, output, errors) => {
      resolve([typeof error?.code === 'number' ? error.code : 0, `${output}${errors}`.split('\n')[0] ?? ''])
    })
  })
}

it('the command takes the till’s key of either kind, refuses one in the place of the other, and approves no forgery', async () => {
  const place = (name: string, text: string) => {
    const written = path.join(home().folder, name)
    writeFileSync(written, text)
    return written
  }
  const [publicKey, verification] = [tillSigner.publicKey, writeVerificationKey(journal().verificationKey())]
  const sound = place('sound.json', made('json'))
  const unsigned = place('unsigned.json', forgedUnsigned(made('json')))
  const signed = place('signed.json', forgedSigned(made('json')))
  expect(
    await Promise.all([
      run(sound),
      run(sound, `--public-key=${publicKey}`),
      run(sound, `--verification-key=${verification}`),
      run(unsigned, `--public-key=${publicKey}`),
      run(signed, `--public-key=${publicKey}`),
      run(signed, `--verification-key=${verification}`),
      run(signed, `--verification-key=${publicKey}`),
      run(sound, `--public-key=${verification}`),
      run(sound, `--public-key=${publicKey.slice('tillside-public:'.length)}`),
      run(sound, `--public-key=${publicKey}`, `--verification-key=${verification}`),
      run(sound, `--key=${publicKey}`),
    ]),
  ).toEqual([
    [3, 'Whole: 9 lines, key not compared.'],
    [0, 'Whole: 9 lines, signed by this till’s key.'],
    [0, 'Whole: 9 lines, each as this till wrote it.'],
    [1, 'This file is no export of a journal. Its shape is another.'],
    [1, expect.stringContaining('Not whole: It is signed by another key than the one that was given')],
    [1, 'Not whole at line 1: The line is not as that till wrote it.'],
    [2, 'The key is of the other kind: give it with --public-key.'],
    [2, 'The key is of the other kind: give it with --verification-key.'],
    [2, 'The key cannot be read: a public key begins with tillside-public:'],
    [2, 'Give one key, not two.'],
    [2, expect.stringContaining('--key')],
  ])
}, 60_000)
