import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { deferred } from '../system/testing/deferred'
import { type AddressRule, type CredentialsFault, checkCredentials } from './credentials'
import { makeMemoryKeychain } from './testing/memory-keychain'
import { makeVault, type Vault } from './vault'

const good = { address: 'https://pay.example/api/', token: ' a-token\n' }
const broken = fail({ kind: 'keychain_unavailable', detail: 'broken' })

function rig(profile = '/profiles/one') {
  const keychain = makeMemoryKeychain()
  return { keychain, vault: makeVault({ keychain, profile, makeId: () => 'made' }) }
}

const state = async (vault: Vault) => (await vault.look()).token
const lent = (vault: Vault) => vault.withCredentials(async ({ address, token }) => `${address}|${token}`)

async function whatItHolds(vault: Vault) {
  return { state: await state(vault), address: await vault.address(), lent: await lent(vault) }
}

const held = {
  state: 'keychain',
  address: 'https://pay.example/api',
  lent: succeed('https://pay.example/api|a-token'),
}

const goodEntry =
  '{"address":"https://pay.example/api","token":"a-token","deviceId":"made","journal":null,"hasPeople":false,"wasConnected":true}'

describe('address and token', () => {
  it('have a device id that is made once, and stays with other tokens and without one', async () => {
    const { keychain } = rig()
    const start = (id: string) => makeVault({ keychain, profile: '/p', makeId: () => id })
    const seen: unknown[] = []
    const note = async () => {
      const found = await start('d-9').note()
      seen.push(found.ok ? found.value?.deviceId : found.fault.kind)
    }
    await start('d-1').save(good)
    await note()
    await start('d-2').save({ ...good, address: 'https://new.example' })
    await start('d-3').forget()
    await note()
    await start('d-4').save(good)
    await note()
    await start('d-5').save(good, { deviceId: 'TILL-7' })
    await note()
    expect(seen).toEqual(['d-1', 'd-1', 'd-1', 'TILL-7'])
  })

  it('are one keychain value, trimmed, and only ever lent', async () => {
    const { keychain, vault } = rig()
    expect(await vault.save(good)).toEqual(succeed('keychain'))
    expect([...keychain.secrets.values()]).toEqual([goodEntry])
    expect(await whatItHolds(vault)).toEqual(held)
    const told = [await vault.look(), await vault.address(), await vault.note()]
    expect(JSON.stringify(told)).not.toContain('a-token')
  })

  it('are read again at every call, so that what another process provisions counts at once', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    const another = makeVault({ keychain, profile: '/profiles/one' })
    await another.save({ address: 'https://new.example', token: 'new' })
    expect(await lent(vault)).toEqual(succeed('https://new.example|new'))
  })

  it('are refused where the token is longer than the smallest keychain keeps beside its note', async () => {
    const { vault, keychain } = rig()
    const saved = (token: string) => vault.save({ ...good, token })
    const tooLong = fail({ kind: 'token_not_usable', why: 'too_long' })
    // A quotation mark is two bytes of the entry.
    const answers = [await saved('x'.repeat(2200)), await saved('"'.repeat(1100))]
    expect([answers, keychain.secrets.size]).toEqual([[tooLong, tooLong], 0])
  })

  it('are not shared by two profiles', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    const other = makeVault({ keychain, profile: '/profiles/two' })
    const nothing = { state: 'none', address: '', lent: fail({ kind: 'not_set_up' }) }
    expect(await whatItHolds(other)).toEqual(nothing)
  })

  it.each<[AddressRule, CredentialsFault['kind'], refused: string, taken: string]>([
    ['this_pc_only', 'test_build_address', 'https://pay.example', 'http://localhost:8086'],
    ['not_this_pc', 'loopback_address', 'http://127.0.0.1:8086', 'https://pay.example'],
    [
      { only: 'https://pay.example', hosts: 'any' },
      'address_by_policy',
      'https://pay.example.evil',
      'https://PAY.example:443/',
    ],
  ])(
    'are neither kept nor lent where %j does not allow the address',
    async (addresses, kind, refused, taken) => {
      const { keychain, vault } = rig()
      const limited = makeVault({ keychain, profile: '/profiles/one', addresses })
      const saved = await limited.save({ ...good, address: refused })
      expect([saved, keychain.secrets.size]).toMatchObject([{ fault: { kind } }, 0])
      await vault.save({ ...good, address: refused })
      // Only what the administrator decides is said: a test build offers to be set up instead.
      const lentKind = kind === 'test_build_address' ? 'not_set_up' : kind
      expect(await lent(limited)).toMatchObject({ fault: { kind: lentKind } })
      await limited.save({ ...good, address: taken })
      expect(await lent(limited)).toMatchObject({ ok: true })
    },
  )

  it('are refused for this PC by whatever name, where the administrator must allow it', () => {
    const here = `http://127.0.0.1:8086 http://localhost https://[::1]:8443/api http://127.1:80
      https://0.0.0.0 https://[::]:8443 https://[::ffff:127.0.0.1] https://LocalHost.:8443
      https://till.localhost`.split(/\s+/)
    const answers = here.map((address) => checkCredentials({ ...good, address }, 'not_this_pc'))
    expect(answers).toEqual(here.map(() => fail({ kind: 'loopback_address' })))
  })

  it('stay in memory while no keychain works, and go to it as soon as it answers without any, with a device id', async () => {
    const { keychain, vault } = rig()
    keychain.breakIt()
    expect(await vault.save(good)).toEqual(succeed('session_only'))
    expect(await whatItHolds(vault)).toEqual({ ...held, state: 'session_only' })
    const another = await whatItHolds(makeVault({ keychain, profile: '/profiles/one' }))
    expect(another).toEqual({ state: 'none', address: '', lent: broken })
    keychain.mendIt()
    // The record of refunds begins, and makes the entry.
    await vault.changeNote({})
    expect(await whatItHolds(vault)).toEqual(held)
    expect([...keychain.secrets.values()]).toEqual([goodEntry])
  })

  it('stay in memory on a till that was connected once: to connect it again takes a proof that could not be asked for', async () => {
    const { keychain, vault: before } = rig()
    await before.save(good)
    await before.forget()
    keychain.breakIt()
    const vault = makeVault({ keychain, profile: '/profiles/one' })
    await vault.save(good)
    keychain.mendIt()
    expect([await state(vault), JSON.stringify([...keychain.secrets.values()])]).toEqual([
      'session_only',
      expect.not.stringContaining('a-token'),
    ])
  })

  it('give way to others that are typed, and to being forgotten, while the keychain is asked whether it works again', async () => {
    const whileAsked = async (act: (vault: Vault) => Promise<unknown>, takesIt = true) => {
      const keychain = makeMemoryKeychain()
      let answers = Promise.resolve()
      const read: typeof keychain.read = (name) => answers.then(() => keychain.read(name))
      const vault = makeVault({ keychain: { ...keychain, read }, profile: '/p' })
      keychain.breakIt()
      await vault.save(good)
      keychain.mendIt()
      keychain.breakWrites(() => !takesIt)
      const { promise, keep: answer } = deferred()
      answers = promise
      const both = [vault.look(), act(vault)]
      answer()
      await Promise.all(both)
      keychain.breakWrites(null)
      return lent(vault)
    }
    const typed = (vault: Vault) => vault.save({ ...good, token: 'typed-since' })
    const forgotten = (vault: Vault) => vault.forget()
    expect([
      await whileAsked(typed),
      await whileAsked(forgotten),
      await whileAsked(forgotten, false),
    ]).toEqual([
      succeed('https://pay.example/api|typed-since'),
      fail({ kind: 'not_set_up' }),
      fail({ kind: 'not_set_up' }),
    ])
  })

  it.each(['breakIt', 'answerNothing'] as const)(
    'end when the keychain answers with another service than was typed while it was unknown (%s)',
    async (silence) => {
      const { keychain, vault: before } = rig()
      await before.save(good)
      const started = () => makeVault({ keychain, profile: '/profiles/one' })
      const typed = async (address: string) => {
        keychain[silence]()
        const vault = started()
        await vault.look()
        await vault.save({ address, token: 'typed' })
        const during = await lent(vault)
        keychain.mendIt()
        await vault.look()
        return [during, await whatItHolds(vault)]
      }
      const same = succeed('https://pay.example/api|typed')
      expect([await typed('https://other.example'), await typed('https://pay.example/api')]).toEqual([
        [succeed('https://other.example|typed'), held],
        [same, { ...held, state: 'session_only', lent: same }],
      ])
    },
  )

  it('are forgotten, also in memory', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    expect(await vault.forget()).toEqual(succeed(null))
    expect([await state(vault), [...keychain.secrets.values()]]).toEqual([
      'none',
      ['{"address":"","token":"","deviceId":"made","journal":null,"hasPeople":false,"wasConnected":true}'],
    ])
    keychain.breakIt()
    await vault.save(good)
    expect([await vault.forget(), await state(vault)]).toEqual([broken, 'none'])
  })

  it('are missing when the keychain has something that this program did not write', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    for (const odd of ['', '{', 'null', '{"address":"https://x"}']) {
      for (const name of keychain.secrets.keys()) keychain.secrets.set(name, odd)
      expect(await lent(vault)).toEqual(fail({ kind: 'not_set_up' }))
    }
  })

  const odd = ['nul\0', 'del\x7f', 'tökén', '“quoted”', 'zero\u200bwidth']
  it.each(['', '  \n', 'two words', 'line\nbreak', 'line\r\nX-Evil: 1', ...odd])(
    'are refused with the token %j, without repeating it',
    async (token) => {
      const { keychain, vault } = rig()
      const saved = await vault.save({ ...good, token })
      expect(saved).toEqual(fail({ kind: 'token_not_usable', why: expect.stringMatching(/./) }))
      expect(keychain.secrets.size).toBe(0)
      expect(token.trim() !== '' && JSON.stringify(saved).includes(token.trim())).toBe(false)
    },
  )
})

