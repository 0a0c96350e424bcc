import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Judge, judgeUpdate, readUpdateKey, type SignedFile, signedText } from './signed-update'
import { madeUpKey, publicPemOf, testKey, testPlatform, updateTextOf } from './testing/test-key'
import { compareVersions, readVersion, type Version } from './version'

const content = Buffer.from('the program')
const key = createPublicKey(testKey)
const judge: Judge = { key, running: [1, 2, 3], floor: null, platform: testPlatform }
const judged = (given: unknown, by: Partial<Judge> = {}) =>
  judgeUpdate(typeof given === 'string' ? given : JSON.stringify(given), { ...judge, ...by })
const good = updateTextOf(content)
const [entry] = Object.values(good.files)
const refused = (fault: string) => ({ ok: false, fault })

describe('what a server says of a new version', () => {
  it('is an update when it is signed, for this system and newer', () => {
    const { signature, ...file } = entry ?? { signature: '' }
    expect(judged(good)).toEqual({
      ok: true,
      value: { ...file, version: '1.3.0', platform: testPlatform, stagingPercentage: 100 },
    })
  })

  it('is nothing new when it is the version that runs', () => {
    expect(judged(good, { running: [1, 3, 0] })).toEqual({ ok: true, value: null })
  })

  it.each([
    [[1, 3, 1], null],
    [[2, 0, 0], null],
    [
      [1, 2, 3],
      [1, 3, 1],
    ],
    [
      [1, 3, 0],
      [1, 4, 0],
    ],
  ] as const)('is refused as older by %j that was offered %j before', (running, floor) => {
    expect(judged(good, { running, floor })).toEqual(refused('older'))
  })

  it('is refused with another key, one that looks like ours and one of another kind', () => {
    const other = updateTextOf(content, { key: madeUpKey('somebody') })
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect([judged(other), judged(good, { key: publicKey })]).toEqual([
      refused('wrong_signature'),
      refused('wrong_signature'),
    ])
  })

  it('is refused when it is for another system, whatever stands under the name of this one', () => {
    expect(judged(good, { platform: 'win32-x64' })).toEqual(refused('no_file'))
    const renamed = { ...good, files: { 'win32-x64': entry } }
    expect(judged(renamed, { platform: 'win32-x64' })).toEqual(refused('wrong_signature'))
    for (const platform of ['__proto__', 'constructor']) {
      expect(judged(good, { platform })).toEqual(refused('no_file'))
    }
  })

  it.each([
    ['', 'not_json'],
    ['<html>', 'not_json'],
    [JSON.stringify(good).slice(0, -1), 'not_json'],
    ['null', 'malformed'],
    ['[]', 'malformed'],
    [{ ...good, format: 2 }, 'malformed'],
    [{ ...good, more: 1 }, 'malformed'],
    [{ ...good, version: '1.3' }, 'malformed'],
    [{ ...good, version: 'v1.3.0' }, 'malformed'],
    [{ ...good, version: '1.3.0-beta.1' }, 'malformed'],
    [{ ...good, version: '1.03.0' }, 'malformed'],
    [{ ...good, stagingPercentage: 101 }, 'malformed'],
    [{ ...good, stagingPercentage: '100' }, 'malformed'],
  ])('%j is refused as %s', (given, why) => {
    expect(judged(given)).toEqual(refused(why))
  })

  it.each([
    ['file', '../tillside.deb'],
    ['file', 'https://elsewhere.example/tillside.deb'],
    ['file', 'a/b.deb'],
    ['file', 'a\\b.deb'],
    ['file', 'a..deb'],
    ['file', '.hidden'],
    ['file', 'a.deb\nsize 1'],
    ['size', 0],
    ['size', 1.5],
    ['size', 2 ** 31],
    ['sha512', 'AAAA'],
    ['signature', ''],
  ])('is refused with a %s of %j', (field, value) => {
    expect(judged({ ...good, files: { [testPlatform]: { ...entry, [field]: value } } })).toEqual(
      refused('malformed'),
    )
  })
})

describe('the signature', () => {
  it.each(['version', 'file', 'size', 'sha512', 'signature'] as const)(
    'is refused once a character of the %s is another',
    (field) => {
      const text = field === 'version' ? good.version : String(entry?.[field])
      for (const at of text.split('').keys()) {
        for (const other of ['0', '7', 'A', 'z', '+', '.', '-']) {
          const changed = text.slice(0, at) + other + text.slice(at + 1)
          if (changed === text) continue
          const value = field === 'size' ? Number(changed) : changed
          const given =
            field === 'version'
              ? { ...good, version: changed }
              : { ...good, files: { [testPlatform]: { ...entry, [field]: value } } }
          expect(judged(given).ok, changed).toBe(false)
        }
      }
    },
  )

  it('is over a text that no two files share', () => {
    const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join('.'))
    const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.-]{0,9}$/)
    const files = fc.record({ version, platform: word, file: word, size: fc.nat(), sha512: word })
    fc.assert(
      fc.property(files, files, (one: SignedFile, other: SignedFile) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(signedText(one) === signedText(other)).toBe(isSame)
      }),
    )
  })

  it('never lets anything through that a stranger wrote', () => {
    const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 })
    const base64 = bytes.map((some) => Buffer.from(some).toString('base64'))
    const wellFormed = fc.record({ signature: base64, sha512: base64, size: fc.nat() }).map((change) => ({
      ...good,
      files: { [testPlatform]: { ...entry, ...change } },
    }))
    const any = fc.oneof(fc.jsonValue(), wellFormed)
    fc.assert(
      fc.property(any, (given) => {
        expect(judged(given).ok).toBe(false)
      }),
    )
  })
})

describe('the key of updates', () => {
  it('is an Ed25519 public key in PEM, and nothing else', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    const secret = testKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    expect(readUpdateKey(publicPemOf(testKey))?.equals(key)).toBe(true)
    const others = ['', 'none', rsa.export({ format: 'pem', type: 'spki' }).toString(), secret]
    expect(others.map(readUpdateKey)).toEqual([null, null, null, null])
  })
})

describe('versions', () => {
  const version = fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12))

  it('are in the order of their numbers, not of their letters', () => {
    const inOrder = ['0.9.9', '0.10.0', '1.0.0', '1.2.9', '1.2.10', '10.0.0'].map(readVersion)
    expect(
      [...inOrder].reverse().sort((one, other) => compareVersions(one ?? [0, 0, 0], other ?? [0, 0, 0])),
    ).toEqual(inOrder)
  })

  it('offer nothing older than what runs or what was offered, in any order of offers', () => {
    fc.assert(
      fc.property(version, fc.option(version), version, (running: Version, floor, offered) => {
        const text = updateTextOf(content, { version: offered.join('.') })
        const found = judged(text, { running, floor })
        if (!found.ok || found.value === null) return
        expect(compareVersions(offered, running)).toBeGreaterThan(0)
        if (floor !== null) expect(compareVersions(offered, floor)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
