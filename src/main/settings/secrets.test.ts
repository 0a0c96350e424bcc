import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { theManager } from '../../shared/testing/app-state-sample'
import { deferred } from '../system/testing/deferred'
import { atRest, makeFakeClock } from '../system/testing/fake-clock'
import { openSecretsState } from './secrets'

const note = { deviceId: 'till-3', journal: null, hasPeople: true, wasConnected: true }
const held = { token: 'keychain', address: 'https://pay.example', note } as const
const nothing = { token: 'none', address: '', note: null } as const
const silence = { kind: 'keychain_unavailable', detail: 'locked' } as const

const works = { works: true }
const locked = { works: false, detail: 'locked' }
const known = {
  ...{ token: 'keychain', address: 'https://pay.example', deviceId: 'till-3' },
  people: { state: 'set', people: [theManager] },
}
const unknown = { token: 'none', address: '', deviceId: '', people: { state: 'none', people: [] } }

/** A program on a keyring with address, token and people, of which the vault remembers what it has read once. */
function setUp({ isLocked = false } = {}) {
  const clock = makeFakeClock()
  const keyring = { isLocked, asked: 0, tokens: 1, answers: Promise.resolve() }
  let seen: typeof held | typeof nothing = nothing
  let changes = 0
  const vault = {
    changes: () => keyring.tokens,
    async look() {
      keyring.asked += 1
      await keyring.answers
      if (keyring.isLocked) return { ...seen, keychain: { works: false, detail: silence.detail } as const }
      seen = held
      return { ...seen, keychain: { works: true } as const }
    },
  }
  const view = async () =>
    keyring.isLocked ? fail(silence) : succeed({ state: 'set', people: [theManager] } as const)
  const open = async () => {
    const secrets = await openSecretsState({ vault, people: { view }, after: clock.after })
    secrets.changed.on(() => {
      changes += 1
    })
    return secrets
  }
  return { keyring, open, pass: clock.advance, waiting: clock.waiting, changes: () => changes }
}

describe('one silent answer of the keychain (finding E)', () => {
  it('does not lose address, token and people, and it is asked again after a minute', async () => {
    const { keyring, open, pass, waiting, changes } = setUp()
    const secrets = await open()
    keyring.isLocked = true
    const during = await secrets.refresh()
    const planned = waiting()
    await pass(60_000)
    const still = [secrets.read(), waiting(), changes()]
    keyring.isLocked = false
    await pass(60_000)
    const silent = { ...known, keychain: locked }
    expect([during, planned, still, secrets.read(), waiting(), changes()]).toEqual([
      silent,
      [60_000],
      [silent, [60_000], 1],
      { ...known, keychain: works },
      [],
      2,
    ])
  })

  it('finds the secrets by itself when the keyring is unlocked after the start, at once on wake', async () => {
    const { keyring, open, waiting, changes } = setUp({ isLocked: true })
    const secrets = await open()
    const atFirst = secrets.read()
    keyring.isLocked = false
    secrets.wake()
    await atRest()
    expect([atFirst, secrets.read(), waiting(), changes()]).toEqual([
      { ...unknown, keychain: locked },
      { ...known, keychain: works },
      [],
      1,
    ])
  })

  it('asks at once when a refund is confirmed, which goes on with the answer, and not where it is known', async () => {
    const { keyring, open, changes } = setUp({ isLocked: true })
    const secrets = await open()
    keyring.isLocked = false
    await secrets.askAgain()
    const answered = [secrets.read(), changes(), keyring.asked]
    await secrets.askAgain()
    expect([answered, keyring.asked]).toEqual([[{ ...known, keychain: works }, 1, 2], 2])
  })

  it('lets a confirmed refund wait for the answer that is on its way already', async () => {
    const { keyring, open } = setUp({ isLocked: true })
    const secrets = await open()
    const { promise, keep } = deferred()
    Object.assign(keyring, { isLocked: false, answers: promise })
    secrets.wake()
    const asking = secrets.askAgain()
    keep()
    await asking
    expect([secrets.read().address, keyring.asked]).toEqual(['https://pay.example', 2])
  })

  it('tells of another token for the same address', async () => {
    const { keyring, open, changes } = setUp()
    const secrets = await open()
    await secrets.refresh()
    const before = changes()
    keyring.tokens = 2
    await secrets.refresh()
    expect([before, changes()]).toEqual([0, 1])
  })

  it('asks nothing on wake while the keychain answers, and nothing at all once it is closed', async () => {
    const { keyring, open, waiting } = setUp()
    const secrets = await open()
    secrets.wake()
    await atRest()
    const onWake = keyring.asked
    keyring.isLocked = true
    await secrets.refresh()
    secrets.close()
    expect([onWake, waiting()]).toEqual([1, []])
  })
})