describe('keys', () => {
  it('tells a missing key from a new one, and makes one only when asked', async () => {
    const { vault } = rig()
    expect(await vault.dataKey('saved copies')).toEqual(succeed(null))
    const made = await vault.dataKey('saved copies', { createIfMissing: true })
    expect(made.ok && made.value?.length).toBe(32)
    expect([await vault.dataKey('saved copies'), await vault.dataKey('export signature')]).toEqual([
      made,
      succeed(null),
    ])
  })

  it('makes one key for two callers at once', async () => {
    const { vault } = rig()
    const keys = await Promise.all(
      [1, 2, 3].map(() => vault.dataKey('saved copies', { createIfMissing: true })),
    )
    expect(new Set(keys.map((key) => key.ok && key.value?.toString('hex'))).size).toBe(1)
  })

  it('never replaces a damaged key', async () => {
    const { keychain, vault } = rig()
    await vault.dataKey('saved copies', { createIfMissing: true })
    for (const name of keychain.secrets.keys()) keychain.secrets.set(name, 'c2hvcnQ=')
    const damaged = fail({ kind: 'keychain_unavailable', detail: 'A key in the keychain is damaged.' })
    expect(await vault.dataKey('saved copies', { createIfMissing: true })).toEqual(damaged)
    expect([...keychain.secrets.values()]).toEqual(['c2hvcnQ='])
  })

  it('accepts a key only if the keychain kept it', async () => {
    const forgetful = { ...makeMemoryKeychain(), write: async () => succeed(null) }
    const vault = makeVault({ keychain: forgetful, profile: '/p' })
    const made = await vault.dataKey('saved copies', { createIfMissing: true })
    expect(made).toMatchObject({ fault: { kind: 'keychain_unavailable' } })
  })

  it('says when the keychain does not work', async () => {
    const { keychain, vault } = rig()
    expect((await vault.look()).keychain).toEqual({ works: true })
    keychain.breakIt()
    expect([
      (await vault.look()).keychain,
      await vault.dataKey('saved copies', { createIfMissing: true }),
      await vault.note(),
      await vault.changeNote({ hasPeople: true }),
    ]).toEqual([{ works: false, detail: 'broken' }, broken, broken, broken])
  })
})

