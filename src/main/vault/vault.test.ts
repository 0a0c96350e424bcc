import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { makeMemoryKeychain } from './testing/memory-keychain'
import { makeVault, type Vault } from './vault'

const good = { address: 'https://pay.example/api/', token: ' a-token\n' }
const broken = fail({ kind: 'keychain_unavailable', detail: 'broken' })

function rig(profile = '/profiles/one') {
  const keychain = makeMemoryKeychain()
  return { keychain, vault: makeVault({ keychain, profile, makeId: () => 'made' }) }
}

async function whatItHolds(vault: Vault) {
  return {
    state: await vault.state(),
    address: await vault.address(),
    lent: await vault.withCredentials(async ({ address, token }) => `${address}|${token}`),
  }
}

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
    expect([...keychain.secrets.values()]).toEqual([
      '{"address":"https://pay.example/api","token":"a-token","deviceId":"made","wasConnected":true}',
    ])
    expect(await whatItHolds(vault)).toEqual({
      state: 'keychain',
      address: 'https://pay.example/api',
      lent: succeed('https://pay.example/api|a-token'),
    })
    const told = [await vault.state(), await vault.address(), await vault.note(), await vault.keychainState()]
    expect(JSON.stringify(told)).not.toContain('a-token')
  })

  it('are read again at every call, so that what another process provisions counts at once', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    await makeVault({ keychain, profile: '/profiles/one' }).save({
      address: 'https://new.example',
      token: 'new',
    })
    expect((await whatItHolds(vault)).lent).toEqual(succeed('https://new.example|new'))
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
    expect(await whatItHolds(other)).toEqual({
      state: 'none',
      address: '',
      lent: fail({ kind: 'not_set_up' }),
    })
  })

  it('are neither kept nor lent on a test build of Electron when they are another computer’s', async () => {
    const { keychain, vault } = rig()
    const limited = makeVault({ keychain, profile: '/profiles/one', addresses: 'this_pc_only' })
    expect([await limited.save(good), keychain.secrets.size]).toEqual([
      fail({ kind: 'test_build_address' }),
      0,
    ])
    await vault.save(good)
    expect((await whatItHolds(limited)).lent).toEqual(fail({ kind: 'not_set_up' }))
    expect(await limited.save({ ...good, address: 'http://localhost:8086' })).toEqual(succeed('keychain'))
    expect((await whatItHolds(limited)).lent).toEqual(succeed('http://localhost:8086|a-token'))
  })

  it('are kept and lent only for the address that the administrator names, however it is written', async () => {
    const { keychain, vault } = rig()
    const addresses = { only: 'https://pay.example', hosts: 'any' } as const
    const limited = makeVault({ keychain, profile: '/profiles/one', addresses })
    const other = fail({ kind: 'address_by_policy', address: 'https://pay.example' })
    expect(await limited.save({ ...good, address: 'https://pay.example.evil' })).toEqual(other)
    expect(keychain.secrets.size).toBe(0)
    await vault.save({ ...good, address: 'https://elsewhere.example' })
    expect((await whatItHolds(limited)).lent).toEqual(other)
    expect(await limited.save({ ...good, address: 'https://PAY.example:443/' })).toMatchObject({ ok: true })
    expect((await whatItHolds(limited)).lent).toMatchObject({ ok: true })
  })

  it('are neither kept nor lent for an address on this PC where the administrator must allow it', async () => {
    const { keychain, vault } = rig()
    const limited = makeVault({ keychain, profile: '/profiles/one', addresses: 'not_this_pc' })
    const loopback = fail({ kind: 'loopback_address' })
    const addresses = [
      'http://127.0.0.1:8086',
      'http://localhost',
      'https://[::1]:8443/api',
      'http://127.1:80',
    ]
    for (const address of addresses) expect(await limited.save({ ...good, address })).toEqual(loopback)
    expect(keychain.secrets.size).toBe(0)
    await vault.save({ ...good, address: 'http://127.0.0.1:8086' })
    expect((await whatItHolds(limited)).lent).toEqual(loopback)
    expect(await limited.save(good)).toEqual(succeed('keychain'))
    expect((await whatItHolds(limited)).lent).toEqual(succeed('https://pay.example/api|a-token'))
  })

  it('stay in memory while no keychain works, and go to the keychain at the next save that can', async () => {
    const { keychain, vault } = rig()
    keychain.breakIt()
    expect(await vault.save(good)).toEqual(succeed('session_only'))
    expect(await whatItHolds(vault)).toEqual({
      state: 'session_only',
      address: 'https://pay.example/api',
      lent: succeed('https://pay.example/api|a-token'),
    })
    expect(await whatItHolds(makeVault({ keychain, profile: '/profiles/one' }))).toEqual({
      state: 'none',
      address: '',
      lent: broken,
    })
    keychain.mendIt()
    expect(await vault.save({ ...good, token: 'second' })).toEqual(succeed('keychain'))
    expect((await whatItHolds(vault)).lent).toEqual(succeed('https://pay.example/api|second'))
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
        await vault.keychainState()
        await vault.save({ address, token: 'typed' })
        const during = (await whatItHolds(vault)).lent
        keychain.mendIt()
        await vault.keychainState()
        return [during, await whatItHolds(vault)]
      }
      const stored = { address: 'https://pay.example/api', lent: succeed('https://pay.example/api|a-token') }
      const same = succeed('https://pay.example/api|typed')
      expect([await typed('https://other.example'), await typed('https://pay.example/api')]).toEqual([
        [succeed('https://other.example|typed'), { state: 'keychain', ...stored }],
        [same, { state: 'session_only', address: 'https://pay.example/api', lent: same }],
      ])
    },
  )

  it('are forgotten, also in memory', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    expect(await vault.forget()).toEqual(succeed(null))
    expect([await vault.state(), [...keychain.secrets.values()]]).toEqual([
      'none',
      ['{"address":"","token":"","deviceId":"made","wasConnected":true}'],
    ])
    keychain.breakIt()
    await vault.save(good)
    expect([await vault.forget(), await vault.state()]).toEqual([broken, 'none'])
  })

  it('are missing when the keychain has something that this program did not write', async () => {
    const { keychain, vault } = rig()
    await vault.save(good)
    for (const odd of ['', '{', 'null', '{"address":"https://x"}']) {
      for (const name of keychain.secrets.keys()) keychain.secrets.set(name, odd)
      expect((await whatItHolds(vault)).lent).toEqual(fail({ kind: 'not_set_up' }))
    }
  })

  it.each([
    ['http://pay.example', 'address_not_allowed'],
    ['https://user:pass@pay.example', 'address_not_allowed'],
    ['https://pay.example?key=1', 'address_not_allowed'],
    ['not an address', 'address_not_allowed'],
  ])('are refused with the address %s', async (address, kind) => {
    const { keychain, vault } = rig()
    const saved = await vault.save({ ...good, address })
    expect([saved.ok || saved.fault.kind, keychain.secrets.size]).toEqual([kind, 0])
  })

  it.each([
    '',
    '  \n',
    'two words',
    'line\nbreak',
    'line\r\nX-Evil: 1',
    'nul\0',
    'del\x7f',
    'tökén',
    '“quoted”',
    'zero\u200bwidth',
    'x'.repeat(8193),
  ])('are refused with the token %j, without repeating it', async (token) => {
    const { keychain, vault } = rig()
    const saved = await vault.save({ ...good, token })
    expect(saved).toEqual(fail({ kind: 'token_not_usable', why: expect.stringMatching(/./) }))
    expect(keychain.secrets.size).toBe(0)
    expect(token.trim() !== '' && JSON.stringify(saved).includes(token.trim())).toBe(false)
  })
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
    expect(await vault.dataKey('saved copies', { createIfMissing: true })).toEqual(
      fail({ kind: 'keychain_unavailable', detail: 'A key in the keychain is damaged.' }),
    )
    expect([...keychain.secrets.values()]).toEqual(['c2hvcnQ='])
  })

  it('accepts a key only if the keychain kept it', async () => {
    const forgetful = { ...makeMemoryKeychain(), write: async () => succeed(null) }
    const vault = makeVault({ keychain: forgetful, profile: '/p' })
    expect(await vault.dataKey('saved copies', { createIfMissing: true })).toMatchObject({
      fault: { kind: 'keychain_unavailable' },
    })
  })

  it('says when the keychain does not work', async () => {
    const { keychain, vault } = rig()
    expect(await vault.keychainState()).toEqual({ works: true })
    keychain.breakIt()
    expect([
      await vault.keychainState(),
      await vault.dataKey('saved copies', { createIfMissing: true }),
      await vault.note(),
      await vault.changeNote({ hasPeople: true }),
    ]).toEqual([{ works: false, detail: 'broken' }, broken, broken, broken])
  })
})
