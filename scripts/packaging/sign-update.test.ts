import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgeUpdate } from '../../src/main/update/signed-update'
import { signUpdate } from './sign-update'

let folder: string
let keyFile: string
const { privateKey } = generateKeyPairSync('ed25519')

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-sign-'))
  keyFile = write('key.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string | Buffer): string {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}

const program = Buffer.from('MZ')

describe('sign-update', () => {
  it('writes what a till takes, for each system its own file', () => {
    const [exe, zip] = [write('Tillside-1.2.3.exe', program), write('Tillside-1.2.3.zip', 'PK')]
    const words = [
      `--key=${keyFile}`,
      '--version=1.2.3',
      '--staging=20',
      `win32-x64=${exe}`,
      `darwin-arm64=${zip}`,
    ]
    const text = readFileSync(signUpdate(words), 'utf8')
    const judge = { key: createPublicKey(privateKey), running: [1, 2, 2], floor: null } as const
    expect(judgeUpdate(text, { ...judge, platform: 'win32-x64' })).toEqual({
      ok: true,
      value: {
        version: '1.2.3',
        platform: 'win32-x64',
        file: 'Tillside-1.2.3.exe',
        size: 2,
        sha512: createHash('sha512').update(program).digest('base64'),
        stagingPercentage: 20,
      },
    })
    expect(judgeUpdate(text, { ...judge, platform: 'darwin-arm64' })).toMatchObject({ value: { size: 2 } })
    expect(text).not.toContain('PRIVATE')
  })

  it.each([
    ['no key', () => ['--version=1.2.3', `win32-x64=${write('a.exe', program)}`], /npm run sign-update/],
    ['no version', () => [`--key=${keyFile}`, `win32-x64=${write('a.exe', program)}`], /npm run sign-update/],
    ['no file', () => [`--key=${keyFile}`, '--version=1.2.3'], /npm run sign-update/],
    [
      'a file of no system',
      () => [`--key=${keyFile}`, '--version=1.2.3', write('a.exe', program)],
      /for which system/,
    ],
    [
      'a file that is not there',
      () => [`--key=${keyFile}`, '--version=1.2.3', 'win32-x64=none.exe'],
      /cannot be read/,
    ],
    [
      'an empty file',
      () => [`--key=${keyFile}`, '--version=1.2.3', `win32-x64=${write('a.exe', '')}`],
      /refuse it/,
    ],
    [
      'a version of two numbers',
      () => [`--key=${keyFile}`, '--version=1.2', `win32-x64=${write('a.exe', program)}`],
      /refuse it/,
    ],
    [
      'more than everybody',
      () => [`--key=${keyFile}`, '--staging=101', '--version=1.2.3', `win32-x64=${write('a.exe', program)}`],
      /refuse it/,
    ],
    [
      'a key that is none',
      () => [`--key=${write('k.pem', 'secret')}`, '--version=1.2.3', `win32-x64=${write('a.exe', program)}`],
      /no Ed25519 private key/,
    ],
    ['a word that it does not know', () => ['--channel=beta'], /npm run sign-update/],
  ])('writes nothing with %s, and says so', (_what, words, why) => {
    expect(() => signUpdate(words())).toThrow(why)
    expect(existsSync(path.join(folder, 'tillside-update.json'))).toBe(false)
  })
})