describe('the note beside address and token', () => {
  const note = { deviceId: 'till-3', journal: 'j-1', hasPeople: true, wasConnected: true }

  it('survives new tokens, a forgotten one, and a version that knows more', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    await vault.changeNote({ deviceId: 'till-3', journal: 'j-1', hasPeople: true })
    for (const [name, text] of keychain.secrets) {
      keychain.secrets.set(name, JSON.stringify({ ...JSON.parse(text), people: 4 }))
    }
    await vault.save({ ...good, token: 'second' })
    const saved = [...keychain.secrets.values()].map((text) => JSON.parse(text))
    await vault.forget()
    const forgotten = [...keychain.secrets.values()].map((text) => JSON.parse(text))
    const stays = { ...note, people: 4 }
    expect([saved, forgotten, await state(vault), await vault.note()]).toEqual([
      [{ address: 'https://pay.example/api', token: 'second', ...stays }],
      [{ address: '', token: '', ...stays }],
      'none',
      succeed(note),
    ])
  })

  it('knows the stored token when it is typed again', async () => {
    const { vault } = rig()
    const before = await vault.isStoredToken('')
    await vault.save(good)
    const outcome = [before, await vault.isStoredToken(' a-token'), await vault.isStoredToken('another')]
    expect(outcome).toEqual([succeed(false), succeed(true), succeed(false)])
  })

  it('fits with the longest token into what Windows keeps under one name; a longer one is refused in words', async () => {
    const keychain = makeMemoryKeychain(2560)
    const vault = makeVault({ keychain, profile: '/profiles/one' })
    const longest = { address: 'https://pay.example', token: 'x'.repeat(2100) }
    const saved = await vault.save(longest)
    await vault.changeNote({ deviceId: randomUUID(), journal: randomUUID(), hasPeople: true })
    const tooLong = await vault.changeNote({ deviceId: 'x'.repeat(2500) })
    expect([saved, tooLong, await vault.note()]).toEqual([
      succeed('keychain'),
      fail({ kind: 'keychain_unavailable', detail: expect.stringMatching(/longer than/) }),
      succeed({ ...note, deviceId: expect.any(String), journal: expect.any(String) }),
    ])
  })
})

describe('a keychain that stops answering', () => {
  it.each(['breakIt', 'answerNothing'] as const)(
    'takes away nothing that was known, and is asked again after a minute (%s)',
    async (silence) => {
      const keychain = makeMemoryKeychain()
      const time = { now: 0 }
      const monotonic = () => time.now
      const vault = makeVault({ keychain, profile: '/p', monotonic })
      await vault.save(good)
      keychain[silence]()
      const during = [await whatItHolds(vault), (await vault.look()).keychain.works]
      const asked = keychain.reads()
      time.now = 59_999
      await lent(vault)
      const askedMeanwhile = keychain.reads() - asked
      time.now = 60_000
      await vault.address()
      const askedThen = keychain.reads() - asked
      keychain.mendIt()
      const outcome = [during, askedMeanwhile, askedThen, (await vault.look()).keychain]
      expect(outcome).toEqual([[held, false], 0, 1, { works: true }])
    },
  )

  it('keeps the known note when it then takes a new token', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    await vault.changeNote({ journal: 'j-1' })
    keychain.secrets.clear()
    await vault.save({ ...good, token: 'second' })
    expect(await vault.note()).toMatchObject({ value: { journal: 'j-1' } })
  })
})
