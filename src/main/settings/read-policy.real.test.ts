import { chmodSync, chownSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Certificate, makeCertificate, makeRoot } from '../service/testing/certificates'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { ifNotRoot } from '../system/testing/if-not-root'
import { networkSchema, noPolicy, parsePolicy, policyInPractice, type ReadPolicy, readPolicy } from './policy'
import { findLinuxPolicy, findPolicyFile, type PolicyPlace } from './policy-places'

const inFolder = folderOfEachTest()
let file: string
let root: Certificate
const owner = process.getuid?.() ?? 0
const [primary, spare] = ['A', 'B'].map((letter) => `${letter.repeat(43)}=`)

beforeAll(async () => {
  root = await makeRoot()
})
beforeEach(() => {
  chmodSync(inFolder(), 0o755)
  file = inFolder('policy.json')
})

function write(policy: unknown, place = file): string {
  writeFileSync(place, typeof policy === 'string' ? policy : JSON.stringify(policy), { mode: 0o644 })
  chmodSync(place, 0o644)
  return place
}

const read = (place: PolicyPlace = { file, owner }): ReadPolicy => readPolicy(findPolicyFile(place))
const unread = { policy: noPolicy, settings: {}, authorities: [] }
const saying = (problem: RegExp) => expect.stringMatching(problem)

describe('a policy', () => {
  it('is none where none lies, and where the system has no place for one', () => {
    const none = { ...unread, problem: null }
    const noFolder = { file: inFolder('none', 'policy.json'), owner }
    expect([read(), read(noFolder), readPolicy({ kind: 'absent' })]).toEqual([none, none, none])
  })

  it.each([
    [{ pins: [primary] }, /“pins” must be two SHA-256 hashes in Base64, of the key in use and a spare\.$/],
    [{ pins: [primary, primary] }, /“pins” must be two/],
    [{ pins: [primary, 'sha256/short'] }, /“pins” must be two/],
    [{ pins: 'none' }, /“pins” must be two/],
    [{ allowLoopbackService: 'yes' }, /“allowLoopbackService” must be true or false\.$/],
    [{ proxy: 'http://proxy.shop' }, /“proxy” must be "system" or "none"\.$/],
    [{ certificateAuthorities: 'ca.pem' }, /“certificateAuthorities” must be the full path of a PEM file\.$/],
    [
      { pin: [primary, spare] },
      /“pin” is no key of a policy\. Its keys are allowLoopbackService, .*watchedFolder, .*keepCopies\.$/,
    ],
    [{ theme: 'pink' }, /“theme” must be one of system, light, dark, contrast, contrast_dark\.$/],
    [{ textSize: '100' }, /“textSize” must be one of 100, 115, 130, 150\.$/],
    [{ keepDays: 0 }, /“keepDays” must be a whole number from 1 to 365\.$/],
    [{ serviceAddress: 'http://pay.example' }, /“serviceAddress” must be the https address/],
    [{ watchedFolder: 'lists' }, /“watchedFolder” must be the full path of a folder/],
    [{ tillName: 7 }, /“tillName” must be a text of 80 characters at most\.$/],
    [{ token: 'x' }, /“token” is no key of a policy/],
    [{ Enforced: { theme: 'dark' } }, /“Enforced” is no key of a policy/],
  ])(
    'that says %j is wrong, with the file, the key and what was expected, and its other settings hold',
    (policy, problem) => {
      write({ soundVolume: 30, ...policy })
      const found = read()
      expect([found.settings, found.problem?.startsWith(`${file}: `)]).toEqual([{ soundVolume: 30 }, true])
      expect(found.problem).toMatch(problem)
    },
  )

  it.each(['[]', '{"proxy": "none"', ''])('is wrong as %j, which is no object', (policy) => {
    write(policy)
    expect(read().problem).toMatch(/policy\.json: it must be one JSON object/)
  })

  it('may come from an editor of Windows, which begins a file with a mark', () => {
    write(`\ufeff${JSON.stringify({ theme: 'dark' })}\r\n`)
    expect(read()).toMatchObject({ settings: { theme: 'dark' }, problem: null })
  })

  it('sets what Settings can do too', () => {
    const settings = { theme: 'dark', textSize: 115, related: ['emv_code', 'store'], keepDays: 7 } as const
    const network = { proxy: 'none', pins: [primary, spare] }
    write({ ...settings, ...network, serviceAddress: 'https://pay.example' })
    expect(read()).toEqual({
      policy: { ...noPolicy, ...network },
      settings: { ...settings, related: ['store', 'emv_code'], serviceAddress: 'https://pay.example' },
      authorities: [],
      problem: null,
    })
  })

  it('that is wrong in one key holds in the others, and every mistake is named', () => {
    write({ pins: [primary, spare], proxy: 'no', loopback: true })
    expect(read()).toEqual({
      ...unread,
      policy: { ...noPolicy, pins: [primary, spare] },
      problem: saying(/“proxy” must be .*“loopback” is no key/),
    })
  })

  it('gives practice how a till looks, sounds and prints, and nothing else: no mistake in it keeps anybody from practising', () => {
    const look = { theme: 'dark', paper: 'a4', textSize: 130, soundVolume: 0, language: 'ja' } as const
    write({ ...look, serviceAddress: 'https://pay.example', watchedFolder: '/lists', keepDays: 1, pin: 'A' })
    expect(policyInPractice(read())).toEqual({ ...readPolicy({ kind: 'absent' }), settings: look })
  })

  it('never throws and never allows more than it says, whatever stands in it', () => {
    const value = fc.oneof(fc.jsonValue(), fc.record({ proxy: fc.jsonValue(), pins: fc.jsonValue() }))
    fc.assert(
      fc.property(fc.oneof(value, fc.string()), (content) => {
        const { policy, mistakes } = parsePolicy(content)
        expect(networkSchema.safeParse(policy).success).toBe(true)
        expect(mistakes.every((words) => words !== '')).toBe(true)
        if (policy.allowLoopbackService) expect(JSON.stringify(content)).toContain('allowLoopbackService')
      }),
    )
  })
})

