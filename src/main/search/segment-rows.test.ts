import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { openCacheFile } from '../copies/cache-file'
import { segmentRows } from '../copies/cache-schema'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { openTransactionCache, type TransactionCache } from '../copies/transaction-cache'
import { makeCopySearcher } from './copy-searcher'
import { copiesOf } from './segment'
import { makeSegmentRows, type SegmentRows } from './segment-rows'
import { termsOf } from './testing/search-samples'

const key = randomBytes(32)
let folder: string
let cache: TransactionCache
let database: Database.Database
let rows: SegmentRows
let closings: (() => void)[]

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-search-'))
  closings = []
})
afterEach(() => {
  for (const close of closings) close()
  rmSync(folder, { recursive: true, force: true })
})

/** The cache as the main process has it, and the same file as the search's thread opens it. */
function openBoth(): void {
  cache = openTransactionCache({ folder, key, log: () => {} })
  const opened = openCacheFile(folder, key)
  if (!opened.ok) throw new Error(opened.fault.detail)
  database = opened.value
  rows = makeSegmentRows(database, key)
  closings.push(
    () => cache.close(),
    () => database.close(),
  )
}

let searches = 0
function makeSearch() {
  const searcher = makeCopySearcher({ rows, isOver: () => false, isEnding: () => false, prepared: () => {} })
  return (typed: string, viewer = thisTill) => {
    searches += 1
    const answer = searcher.search({ search: searches, viewer, terms: termsOf(typed), rows: 50 })
    return answer?.rows.map((row) => row?.transactionId)
  }
}

const count = (table: string) =>
  database.prepare(`SELECT count(*) FROM ${table}`).raw().get([]) as readonly [number]
/** Both pieces of the one segment that there is. */
const kept = () =>
  database.prepare('SELECT columns, codes FROM search_segments').raw().get([]) as readonly [Buffer, Buffer]
const save = (name: string, at = 1, change = {}) => cache.save(thisTill, aCopyRecord(name, change), at)

describe('the segments of the saved copies', () => {
  it('are made when they are first needed', () => {
    openBoth()
    for (let name = 0; name < segmentRows + 5; name += 1) save(`old-${name}`)
    expect([makeSearch()('told-1004'), count('search_segments'), count('changed_copies')]).toEqual([
      ['Told-1004'],
      [2],
      [0],
    ])
  })

  it('are read as they were kept, follow each change, and stay as they are when a copy is only looked at', () => {
    openBoth()
    save('1')
    const search = makeSearch()
    const first = search('')
    cache.noteLookup(thisTill, aCopyRecord('1'), { code: 'T1', foundBy: 'transaction_id' }, 2)
    const looked = rows.staleNumbers().size
    save('2')
    const stale = rows.staleNumbers().size
    const both = search('paid')?.sort()
    save('1', 3, { status: 'refunded', refunded: 12050 })
    expect([first, looked, stale, both, search('paid'), search('refunded'), makeSearch()('t2')]).toEqual([
      ['T1'],
      0,
      1,
      ['T1', 'T2'],
      ['T2'],
      ['T1'],
      ['T2'],
    ])
  })

  it('are not kept when a copy changed while they were being made', () => {
    openBoth()
    save('1')
    const before = rows.build(0)
    save('2')
    rows.keep(0, before)
    const kept = [rows.columns(0), rows.staleNumbers().size]
    expect([kept, makeSearch()('')?.sort()]).toEqual([
      [null, 1],
      ['T1', 'T2'],
    ])
  })

  it('are not kept when a copy was deleted while they were being made, and opened anew are only those that changed', () => {
    openBoth()
    for (const name of ['1', '2', '3']) save(name, Number(name))
    const before = rows.build(0)
    cache.prune({ days: 1000, count: 2 }, 10)
    const deleted = [rows.keep(0, before), rows.columns(0), count('changed_copies')]
    rows.keep(0, rows.build(0))
    save('2', 4, { amount: 77 })
    // Not even its code can be read any more: nobody tries to.
    database.exec("UPDATE copies SET internal_id = x'00' WHERE number = 3")
    const copies = rows.build(0).segment
    const amounts = copies && copiesOf(0, copies).map(({ amount }) => amount)
    expect([deleted, amounts]).toEqual([
      [false, null, [3]],
      [77, 12050],
    ])
  })

  it('hold nothing of what was pruned', () => {
    openBoth()
    for (let name = 0; name < 6; name += 1) save(`${name}`, name)
    const search = makeSearch()
    search('')
    while (cache.prune({ days: 1000, count: 2 }, 10));
    const afterPruning = [count('search_segments'), search('')?.sort(), makeSearch()('t0')]
    while (cache.prune({ days: 1000, count: 0 }, 10));
    expect([afterPruning, search(''), count('search_segments'), count('changed_copies')]).toEqual([
      [[0], ['T4', 'T5'], []],
      [],
      [0],
      [0],
    ])
  })

  it('leave no trace in the files when everything is forgotten', () => {
    openBoth()
    for (let name = 0; name < 300; name += 1) save(`${name}`)
    makeSearch()('')
    const sealed = Buffer.concat(kept())
    const pieces = Array.from({ length: 40 }, (_none, at) => sealed.subarray(at * 400 + 8, at * 400 + 40))
    const onDisk = () =>
      Buffer.concat(readdirSync(folder).map((name) => readFileSync(path.join(folder, name))))
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
    const before = pieces.filter((piece) => onDisk().includes(piece)).length
    database.close()
    const forgotten = cache.forgetAll()
    const after = pieces.filter((piece) => onDisk().includes(piece)).length
    expect([before, forgotten, after]).toEqual([40, true, 0])
  })

  it('show nobody what belongs to another company or address', () => {
    openBoth()
    save('1')
    const otherCompany = { ...thisTill, credentials: 'digest-3' }
    cache.save(otherCompany, aCopyRecord('9', { companyId: 'company-2' }), 3)
    const renewed = { ...thisTill, credentials: 'digest-renewed' }
    const search = makeSearch()
    const before = [search(''), search('', otherCompany), search('1', renewed)]
    cache.save(renewed, aCopyRecord('2'), 4)
    expect([before, search('', renewed)?.sort()]).toEqual([
      [['T1'], ['T9'], []],
      ['T1', 'T2'],
    ])
  })

  it('are made again from the copies when one was damaged anywhere, lost or put in the place of another', () => {
    openBoth()
    for (let name = 0; name < 20; name += 1) save(`${name}`)
    makeSearch()('')
    const whole = kept()
    const put = (number: number, columns: Buffer, codes: Buffer) =>
      database
        .prepare('INSERT OR REPLACE INTO search_segments VALUES (?, ?, ?)')
        .run([number, columns, codes])
    const damage = fc.uint8Array({ minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.nat(), damage, (side, place, bytes) => {
        const damaged = [Buffer.from(whole[0]), Buffer.from(whole[1])] as const
        const piece = damaged[side]
        Buffer.from(bytes).copy(piece, place % (piece.length - 8))
        put(0, ...damaged)
        expect([makeSearch()('t19'), makeSearch()('')?.length]).toEqual([['T19'], 20])
      }),
      { numRuns: runs(25), endOnFailure: true },
    )
    put(7, ...whole)
    put(0, whole[1], whole[0])
    const swapped = makeSearch()('t19')
    database.exec('DELETE FROM search_segments')
    expect([swapped, makeSearch()('t19')]).toEqual([['T19'], ['T19']])
  })
})
