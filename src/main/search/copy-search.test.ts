import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { wholeFile } from '../copies/testing/copy-samples'
import { address, find, searchedTills } from './testing/searched-till'

const setUp = searchedTills()

describe('the search in its thread', () => {
  it('finds what was saved just before and since, and answers more rows of its newest search', async () => {
    const { start, counted } = await setUp()
    const { search, save } = start()
    for (const name of ['11', '12', '13', '24']) save(name)
    const first = await find(search, 't1', 7)
    save('15')
    const second = await find(search, 't1', 8)
    const more = await search.matches(8, 2, 10)
    const old = await search.matches(7, 0, 10)
    expect([first, second, more.ok && more.value?.length, old, counted]).toEqual([
      ['T11', 'T12', 'T13'],
      ['T11', 'T12', 'T13', 'T15'],
      2,
      { ok: true, value: null },
      { running: 1, started: 1 },
    ])
  })

  it('answers only the newest of searches that come faster than it can', async () => {
    const { start } = await setUp()
    const { search, save } = start()
    save('1234')
    const typed = ['t', 't1', 't12', 't123', 't1234']
    expect(await Promise.all(typed.map((each) => find(search, each)))).toEqual([
      null,
      null,
      null,
      null,
      ['T1234'],
    ])
  })

  it('lets go of everything a minute after the last search, and takes it up again where it was', async () => {
    const { start, counted, clock } = await setUp()
    const { search, save } = start()
    for (const name of ['1', '2', '3']) save(name)
    await find(search, 't', 9)
    await clock.advance(59_000)
    await search.matches(9, 0, 1)
    await clock.advance(59_000)
    const stillThere = counted.running
    await clock.advance(2_000)
    await expect.poll(() => counted.running).toBe(0)
    const more = await search.matches(9, 1, 10)
    expect([stillThere, more.ok && more.value?.length, counted]).toEqual([1, 2, { running: 1, started: 2 }])
  })

  it('is over before the copies are forgotten, and finds none of them afterwards', async () => {
    const { start, counted } = await setUp()
    const { search, save, copies } = start()
    save('1')
    const before = await find(search, '')
    const running: number[] = []
    const forgetting = search.whileClosed(() => {
      running.push(counted.running)
      return copies.forgetAll()
    })
    const meanwhile = find(search, '')
    expect([before, await forgetting, running, await meanwhile]).toEqual([['T1'], true, [0], []])
  })

  it('never shows another token what only the one before may see', async () => {
    const { start, vault, counted } = await setUp()
    const { search, save } = start()
    save('1')
    save('2', 'token-2', 'company-2')
    const before = await find(search, '', 3)
    await vault.save({ address, token: 'token-2' })
    const rows = await search.matches(3, 0, 10)
    const after = await find(search, '')
    await vault.forget()
    expect([before, rows.ok && rows.value, after, await find(search, ''), counted.started]).toEqual([
      ['T1'],
      [expect.objectContaining({ transactionId: 'T2' })],
      ['T2'],
      [],
      2,
    ])
  })

  it('finds nothing without a keychain and after it was closed, and leaves no thread behind', async () => {
    const { start, keychain, counted } = await setUp()
    const { search, save, close } = start()
    save('1')
    const before = await find(search, '')
    await close()
    const closed = [await find(search, ''), counted.running]
    keychain.breakIt()
    expect([before, closed, await find(start().search, '')]).toEqual([['T1'], [[], 0], []])
  })

  it('goes on over a file damaged at random places: what it answers is right or nothing', async () => {
    const { start, folder } = await setUp()
    const names = Array.from({ length: 60 }, (_none, name) => `T${name}`)
    const first = start()
    for (const name of names) first.save(name.slice(1))
    await find(first.search, '')
    await first.close()
    const whole = wholeFile(folder)
    /** What is found over these bytes, before and after one more copy is saved. */
    async function findOver(bytes: Buffer, round: string) {
      const place = path.join(folder, round)
      mkdirSync(place)
      writeFileSync(path.join(place, 'cache.db'), bytes)
      const { search, save, close } = start(place)
      const found = await find(search, '')
      let fresh: unknown = []
      // What brings the damage to light is lost with the file; the file is made anew a few times at most.
      for (let tries = 0; tries < 4 && JSON.stringify(fresh) === '[]'; tries += 1) {
        save('fresh')
        fresh = await find(search, 'tfresh')
      }
      await close()
      return { found, fresh }
    }
    const undamaged = await findOver(whole, 'whole')
    expect(undamaged).toEqual({ found: [...names].sort(), fresh: ['Tfresh'] })
    let round = 0
    const damage = fc.uint8Array({ minLength: 64, maxLength: 64 })
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 65), damage, async (place, bytes) => {
        const damaged = Buffer.from(whole)
        Buffer.from(bytes).copy(damaged, place)
        round += 1
        const { found, fresh } = await findOver(damaged, `${round}`)
        const foreign = Array.isArray(found) && found.filter((code) => code && !names.includes(code))
        expect({ foreign, fresh }).toEqual({ foreign: [], fresh: ['Tfresh'] })
      }),
      { numRuns: runs(10), unbiased: true, endOnFailure: true },
    )
  })
})
