import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makePeople } from '../people/people'
import { added, aManager, cheap } from '../people/testing/staffed-till'
import { makeFakeClock } from '../system/testing/fake-clock'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { makeMemoryKeychain } from '../vault/testing/memory-keychain'
import { makeVault } from '../vault/vault'
import { openSecretsState, type SecretsState } from './secrets'

const inFolder = folderOfEachTest()

/** A till with address, token and PIN, whose timers the test fires. */
async function till() {
  const keychain = makeMemoryKeychain()
  const vault = makeVault({ keychain, profile: '/p' })
  await vault.save({ address: 'https://pay.example', token: 'a-token' }, { deviceId: 'till-3' })
  await added(
    makePeople({ keychain, profile: '/p', folder: inFolder(), credentials: vault, power: cheap }),
    aManager,
  )
  return keychain
}

function program(keychain: Awaited<ReturnType<typeof till>>) {
  const clock = makeFakeClock()
  let changes = 0
  const vault = makeVault({ keychain, profile: '/p', monotonic: clock.monotonic })
  const people = makePeople({ keychain, profile: '/p', folder: inFolder(), credentials: vault, power: cheap })
  const open = async () => {
    const secrets = await openSecretsState({ vault, people, after: clock.after })
    secrets.changed.on(() => {
      changes += 1
    })
    return secrets
  }
  async function fire(secrets: SecretsState): Promise<void> {
    await clock.advance(60_000)
    await rest(secrets)
  }
  return { open, vault, fire, waiting: clock.waiting, changes: () => changes }
}

/** Resolves after the pending question and its listeners. */
async function rest(secrets: SecretsState): Promise<void> {
  await secrets.askAgain()
  await nextTurn()
}
const known = {
  token: 'keychain',
  address: 'https://pay.example',
  deviceId: 'till-3',
  people: { state: 'set', people: [expect.objectContaining({ name: 'Sam', role: 'manager' })] },
}
const nothing = { token: 'none', address: '', deviceId: '', people: { state: 'none', people: [] } }
const works = { works: true }

describe('one silent answer of the keychain (finding E)', () => {
  it.each(['breakIt', 'answerNothing'] as const)(
    'does not lose address, token and PIN, and it is asked again after a minute (%s)',
    async (silence) => {
      const keychain = await till()
      const { open, vault, fire, waiting, changes } = program(keychain)
      const secrets = await open()
      keychain[silence]()
      const during = await secrets.refresh()
      const lent = await vault.withCredentials(async ({ token }) => token)
      const planned = waiting()
      await fire(secrets)
      const still = [secrets.read(), waiting(), changes()]
      keychain.mendIt()
      await fire(secrets)
      const silent = { ...known, keychain: { works: false, detail: expect.any(String) } }
      expect([during, lent, planned, still, secrets.read(), waiting(), changes()]).toEqual([
        silent,
        { ok: true, value: 'a-token' },
        [60_000],
        [silent, [60_000], 1],
        { ...known, keychain: works },
        [],
        2,
      ])
    },
  )

  it('finds the secrets by itself when the keyring is unlocked after the start, at once on wake', async () => {
    const keychain = await till()
    keychain.breakIt()
    const { open, waiting, changes } = program(keychain)
    const secrets = await open()
    const atFirst = secrets.read()
    keychain.mendIt()
    secrets.wake()
    await rest(secrets)
    expect([atFirst, secrets.read(), waiting(), changes()]).toEqual([
      { ...nothing, keychain: { works: false, detail: 'broken' } },
      { ...known, keychain: works },
      [],
      1,
    ])
  })

  it('asks at once when a refund is confirmed, and the refund goes on with the answer', async () => {
    const keychain = await till()
    keychain.breakIt()
    const { open, changes } = program(keychain)
    const secrets = await open()
    keychain.mendIt()
    await secrets.askAgain()
    const asked = keychain.reads()
    const answered = [secrets.read(), changes()]
    await secrets.askAgain()
    expect([answered, keychain.reads() - asked]).toEqual([[{ ...known, keychain: works }, 1], 0])
  })

  it('lets a confirmed refund wait for the answer that is on its way already', async () => {
    const keychain = await till()
    keychain.breakIt()
    const { open } = program(keychain)
    const secrets = await open()
    keychain.mendIt()
    secrets.wake()
    await secrets.askAgain()
    expect(secrets.read().address).toBe('https://pay.example')
  })

  it('asks nothing on wake while the keychain answers, and nothing at all once it is closed', async () => {
    const keychain = await till()
    const { open, waiting } = program(keychain)
    const secrets = await open()
    const asked = keychain.reads()
    secrets.wake()
    await nextTurn()
    const onWake = keychain.reads() - asked
    keychain.breakIt()
    await secrets.refresh()
    secrets.close()
    expect([onWake, waiting()]).toEqual([0, []])
  })
})
