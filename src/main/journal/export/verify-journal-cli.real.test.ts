import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { exportedJournalForEachTest, tillSigner } from './testing/exported-journal'
import { forgedSigned } from './testing/forge-export'
import { verifyCommand } from './verify-journal-cli'

const { made, place: home } = exportedJournalForEachTest()

/** The exit code, and the first line of the output. */
function run(...words: readonly string[]): readonly [number, string] {
  const said = verifyCommand(words)
  return [said.code, said.words.split('\n')[0] ?? '']
}

it('the command takes the till’s public key, and accepts no forgery', () => {
  const place = (name: string, text: string) => {
    const written = path.join(home().folder, name)
    writeFileSync(written, text)
    return written
  }
  const { publicKey } = tillSigner
  const sound = place('sound.json', made('json'))
  const signed = place('signed.json', forgedSigned(made('json')))
  expect([
    run(sound),
    run(sound, `--public-key=${publicKey}`),
    run(signed, `--public-key=${publicKey}`),
    run(sound, `--public-key=${publicKey.slice('tillside-public:'.length)}`),
    run(sound, `--key=${publicKey}`),
  ]).toEqual([
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
