import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { succeed } from '../../shared/base/result'
import { aCopyRecord } from './testing/copy-samples'
import { address, makeTestTill, openTestTill } from './testing/test-till'

/** Without the lock file of the secrets. */
const cacheFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('cache'))
const dayMs = 24 * 60 * 60 * 1000
const every = ['transaction_id', 'custom_id', 'internal_id'] as const

describe('the saved copies of a till', () => {
  it('are found after a restart, by the first kind that has one', async () => {
    const { start, origin, clock } = await openTestTill()
    const first = start()
    first.keep({ origin: origin(first), record: aCopyRecord('1') })
    await first.close()
    const second = start()
    expect(await second.find(every, 'custom-1')).toEqual({
      record: aCopyRecord('1'),
      savedAt: clock.now(),
      kind: 'custom_id',
      address: origin(second).address,
    })
  })

  it('are as old as the answers that a cache on the way gave for the service', async () => {
    const { start, origin, clock } = await openTestTill()
    const copies = start()
    copies.keep({ origin: origin(copies), record: aCopyRecord('1'), age: 90 })
    await copies.recent(1)
    expect((await copies.find(every, 'T1'))?.savedAt).toBe(clock.now() - 90_000)
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
    const other = await copies.find(every, 'A\ufffd')
    const found = [await copies.find(every, 'A\ud800'), await copies.find(every, 'T1')]
    expect([other, found.map((copy) => copy?.record.id)]).toEqual([null, ['internal-1', 'internal-1']])
  })

  it('are none without a keychain, and come by themselves when it works again', async () => {
    const { start, origin, keychain, clock, folder, keep } = await openTestTill()
    keychain.breakIt()
    const copies = start()
    copies.keep({ origin: origin(copies), record: aCopyRecord('1') })
    const without = [await copies.find(every, 'T1'), await copies.recent(5), cacheFiles(folder)]
    keychain.mendIt()
    // A clock that is set back meanwhile keeps nobody waiting.
    clock.jumpWall(-8 * 60 * 60 * 1000)
    await clock.advance(31_000)
    await keep(copies, aCopyRecord('1'))
    expect([without, (await copies.find(every, 'T1'))?.record.id]).toEqual([[null, [], []], 'internal-1'])
  })

  it('are none while their file cannot be opened, and come by themselves when it can, however often they were missed', async () => {
    const { start, clock, folder, keep } = await openTestTill()
    const place = path.join(folder, 'cache.db')
    mkdirSync(place)
    const copies = start()
    const without = []
    for (let scans = 0; scans < 8; scans += 1) without.push(await copies.find(every, 'T1'))
    rmdirSync(place)
    await clock.advance(31_000)
    await keep(copies, aCopyRecord('1'))
    const found = await copies.find(every, 'T1')
    expect([new Set(without), found?.record.id]).toEqual([new Set([null]), 'internal-1'])
  })

  it('of one payment go when it was accepted that less was refunded than they say', async () => {
    const { start, origin, keep } = await openTestTill()
    const copies = start()
    copies.keep({ origin: origin(copies), record: aCopyRecord('1', { refunded: 2000 }) })
    copies.keep({ origin: origin(copies), record: aCopyRecord('2') })
    await copies.forgetPayment('internal-1')
    const gone = await copies.find(every, 'T1')
    const kept = await copies.find(every, 'T2')
    await keep(copies, aCopyRecord('1'))
    const result = [gone, kept?.record.id, (await copies.find(every, 'T1'))?.record.refunded]
    expect(result).toEqual([null, 'internal-2', 0])
  })

  it('are thrown away when their key is lost, and the till goes on', async () => {
    const { start, origin, keychain, vault } = await openTestTill()
    const first = start()
    first.keep({ origin: origin(first), record: aCopyRecord('1') })
    await first.close()
    keychain.secrets.clear()
    await vault.save({ address, token: 'token-1' })
    const second = start()
    const lost = await second.find(every, 'T1')
    second.keep({ origin: origin(second), record: aCopyRecord('2') })
    await second.recent(1)
    expect([lost, (await second.find(every, 'T2'))?.record.id]).toEqual([null, 'internal-2'])
  })

  it('of a company that a call of the old token brought are not shown to the new one', async () => {
    const { start, origin, vault, keep } = await openTestTill()
    const copies = start()
    const underWay = origin(copies)
    await vault.save({ address, token: 'token-2' })
    copies.keep({ origin: underWay, record: aCopyRecord('1') })
    await copies.recent(1)
    const hidden = await copies.find(every, 'T1')
    await keep(copies, aCopyRecord('2'), 'token-2')
    expect([hidden, (await copies.find(every, 'T1'))?.record.id]).toEqual([null, 'internal-1'])
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
    const [before, underWay] = [origin(copies), origin(copies)]
    const late = aCopyRecord('2')
    copies.keep({ origin: before, record: aCopyRecord('1') })
    const forgotten = await copies.forgetAll()
    copies.keep({ origin: underWay, record: late })
    copies.noteLookup(underWay, { code: 'T2', foundBy: 'transaction_id' }, late)
    expect([
      forgotten,
      await copies.recent(5),
      await copies.find(every, 'T1'),
      await copies.find(every, 'T2'),
    ]).toEqual([true, [], null, null])
  })

  it('needs no keychain', async () => {
    const { start, origin, keychain, folder } = await openTestTill()
    const first = start()
    first.keep({ origin: origin(first), record: aCopyRecord('1') })
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
    const before = await copies.find(every, 'T1')
    await clock.advance(2 * dayMs)
    expect([
      before !== null,
      await copies.find(every, 'T1'),
      (await copies.find(every, 'T2'))?.record.id,
    ]).toEqual([true, null, 'internal-2'])
  })

  it('is kept also by a copy from ahead of the clock, which was set back since', async () => {
    const { start, clock, keep } = await openTestTill()
    const copies = start()
    clock.jumpWall(365 * dayMs)
    await keep(copies, aCopyRecord('1'))
    clock.jumpWall(-365 * dayMs)
    for (const number of ['2', '3']) await keep(copies, aCopyRecord(number))
    await clock.advance(dayMs)
    expect([await copies.find(every, 'T1'), (await copies.find(every, 'T2'))?.record.id]).toEqual([
      null,
      'internal-2',
    ])
  })

  it('costs no copy where the clock begins years ago, as on a PC whose battery is empty', async () => {
    const { start, origin, clock } = await openTestTill()
    const before = start()
    before.keep({ origin: origin(before), record: aCopyRecord('1') })
    await before.close()
    clock.jumpWall(-2000 * dayMs)
    const copies = start()
    await copies.recent(1)
    await clock.advance(2 * dayMs)
    expect((await copies.find(every, 'T1'))?.record.id).toBe('internal-1')
  })

  it('costs none either on the second day of such a clock, which has a copy of its own by then', async () => {
    const { start, clock, keep } = await openTestTill()
    const copies = start()
    for (const number of ['1', '2']) await keep(copies, aCopyRecord(number))
    clock.jumpWall(-2000 * dayMs)
    await keep(copies, aCopyRecord('3'))
    await clock.advance(2 * dayMs)
    const found = await Promise.all(['T1', 'T2', 'T3'].map((code) => copies.find(every, code)))
    expect(found.map((copy) => copy?.record.id)).toEqual(['internal-1', 'internal-2', 'internal-3'])
  })
})