describe('a policy that others than its owner could have written', () => {
  const refusedFor = (why: RegExp) => ({ ...unread, problem: saying(why) })
  beforeEach(() => {
    write({ allowLoopbackService: true })
  })

  it.each([0o664, 0o646, 0o666, 0o777])('is refused with mode %o', (mode) => {
    chmodSync(file, mode)
    expect(read()).toEqual(refusedFor(/policy\.json: it must be writable by its owner alone\.$/))
  })

  it('is refused when it is not root’s', () => {
    if (owner === 0) chownSync(file, 12_345, 12_345)
    expect(read({ file, owner: 0 })).toEqual(refusedFor(/must belong to root\.$/))
  })

  it.each([0o775, 0o757, 0o777])('is refused in a folder of mode %o, also when it was taken away', (mode) => {
    chmodSync(inFolder(), mode)
    const why = /: its folder must be writable by its owner alone\.$/
    expect(read()).toEqual(refusedFor(why))
    rmSync(file)
    expect(read()).toEqual(refusedFor(why))
  })

  it('is refused when it, or its folder, is a link, a hard link too', () => {
    symlinkSync(file, inFolder('linked.json'))
    symlinkSync(inFolder(), inFolder('folder'))
    const links = [inFolder('linked.json'), inFolder('folder', 'policy.json')]
    expect(links.map((link) => read({ file: link, owner }))).toEqual(links.map(() => refusedFor(/no link/)))
    linkSync(file, inFolder('hard.json'))
    expect(read()).toEqual(refusedFor(/no link/))
  })

  it('is refused when it is no plain file, or far too long', () => {
    rmSync(file)
    mkdirSync(file)
    expect(read()).toEqual(refusedFor(/plain file/))
    rmSync(file, { recursive: true })
    write(' '.repeat(1024 * 1024 + 1))
    expect(read()).toEqual(refusedFor(/longer than 1 MiB/))
  })

  ifNotRoot('is refused when this account cannot read it', () => {
    chmodSync(file, 0o000)
    expect(read()).toEqual(refusedFor(/readable by every account/))
  })
})

describe('the certificate authorities of a policy', () => {
  const withPem = (text: string) => {
    write({ certificateAuthorities: write(text, inFolder('ca.pem')) })
    return read()
  }

  it('are read from their PEM file, with whatever else stands in it', async () => {
    const other = await makeRoot()
    const found = withPem(`# our own\n${root.cert}\n\nOther: 1\n${other.cert}`)
    expect([found.problem, found.authorities]).toEqual([null, [root.cert.trim(), other.cert.trim()]])
  })

  it('are refused when there are none, or one is no authority’s', async () => {
    const leaf = await makeCertificate({ host: 'pay.test', ca: root })
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    expect([withPem('no PEM'), withPem(`${root.cert}\n${leaf.cert}`), withPem(broken)]).toMatchObject([
      { authorities: [], problem: saying(/“certificateAuthorities”: .*ca\.pem: it must hold certificates/) },
      { authorities: [], problem: saying(/must be a certificate authority’s/) },
      { authorities: [], problem: saying(/must be a certificate authority’s/) },
    ])
  })

  it('are refused like the policy itself when others could have written them, or they are not there', () => {
    const pem = write(root.cert, inFolder('ca.pem'))
    write({ certificateAuthorities: pem })
    chmodSync(pem, 0o666)
    expect(read()).toMatchObject({ authorities: [], problem: saying(/writable by its owner alone/) })
    rmSync(pem)
    expect(read()).toMatchObject({ authorities: [], problem: saying(/there is no such file/) })
  })
})

describe('in a user namespace that an account made for itself', () => {
  const problem = saying(/user namespace/)

  it('a policy is a mistake, and so is none in a package', () => {
    write({ allowLoopbackService: true })
    const found = readPolicy(findLinuxPolicy({ file, owner }, false, true))
    rmSync(file)
    const none = [true, false].map((developed) =>
      readPolicy(findLinuxPolicy({ file, owner }, false, developed)),
    )
    expect([found, ...none]).toMatchObject([
      { policy: { allowLoopbackService: false }, problem },
      { problem: null },
      { problem },
    ])
  })

  it('is no other: where user ids are the PC’s own a policy holds', () => {
    write({ allowLoopbackService: true })
    expect(readPolicy(findLinuxPolicy({ file, owner }, true))).toMatchObject({
      policy: { allowLoopbackService: true },
      problem: null,
    })
  })
})
