import { describe, expect, it } from 'vitest'
import { makeVault } from '../vault/vault'
import { makeKnownViewer, viewerOf } from './saved-copies'
import { address, openTestTill } from './testing/test-till'

async function setUp() {
  const { folder, keychain, vault } = await openTestTill()
  let asked = 0
  const viewer = makeKnownViewer({
    changes: vault.changes,
    withCredentials: (use) => {
      asked += 1
      return vault.withCredentials(use)
    },
  })
  return { folder, keychain, vault, viewer, asked: () => asked }
}

describe('whose copies may be seen', () => {
  it('is asked of the keychain once, and carries no token', async () => {
    const { viewer, asked } = await setUp()
    const first = await viewer()
    const second = await viewer()
    const outcome = { same: first === second, asked: asked(), first }
    expect(outcome).toEqual({ same: true, asked: 1, first: viewerOf({ address, token: 'token-1' }) })
    expect(JSON.stringify(first)).not.toContain('token-1')
  })

  it('is another from the moment on at which this program keeps or forgets a token', async () => {
    const { vault, viewer } = await setUp()
    await viewer()
    await vault.save({ address, token: 'token-2' })
    const renewed = await viewer()
    await vault.forget()
    expect([renewed, await viewer()]).toEqual([viewerOf({ address, token: 'token-2' }), null])
  })

  it('is another once this program has seen what another one provisioned', async () => {
    const { folder, keychain, vault, viewer } = await setUp()
    await viewer()
    const other = makeVault({ keychain, profile: folder })
    await other.save({ address: 'https://other.example', token: 'token-9' })
    await vault.look()
    expect(await viewer()).toEqual(viewerOf({ address: 'https://other.example', token: 'token-9' }))
  })

  it('is asked again when it changed while the keychain was being asked', async () => {
    const { vault, viewer, asked } = await setUp()
    const asking = viewer()
    await vault.save({ address, token: 'token-2' })
    await asking
    expect([await viewer(), asked()]).toEqual([viewerOf({ address, token: 'token-2' }), 2])
  })

  it('is nobody while the keychain does not answer, and is asked again', async () => {
    const { folder, keychain } = await setUp()
    keychain.breakIt()
    // A program that starts while the keychain is silent knows nothing.
    const time = { now: 0 }
    const vault = makeVault({ keychain, profile: folder, monotonic: () => time.now })
    const viewer = makeKnownViewer(vault)
    const broken = await viewer()
    keychain.mendIt()
    time.now = 61_000
    expect([broken, await viewer()]).toEqual([null, viewerOf({ address, token: 'token-1' })])
  })
})
