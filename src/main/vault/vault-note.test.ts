import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { makeMemoryKeychain } from './testing/memory-keychain'
import { makeVault, type Vault } from './vault'

const good = { address: 'https://pay.example/api/', token: ' a-token\n' }

function rig() {
  const keychain = makeMemoryKeychain()
  return { keychain, vault: makeVault({ keychain, profile: '/profiles/one' }) }
}

async function whatItHolds(vault: Vault) {
  return {
    state: await vault.state(),
    address: await vault.address(),
    lent: await vault.withCredentials(async ({ address, token }) => `${address}|${token}`),
  }
}

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
    const stays = { deviceId: 'till-3', journal: 'j-1', hasPeople: true, wasConnected: true, people: 4 }
    expect([saved, forgotten, await vault.state(), await vault.note()]).toEqual([
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
      succeed({
        deviceId: expect.any(String),
        journal: expect.any(String),
        hasPeople: true,
        wasConnected: true,
      }),
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
      const during = [await whatItHolds(vault), (await vault.keychainState()).works]
      const asked = keychain.reads()
      time.now = 59_999
      await whatItHolds(vault)
      const askedMeanwhile = keychain.reads() - asked
      time.now = 60_000
      await vault.address()
      const askedThen = keychain.reads() - asked
      keychain.mendIt()
      const held = {
        state: 'keychain',
        address: 'https://pay.example/api',
        lent: succeed('https://pay.example/api|a-token'),
      }
      const outcome = [during, askedMeanwhile, askedThen, await vault.keychainState()]
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
