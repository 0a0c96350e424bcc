import { randomBytes } from 'node:crypto'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../system/testing/folder-of-test'
import { aCopyRecord, type OpenCopies, openCopies, thisTill, wholeFile } from './testing/copy-samples'

const key = randomBytes(32)
let folder: string
let cache: OpenCopies
const open = () => openCopies({ folder, key })

beforeEach(() => {
  folder = folderOfTest()
  cache = open()
})
afterEach(() => cache.close())

const record = aCopyRecord('1')
const store = { lines: [{ name: 'name', value: 'Harbour Road' }], cut: false }
const none = { lines: [], cut: false }
const rows = (table: string) => {
  const database = new Database(path.join(folder, 'cache.db'))
  const [count] = database.prepare(`SELECT count(*) FROM ${table}`).raw().all([]).flat()
  database.close()
  return Number(count)
}

function save(name = '1', at = 1000): void {
  cache.save(thisTill, aCopyRecord(name), at)
  cache.saveRelated(thisTill, aCopyRecord(name), 'store', store, at)
}

describe('a saved related record', () => {
  it('is found beside its copy after a restart, each kind for itself, with its own time', () => {
    save()
    cache.saveRelated(thisTill, record, 'emv_code', none, 2000)
    cache.close()
    cache = open()
    expect([
      cache.related(thisTill, record, 'store'),
      cache.related(thisTill, record, 'emv_code'),
      cache.related(thisTill, record, 'user'),
      cache.related(thisTill, aCopyRecord('2'), 'store'),
    ]).toEqual([{ lines: store, savedAt: 1000 }, { lines: none, savedAt: 2000 }, null, null])
  })

  it('is replaced by a later answer, and stays when the copy itself is', () => {
    save()
    cache.saveRelated(thisTill, record, 'store', none, 2000)
    cache.save(thisTill, aCopyRecord('1', { refunded: 100 }), 3000)
    expect(cache.related(thisTill, record, 'store')).toEqual({ lines: none, savedAt: 2000 })
  })

  it('is none without a copy', () => {
    cache.saveRelated(thisTill, record, 'store', store, 1000)
    expect([cache.related(thisTill, record, 'store'), rows('related_records')]).toEqual([null, 0])
  })

  it('is nobody else’s than the copy is', () => {
    save()
    const others = { ...thisTill, credentials: 'digest-2' }
    const elsewhere = { ...thisTill, address: 'https://other.example' }
    const before = cache.related(others, record, 'store')
    cache.save(others, aCopyRecord('2'), 1)
    expect([
      before,
      cache.related(others, record, 'store')?.lines,
      cache.related(elsewhere, record, 'store'),
    ]).toEqual([null, store, null])
  })

  it('goes with its copy, whichever way that goes', async () => {
    for (const name of ['1', '2', '3']) save(name, Number(name))
    const day = 24 * 60 * 60 * 1000
    cache.prune({ days: 1, count: 100 }, day + 2)
    const old = rows('related_records')
    cache.prune({ days: 1, count: 1 }, 4)
    const excess = rows('related_records')
    await cache.forgetAll()
    expect([old, excess, rows('related_records')]).toEqual([2, 1, 0])
  })

  it('leaves nothing in clear on the disk', () => {
    save()
    cache.close()
    const bytes = wholeFile(folder).toString('latin1')
    expect(['Harbour', 'st-12', 'internal-1'].filter((text) => bytes.includes(text))).toEqual([])
  })

  it('opens only at its own place: moved to another copy it is damage, and then there are no copies', () => {
    save('1')
    save('2')
    const database = new Database(path.join(folder, 'cache.db'))
    database.exec(`UPDATE related_records SET sealed = (SELECT sealed FROM related_records WHERE copy = 2)
      WHERE copy = 1`)
    database.close()
    expect([cache.related(thisTill, record, 'store'), cache.count()]).toEqual([null, 0])
  })
})
