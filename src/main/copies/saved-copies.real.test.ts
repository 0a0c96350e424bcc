import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { succeed } from '../../shared/base/result'
import { codeKinds } from '../../shared/payment/codes'
import { makeVault } from '../vault/vault'
import { makeKnownViewer, viewerOf } from './saved-copies'
import { aCopyRecord } from './testing/copy-samples'
import { address, foundBy, makeTestTill, openTestTill } from './testing/test-till'

/** Without the lock file of the secrets. */
const cacheFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('cache'))
const dayMs = 24 * 60 * 60 * 1000

describe('the saved copies of a till', () => {
  it('are found after a restart, by the first kind that has one, as old as the answer of a cache on the way', async () => {
    const { start, origin, clock } = await openTestTill()
    const first = start()
    first.keep({ origin: origin(first), record: aCopyRecord('1'), age: 90 })
    await first.close()
    const second = start()
    expect(await second.find(['transaction_id', 'custom_id', 'internal_id'], 'custom-1')).toEqual({
      record: aCopyRecord('1'),
      savedAt: clock.now() - 90_000,
      kind: 'custom_id',
      address: origin(second).address,
    })
  })

  it('go by when each was asked for, whichever came last, but for one of a clock that was ahead', async () => {
    const { start, origin, clock } = await openTestTill()
    const copies = start()
    const keep = (amount: number, askedAt = clock.monotonic()) =>
      copies.keep({ origin: origin(copies), record: aCopyRecord('1', { amount }), askedAt })
    const kept = async () => (await copies.find(['custom_id'], 'custom-1'))?.record.amount
    const began = clock.monotonic()
    await clock.advance(1000)
    keep(1)
    await clock.advance(1000)
    keep(2, began)
    await copies.recent(1)
    const first = await kept()
    clock.jumpWall(-dayMs)
    keep(3)
    await copies.recent(1)
    expect([first, await kept()]).toEqual([1, 3])
  })

  it('stand in the order of their lookups, whatever the clock is set to between them', async () => {
    const { start, origin, clock } = await openTestTill()
    const copies = start()
    for (const [name, jump] of [
      ['1', 365 * dayMs],
      ['2', -365 * dayMs],
      ['3', 0],
      ['1', 0],
    ] as const) {
      clock.jumpWall(jump)
      copies.keep({ origin: origin(copies), record: aCopyRecord(name) })
      copies.noteLookup(origin(copies), { code: `T${name}`, foundBy: 'transaction_id' }, aCopyRecord(name))
    }
    const recent = await copies.recent(5)
    expect([recent.map(({ code }) => code), recent[0]?.lookedAt]).toEqual([['T1', 'T3', 'T2'], clock.now()])
  })

  it('are found by a code with half a character, and kept where another code is written likewise', async () => {
    const { start, keep } = await openTestTill()
    const copies = start()
    await keep(copies, aCopyRecord('1', { customId: 'A\ud800' }))
    const found = [
      await foundBy(copies, 'A\ufffd'),
      await foundBy(copies, 'A\ud800'),
      await foundBy(copies, 'T1'),
    ]
    expect(found).toEqual([null, 'internal-1', 'internal-1'])
  })

  it('are none without a keychain, and come by themselves when it works again', async () => {
    const { start, keychain, clock, folder, keep } = await openTestTill()
    keychain.breakIt()
    const copies = start()
    await keep(copies, aCopyRecord('1'))
    const without = [await foundBy(copies, 'T1'), await copies.recent(5), cacheFiles(folder)]
    keychain.mendIt()
    // A clock that is set back meanwhile keeps nobody waiting.
    clock.jumpWall(-8 * 60 * 60 * 1000)
    await clock.advance(31_000)
    await keep(copies, aCopyRecord('1'))
    expect([without, await foundBy(copies, 'T1')]).toEqual([[null, [], []], 'internal-1'])
  })

  it('are none while their file cannot be opened, and come by themselves when it can, however often they were missed', async () => {
    const { start, clock, folder, keep } = await openTestTill()
    const place = path.join(folder, 'cache.db')
    mkdirSync(place)
    const copies = start()
    const without = new Set<string | null>()
    for (let scans = 0; scans < 8; scans += 1) without.add(await foundBy(copies, 'T1'))
    rmdirSync(place)
    await clock.advance(31_000)
    await keep(copies, aCopyRecord('1'))
    expect([without, await foundBy(copies, 'T1')]).toEqual([new Set([null]), 'internal-1'])
  })

  it('of one payment go when it was accepted that less was refunded than they say', async () => {
    const { start, keep } = await openTestTill()
    const copies = start()
    await keep(copies, aCopyRecord('1', { refunded: 2000 }))
    await keep(copies, aCopyRecord('2'))
    await copies.forgetPayment('internal-1')
    const left = [await foundBy(copies, 'T1'), await foundBy(copies, 'T2')]
    await keep(copies, aCopyRecord('1'))
    const again = await copies.find(codeKinds, 'T1')
    expect([left, again?.record.refunded]).toEqual([[null, 'internal-2'], 0])
  })

  it('are thrown away when their key is lost, and the till goes on', async () => {
    const { start, keep, keychain, vault } = await openTestTill()
    const first = start()
    await keep(first, aCopyRecord('1'))
    await first.close()
    keychain.secrets.clear()
    await vault.save({ address, token: 'token-1' })
    const second = start()
    const lost = await foundBy(second, 'T1')
    await keep(second, aCopyRecord('2'))
    expect([lost, await foundBy(second, 'T2')]).toEqual([null, 'internal-2'])
  })

  it('of a company that a call of the old token brought are not shown to the new one', async () => {
    const { start, origin, vault, keep } = await openTestTill()
    const copies = start()
    const underWay = origin(copies)
    await vault.save({ address, token: 'token-2' })
    copies.keep({ origin: underWay, record: aCopyRecord('1') })
    await copies.recent(1)
    const hidden = await foundBy(copies, 'T1')
    await keep(copies, aCopyRecord('2'), 'token-2')
    expect([hidden, await foundBy(copies, 'T1')]).toEqual([null, 'internal-1'])
  })
})

