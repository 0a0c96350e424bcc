/** Segments that are made ahead of any search, in real files and real threads. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openCacheFile } from '../copies/cache-file'
import { makeCacheWrites } from '../copies/cache-rows'
import { segmentRows } from '../copies/cache-schema'
import { viewerOf } from '../copies/known-viewer'
import { aCopyRecord } from '../copies/testing/copy-samples'
import { inTransaction } from '../database/open-database'
import type { FakeClock } from '../scheduling/testing/fake-clock'
import { keepSearchReady, lookEvery } from './keep-search-ready'
import { makeSegmentRows } from './segment-rows'
import { address, find, searchedTills } from './testing/searched-till'

const setUp = searchedTills()
type Till = Awaited<ReturnType<typeof setUp>>

/** The key of a till's copies. */
async function keyOf({ vault }: Till): Promise<Buffer> {
  const key = await vault.dataKey('saved copies', { createIfMissing: true })
  if (!key.ok || key.value === null) throw new Error('no key')
  return key.value
}

/** Saves so many copies at once. */
async function fill(till: Till, count: number): Promise<void> {
  const key = await keyOf(till)
  const opened = openCacheFile(till.folder, key)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const { put } = makeCacheWrites(opened.value, key)
  const viewer = viewerOf({ address, token: 'token-1' })
  inTransaction(opened.value, () => {
    for (let name = 0; name < count; name += 1) put(viewer, aCopyRecord(`${name}`), till.clock.now())
  })
  opened.value.close()
}

/** What lies in the file: segments, and segments that are stale. */
async function inFile(till: Till): Promise<{ readonly sealed: number; readonly stale: number }> {
  const key = await keyOf(till)
  const opened = openCacheFile(till.folder, key)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const rows = makeSegmentRows(opened.value, key)
  const found = { sealed: rows.sealedNumbers().length, stale: rows.staleNumbers().size }
  opened.value.close()
  return found
}

/** Lets time pass in steps in which a real thread can do something, until that is so. */
async function passUntil(clock: FakeClock, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400 && !(await holds()); tries += 1) {
    await clock.advance(lookEvery / 2)
    await pause(10)
  }
  expect(await holds()).toBe(true)
}

/** Opens a till that keeps its search ready; the cashier does nothing. */
function startReady(till: Till) {
  const open = till.start()
  const { copies, search: copySearch } = open
  const stop = keepSearchReady({ copies, copySearch, cashier: { isGoing: () => false }, clock: till.clock })
  const close = async () => {
    stop()
    await open.close()
  }
  return { ...open, close }
}

describe('segments made ahead', () => {
  it('stand when the search is opened for the first time, and no thread is left that made them', async () => {
    const till = await setUp()
    const { save, search, copies, close } = startReady(till)
    for (let name = 0; name < 30; name += 1) save(`${name}`)
    await copies.census({ days: 30, count: 100 })
    const { counted, clock } = till
    await passUntil(clock, async () => (await inFile(till)).stale === 0)
    await expect.poll(() => counted.running).toBe(0)
    const made = await inFile(till)
    const found = await find(search, 't29')
    await close()
    expect([made, found]).toEqual([{ sealed: 1, stale: 0 }, ['T29']])
  })

  it('are made one by one of a till that had none, over restarts, while every search finds everything', async () => {
    const till = await setUp()
    await fill(till, 3 * segmentRows + 10)
    const first = till.start()
    const one = await first.search.makeSegment()
    await first.close()
    const between = await inFile(till)
    const second = till.start()
    await second.search.makeSegment()
    const found = await find(second.search, 't3009')
    await second.close()
    expect([one?.left, between, found, await inFile(till)]).toEqual([
      3,
      { sealed: 1, stale: 3 },
      ['T3009'],
      { sealed: 4, stale: 0 },
    ])
  })

  it('go on through pruning, another token and forgetting, and a search that is open follows them', async () => {
    const till = await setUp()
    const { save, search, copies, close } = startReady(till)
    for (const name of ['1', '2', '3']) save(name)
    const before = await find(search, '')
    save('4')
    await search.makeSegment()
    const followed = await find(search, '')
    await copies.work((cache) => cache.prune({ days: 30, count: 2 }, till.clock.now()), false)
    await search.makeSegment()
    const pruned = (await find(search, ''))?.length
    save('5', 'token-2', 'company-2')
    await till.vault.save({ address, token: 'token-2' })
    await search.makeSegment()
    const others = await find(search, '')
    await search.whileClosed(copies.forgetAll)
    await search.makeSegment()
    const forgotten = [await find(search, ''), await inFile(till)]
    await close()
    expect([before, followed, pruned, others, forgotten]).toEqual([
      ['T1', 'T2', 'T3'],
      ['T1', 'T2', 'T3', 'T4'],
      2,
      ['T5'],
      [[], { sealed: 0, stale: 0 }],
    ])
  })

  it('are made again in a file that turned out damaged while they were made, and the search is told of nothing', async () => {
    const till = await setUp()
    await fill(till, 20)
    const opened = openCacheFile(till.folder, await keyOf(till))
    if (!opened.ok) throw new Error(opened.fault.detail)
    opened.value.exec("UPDATE copies SET record = x'00' WHERE number = 7")
    opened.value.close()
    const { search, save } = till.start()
    const [made, found] = await Promise.all([search.makeSegment(), find(search, '')])
    save('fresh')
    expect([made, found, await find(search, ''), await inFile(till)]).toEqual([
      { left: 0, kept: true, milliseconds: 0 },
      [],
      ['Tfresh'],
      { sealed: 1, stale: 0 },
    ])
  })

  it('can be stopped at any moment, and go on afterwards where they were', async () => {
    const till = await setUp()
    await fill(till, 3 * segmentRows)
    const { search } = till.start()
    for (let round = 0; round < 10; round += 1) {
      const asked = [search.makeSegment(), find(search, round % 2 === 0 ? '' : 't1')]
      // Into the thread's start, its opening of the file, its queries and its reading on.
      await pause(round * 8)
      await search.whileClosed(async () => expect(till.counted.running).toBe(0))
      await Promise.all(asked)
    }
    expect([await find(search, 't2999'), till.counted.running]).toEqual([['T2999'], 1])
  })

  it('are made by their thread: the main process has its turns meanwhile', async () => {
    const till = await setUp()
    await fill(till, 2 * segmentRows - 1)
    const { search } = till.start()
    const turns = [await turnsDuring(search.makeSegment), await turnsDuring(search.makeSegment)]
    expect([till.counted.started, await inFile(till)]).toEqual([1, { sealed: 2, stale: 0 }])
    expect(Math.min(...turns)).toBeGreaterThan(20)
  })
})

/** How often everything else of this thread had its turn while this was waited for. Work done here lets a few pass. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, over] = [0, false]
  const working = work().finally(() => {
    over = true
  })
  while (!over) {
    turns += 1
    await new Promise(setImmediate)
  }
  await working
  return turns
}
