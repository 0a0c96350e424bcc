/** Writes what a store's server says of a new version: `tillside-update.json`, signed, beside its files. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  judgeUpdate,
  type SignedFile,
  signedText,
  type UpdateText,
  updateFileName,
} from '../../src/main/update/signed-update'
import { PlainFailure, say } from '../setup/project.mjs'

const usage =
  'npm run sign-update -- --key=PRIVATE.pem --version=1.2.3 [--staging=100] [--out=FOLDER] win32-x64=FILE darwin-arm64=FILE …'

/**
 * Signs the given files, each for its system, and reads the outcome back as a till does. The private key is read from
 * a PEM file and goes nowhere.
 * Throws a PlainFailure where something is missing, or a till would refuse the outcome.
 * @param words the command's, as `usage` has them
 * @returns the path of what was written
 */
export function signUpdate(words: readonly string[]): string {
  const { values, positionals } = parseWords(words)
  const { key: keyFile, version, staging, out } = values
  if (keyFile === undefined || version === undefined || positionals.length === 0)
    throw new PlainFailure(usage)
  const key = readPrivateKey(keyFile)
  const files = positionals.map((word) => signFile(word, version, key))
  const update: UpdateText = {
    format: 1,
    version,
    stagingPercentage: Number(staging),
    files: Object.fromEntries(files),
  }
  const text = `${JSON.stringify(update, null, 2)}\n`
  for (const [platform] of files) demandGood(text, platform, key)
  const [, first = ''] = (positionals[0] ?? '').split('=')
  const file = path.join(out ?? path.dirname(first), updateFileName)
  writeFileSync(file, text)
  say(`${file}: version ${version} for ${files.map(([platform]) => platform).join(', ')}`)
  return file
}

function parseWords(words: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { key: text, version: text, staging: { ...text, default: '100' }, out: text },
    })
  } catch (error) {
    throw new PlainFailure(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function readPrivateKey(file: string): KeyObject {
  const pem = read(file)
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below: the reason may quote the key.
  }
  throw new PlainFailure(`${file} is no Ed25519 private key. Make one: openssl genpkey -algorithm ed25519`)
}

function signFile(
  word: string,
  version: string,
  key: KeyObject,
): [platform: string, UpdateText['files'][string]] {
  const [platform = '', place = ''] = word.split('=')
  if (place === '')
    throw new PlainFailure(`${word}: for which system? For example linux-x64=${word}\n${usage}`)
  const content = read(place)
  const described = {
    file: path.basename(place),
    size: content.length,
    sha512: createHash('sha512').update(content).digest('base64'),
  }
  const signed: SignedFile = { version, platform, ...described }
  const signature = sign(null, Buffer.from(signedText(signed), 'utf8'), key).toString('base64')
  return [platform, { ...described, signature }]
}

function read(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new PlainFailure(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** A till must take what is written, or nothing is. */
function demandGood(text: string, platform: string, key: KeyObject): void {
  const judged = judgeUpdate(text, { key: createPublicKey(key), running: [0, 0, 0], floor: null, platform })
  if (!judged.ok) throw new PlainFailure(`A till would refuse it for ${platform}: ${judged.fault}`)
}