it('the saved copies are not opened again for a question that a slow keychain held up until they were closed', async () => {
  let answer = () => {}
  let questions = 0
  const { start, origin, folder } = makeTestTill({
    vault: {
      dataKey: async () => succeed(Buffer.alloc(32)),
      changes: () => questions,
      withCredentials: async (use) => {
        questions += 1
        await new Promise<void>((resolve) => (answer = resolve))
        return succeed(await use({ address, token: 'token-1' }))
      },
    },
  })
  const copies = start()
  copies.keep({ origin: origin(copies), record: aCopyRecord('1') })
  const asked = copies.recent(1)
  await vi.waitFor(() => expect(questions).toBe(1))
  await copies.close()
  const file = path.join(folder, 'cache.db')
  rmSync(file)
  answer()
  expect([await asked, existsSync(file)]).toEqual([[], false])
})

describe('forgetting the saved copies', () => {
  it('forgets what a call under way brings afterwards, too', async () => {
    const { start, origin } = await openTestTill()
    const copies = start()
    const underWay = origin(copies)
    copies.keep({ origin: origin(copies), record: aCopyRecord('1') })
    const forgotten = await copies.forgetAll()
    copies.keep({ origin: underWay, record: aCopyRecord('2') })
    copies.noteLookup(underWay, { code: 'T2', foundBy: 'transaction_id' }, aCopyRecord('2'))
    const left = [await copies.recent(5), await foundBy(copies, 'T1'), await foundBy(copies, 'T2')]
    expect([forgotten, left]).toEqual([true, [[], null, null]])
  })

  it('needs no keychain', async () => {
    const { start, keep, keychain, folder } = await openTestTill()
    const first = start()
    await keep(first, aCopyRecord('1'))
    await first.close()
    keychain.breakIt()
    expect([await start().forgetAll(), cacheFiles(folder)]).toEqual([true, []])
  })
})

describe('retention', () => {
  it('is kept at the start and daily', async () => {
    const { start, clock, keep } = await openTestTill()
    const copies = start()
    await keep(copies, aCopyRecord('1'))
    await clock.advance(29.5 * dayMs)
    await keep(copies, aCopyRecord('2'))
    const before = await foundBy(copies, 'T1')
    await clock.advance(2 * dayMs)
    const after = [await foundBy(copies, 'T1'), await foundBy(copies, 'T2')]
    expect([before, after]).toEqual(['internal-1', [null, 'internal-2']])
  })

  it('is kept also by a copy from ahead of the clock, which was set back since', async () => {
    const { start, clock, keep } = await openTestTill()
    const copies = start()
    clock.jumpWall(365 * dayMs)
    await keep(copies, aCopyRecord('1'))
    clock.jumpWall(-365 * dayMs)
    for (const number of ['2', '3']) await keep(copies, aCopyRecord(number))
    await clock.advance(dayMs)
    expect([await foundBy(copies, 'T1'), await foundBy(copies, 'T2')]).toEqual([null, 'internal-2'])
  })

  it('costs no copy of some hours ahead, as where the clock was only put right', async () => {
    const { start, clock, keep } = await openTestTill()
    const before = start()
    await keep(before, aCopyRecord('1'))
    clock.jumpWall(-dayMs / 4)
    for (const number of ['2', '3']) await keep(before, aCopyRecord(number))
    await before.close()
    const copies = start()
    await copies.recent(1)
    await clock.advance(1000)
    expect(await foundBy(copies, 'T1')).toBe('internal-1')
  })

  it('costs no copy where the clock begins years ago, as on a PC whose battery is empty, nor on its second day', async () => {
    const { start, clock, keep } = await openTestTill()
    const before = start()
    for (const number of ['1', '2']) await keep(before, aCopyRecord(number))
    await before.close()
    clock.jumpWall(-2000 * dayMs)
    const copies = start()
    await copies.recent(1)
    await clock.advance(2 * dayMs)
    const first = await foundBy(copies, 'T1')
    // By then the clock has a copy of its own.
    await keep(copies, aCopyRecord('3'))
    await clock.advance(2 * dayMs)
    const second = await Promise.all(['T1', 'T2', 'T3'].map((code) => foundBy(copies, code)))
    expect([first, second]).toEqual(['internal-1', ['internal-1', 'internal-2', 'internal-3']])
  })
})

describe('whose copies may be seen', () => {
  async function setUp() {
    const till = await openTestTill()
    let asked = 0
    const viewer = makeKnownViewer({
      changes: till.vault.changes,
      withCredentials: (use) => {
        asked += 1
        return till.vault.withCredentials(use)
      },
    })
    return { ...till, viewer, asked: () => asked }
  }

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
